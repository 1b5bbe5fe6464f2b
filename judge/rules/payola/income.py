"""Income: what a power gets for its centers, and in which seasons (Payola 2.1, 6.1, 6.6; rulings P15, P26, P27)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from judge.rules.diplomacy.board import Board

DECREASING, FLAT, INCREASING, TABLE = "decreasing", "flat", "increasing", "table"
SEASONS = {"SPRING": "S", "FALL": "F"}
"""The seasons in which income can be paid: those that have a movement phase."""

MOST_A_CENTER = 9999
LONGEST_TEXT = 200
"""An option's text is cut off here, so a table may not reach it."""

EXAMPLES = "`decreasing`, `flat 7`, `increasing 5`, or each center with its worth: `PAR 9, LON 4`"

_SCHEME = re.compile(r"(decreasing)|(flat|increasing)\s*([0-9]+)", re.IGNORECASE)
_WORTH = re.compile(r"\s*([^\W\d_](?:[^\d=:,;]*?[^\W\d_])?)\s*[=:]?\s*([0-9]+)\s*[,;]?\s*")


class Income(NamedTuple):
    """scheme: `decreasing`, `flat`, `increasing` (from `base` on) or `table` (`worths`: center -> worth, others 0).

    cap: the most that a power gets at one payment, 0 for no limit; pays: the letters of the seasons, `S` and `F`.
    """

    scheme: str = DECREASING
    base: int = 0
    worths: tuple[tuple[str, int], ...] = ()
    cap: int = 0
    pays: tuple[str, ...] = ("S",)

    def due(self, centers: Sequence[str], victory: int) -> int:
        """What these centers earn at one payment, with victory at so many."""
        if self.scheme == TABLE:
            worth = dict(self.worths)
            return self._capped(sum(worth.get(center, 0) for center in centers))
        return self.of_count(len(centers), victory)

    def of_count(self, centers: int, victory: int) -> int:
        """What so many centers earn where it does not matter which."""
        if self.scheme == FLAT:
            return self._capped(centers * self.base)
        if self.scheme == INCREASING:
            return self._capped(centers * self.base + centers * (centers - 1) // 2)
        return self._capped(decreasing_income(centers, victory) if self.scheme == DECREASING else 0)

    def _capped(self, amount: int) -> int:
        return min(amount, self.cap) if self.cap else amount


def decreasing_income(centers: int, victory: int) -> int:
    """Silver pieces that so many centers earn in a year: the k-th one max(0, victory - k) (2.1, ruling P15)."""
    paying = min(centers, victory)
    return paying * victory - paying * (paying + 1) // 2


def read_income(board: Board, text: str) -> Income:
    """The scheme that a text names (ruling P26). ValueError if there is none."""
    if len(text) >= LONGEST_TEXT:
        raise ValueError(f"an income has less than {LONGEST_TEXT} letters: write codes without blanks, `PAR9,LON4`")
    named = _SCHEME.fullmatch(text.strip())
    if named is not None:
        return Income(DECREASING) if named[1] else Income(named[2].lower(), _worth(named[3]))
    worths: dict[str, int] = {}
    start = 0
    while start < len(text):
        entry = _WORTH.match(text, start)
        if entry is None:
            raise ValueError(f"{text[start : start + 40].strip()!r} is no income: write {EXAMPLES}")
        worths[_center(board, entry[1])] = _worth(entry[2])
        start = entry.end()
    if not worths:
        raise ValueError(f"an income is {EXAMPLES}")
    return Income(TABLE, worths=tuple(sorted(worths.items())))


def income_table(board: Board, worths: Mapping[str, object]) -> Income:
    """The scheme of an object, center -> worth; an empty one pays nothing. ValueError tells what is wrong with it."""
    table: dict[str, int] = {}
    for name, worth in worths.items():
        if isinstance(worth, bool) or not isinstance(worth, int) or not 0 <= worth <= MOST_A_CENTER:
            raise ValueError(f"the worth of {name[:40]} is a whole number from 0 to {MOST_A_CENTER}")
        table[_center(board, name)] = worth
    return Income(TABLE, worths=tuple(sorted(table.items())))


def _center(board: Board, name: str) -> str:
    found = board.find(name)
    if len(found) != 1 or found[0] not in board.centers:
        raise ValueError(f"{name[:40]!r} is no supply center of this map")
    return found[0]


def _worth(digits: str) -> int:
    digits = digits.lstrip("0") or "0"
    if len(digits) > 4:
        raise ValueError(f"a center is worth at most {MOST_A_CENTER}, not {digits[:20]}")
    return int(digits)


def read_seasons(names: Sequence[str]) -> tuple[str, ...]:
    """The letters of these seasons. ValueError for one without a movement phase."""
    for name in names:
        if name.upper() not in SEASONS:
            raise ValueError(f"income is paid in {' or '.join(map(str.title, SEASONS))}, not in {name[:20]!r}")
    return tuple(letter for name, letter in SEASONS.items() if name in {each.upper() for each in names})
