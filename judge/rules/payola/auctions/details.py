"""What an auction came to in detail: what became of each line of a sheet, and who bid what for each order of a unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from judge.rules.payola.auctions.contest import Contest, Line
from judge.rules.payola.offers import NEGATIVE, Offer

Unit: TypeAlias = Any


class Fate(NamedTuple):
    """What became of one line.

    `offered`: in all, after the reductions, for an order that it pays for; `accepted`: it pays for what its unit does,
    be it 0; `promised`: and not as one of the orders that the line wants done; `paid`: what it really cost.
    """

    offer: Offer
    offered: int
    accepted: bool = False
    promised: bool = False
    paid: int = 0


class Bid(NamedTuple):
    """An order that a unit could choose: the `total` offered for it after the reductions, and by whom how much of that,
    zeros included; `issued`: whether it was the one.
    """

    order: Any
    total: int
    by: Mapping[str, int]
    issued: bool


class Details:
    """A settled auction (`choices`: the option that each unit chose; `reduced`: how often each power was, by number),
    to be worked out for whoever asks.
    """

    def __init__(
        self,
        powers: Sequence[str],
        contests: Mapping[Unit, Contest],
        choices: Mapping[Unit, int],
        lines: Sequence[Sequence[Line]],
        reduced: Sequence[int],
    ) -> None:
        self._powers = powers
        self._contests = contests
        self._choices = choices
        self._lines = lines
        self._reduced = reduced

    def fates(self, power: str, payments: Sequence[int]) -> tuple[Fate, ...]:
        """What became of the power's lines, in order; `payments` are what its accepted offers cost, in order."""
        if power not in self._powers:
            return ()
        place = self._powers.index(power)
        found: list[Fate] = []
        told = 0
        for line in self._lines[place]:
            offer, offered = line.offer, line.worth(self._reduced[place])
            choice = self._choices[offer.unit]
            if choice not in line.covers:
                found.append(Fate(offer, offered))
                continue
            paid = sum(payments[told : told + offer.size])
            told += offer.size
            named = offer.kind != NEGATIVE and self._contests[offer.unit].order_at(choice) in offer.orders
            found.append(Fate(offer, offered, True, not named, paid))
        return tuple(found)

    def bids(self, unit: Unit) -> tuple[Bid, ...]:
        """All that the unit could choose from, in no order; nothing for a unit that was not for sale."""
        contest = self._contests.get(unit)
        if contest is None:
            return ()
        found: list[Bid] = []
        for order, option in contest.options.items():
            by: dict[str, int] = {}
            if option == contest.hold_index:  # a negative offer is one of 0 for HOLD, too (Payola 3.1, ruling P6)
                by = {self._powers[line.power]: 0 for line in contest.lines if line.offer.kind == NEGATIVE}
            for line in contest.payers[option]:
                power = self._powers[line.power]
                by[power] = by.get(power, 0) + line.worth(self._reduced[line.power])
            found.append(Bid(order, sum(by.values()), dict(sorted(by.items())), option == self._choices[unit]))
        return tuple(found)
