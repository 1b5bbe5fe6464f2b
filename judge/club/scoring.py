"""What a table of a tournament is worth to each seat. A table whose winner stands alone is worth 100 to the winner and
nothing to others; one without a winner nothing to anybody. All other tables are worth what the scoring says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from itertools import groupby

Numbers = Mapping[str, Mapping[str, int]]
"""Seat -> its numbers by name, the most important first: `Game.tally`."""
Points = dict[str, Fraction]

WHOLE = Fraction(100)
BONUSES = (38, 14, 7)
"""C-Diplo's, for the first three places."""
MONEY = ("money", "ducats", "gold")
"""How the games call it."""


def score(scoring: str, winners: Collection[str], numbers: Numbers) -> Points:
    """Return seat -> points, at a table that is over. `scoring`: one of SCORINGS."""
    if len(winners) < 2:
        return {seat: WHOLE if seat in winners else Fraction(0) for seat in numbers}
    return SCORINGS[scoring](winners, numbers)


def does_fit(scoring: str, names: Collection[str]) -> bool:
    """Whether a game whose seats have numbers of these names can be scored so."""
    wanted = {"squares": names, "c-diplo": {"centers"}, "treasury": MONEY}
    return scoring not in wanted or bool({*names} & {*wanted[scoring]})


def _draw_size(winners: Collection[str], numbers: Numbers) -> Points:
    return {seat: WHOLE / len(winners) if seat in winners else Fraction(0) for seat in numbers}


def _squares(_: Collection[str], numbers: Numbers) -> Points:
    return _shares({seat: count**2 for seat, count in _firsts(numbers).items()})


def _c_diplo(_: Collection[str], numbers: Numbers) -> Points:
    counts = _firsts(numbers)
    points = {seat: Fraction(1 + count) for seat, count in counts.items()}
    bonuses = [*BONUSES, *[0] * len(counts)]
    for _count, tied in groupby(sorted(counts, key=lambda seat: -counts[seat]), key=lambda seat: counts[seat]):
        alike = list(tied)
        for seat in alike:
            points[seat] += Fraction(sum(bonuses[: len(alike)]), len(alike))
        del bonuses[: len(alike)]
    return points


def _treasury(_: Collection[str], numbers: Numbers) -> Points:
    return _shares({seat: max(0, *(each.get(name, 0) for name in MONEY)) for seat, each in numbers.items()})


def _firsts(numbers: Numbers) -> dict[str, int]:
    return {seat: next(iter(each.values()), 0) for seat, each in numbers.items()}


def _shares(amounts: Mapping[str, int]) -> Points:
    total = sum(amounts.values()) or 1
    return {seat: WHOLE * amount / total for seat, amount in amounts.items()}


SCORINGS: Mapping[str, Callable[[Collection[str], Numbers], Points]] = {
    "draw-size": _draw_size,
    "squares": _squares,
    "c-diplo": _c_diplo,
    "treasury": _treasury,
}
