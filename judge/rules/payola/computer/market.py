"""What others pay, as far as one's own letters have told it: for one's own units, and for theirs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from judge.rules.computers import Situation, Told
from judge.rules.payola.statement import STATEMENT
from judge.rules.values import Json

FIRST_LEVEL = 4
"""What others are thought to pay for a unit that is not theirs, before anything is known."""
FIRST_PRICE = 9
"""What a unit of another power is thought to cost at first."""
DUMMYS_PRICE = 3
REMEMBERED = 3
"""So many phases of the season are looked back upon."""


class Market(NamedTuple):
    """`level`: what one's own units must be paid, so that nobody else gets them; `prices`: power -> what one of its
    units costs.
    """

    level: int
    prices: Mapping[str, int]

    def price(self, power: str, *, dummy: bool) -> int:
        return self.prices.get(power, DUMMYS_PRICE if dummy else FIRST_PRICE)


def market_of(situation: Situation, power: str, season: str) -> Market:
    """What the letters of this power tell of phases of this season."""
    letters = [letter for letter in situation.told if letter.label[:1] == season]
    return Market(_level(letters), _prices(letters, power))


def _statements(letters: Sequence[Told]) -> Iterator[tuple[Told, Mapping[str, Json]]]:
    for letter in letters:
        for event in letter.events:
            if event.kind == STATEMENT:
                yield letter, event.data


def _level(letters: Sequence[Told]) -> int:
    """Of each of the last phases the highest that others paid for an own unit which did not obey; a little less than
    their mean goes on being expected where nobody has paid.
    """
    found = []
    for _, told in _statements(letters):
        lost = [row["total"] for row in told.get("units", ()) if row["total"] and not row["own"]]
        found.append(max(lost, default=0))
    if not found:
        return FIRST_LEVEL
    recent = found[-REMEMBERED:]
    return max(2, (sum(recent) + len(recent)) // (len(recent) + 1))


def _prices(letters: Sequence[Told], power: str) -> dict[str, int]:
    """Power -> what its units cost: less where one's offers were taken, more where they were not enough."""
    prices: dict[str, int] = {}
    for letter, told in _statements(letters):
        owners = _owners(letter)
        for row in told.get("lines", ()):
            owner = owners.get(_unit(row["line"]), power)
            offered = row.get("offered")
            if owner == power or offered is None:
                continue
            known = prices.get(owner, FIRST_PRICE)
            prices[owner] = max(1, min(known, offered) - 1) if row["paid"] is not None else max(known, offered + 2)
    return prices


def _owners(letter: Told) -> dict[str, str]:
    """Unit -> whose it was when the phase began, as the public results tell it."""
    return {
        row["unit"]: row["power"]
        for event in letter.events
        if event.kind == "movement"
        for row in event.data.get("orders", ())
    }


def _unit(line: str) -> str:
    """`A MUN` of `12 : A MUN - BUR`."""
    words = line.partition(":")[2].split()
    return " ".join(words[:2])
