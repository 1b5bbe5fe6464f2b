"""One unit's side of the auction: the orders it can choose from, who pays how much for each, and which it prefers.

Nothing here knows a board: units, orders and powers are any hashable values.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple, TypeAlias

from judge.rules.payola.offers import GIFT, HOLDING, MOVING, NEGATIVE, Offer

NEVER = 1 << 60
"""A round that does not come."""

END_OF_SHEET = (NEVER - 1, 0)
"""Where the default HOLD stands in its owner's sheet (ruling P8)."""

Order: TypeAlias = Hashable


class Lot(NamedTuple):
    """What is up for auction: a unit's owner, its order to HOLD, and whether its owner is a dummy power."""

    owner: str
    hold: Order
    dummy: bool = False


class Line:
    """One line of a sheet for one unit: `covers` are the options (by index) that it pays for.

    `amounts` are [repetition, money, floor]: after r reductions of the power each is worth max(floor, money - r).
    """

    __slots__ = ("amounts", "covers", "number", "offer", "power")

    def __init__(self, power: int, number: int, offer: Offer) -> None:
        self.power = power
        self.number = number
        self.offer = offer
        self.covers: Sequence[int] = ()
        self.amounts = [(times, money, plateau) for money, plateau, times in offer.amounts]

    def worth(self, reductions: int) -> int:
        """What the line pays in all for an order that it covers."""
        total = 0
        for times, money, floor in self.amounts:
            left = money - reductions
            total += times * (left if left > floor else floor)
        return total


class Contest:
    """The offers to one unit, turned into direct offers and promises (Payola 5.1, rulings P6-P8)."""

    __slots__ = ("_preference", "default_by", "hold_index", "lines", "lot", "options", "payers", "powers", "rank_powers")

    def __init__(self, lot: Lot, rank_powers: Callable[[], Sequence[int]]) -> None:
        self.lot = lot
        self.options: dict[Order, int] = {}
        self.lines: list[Line] = []
        self.payers: list[list[Line]] = []
        self.powers: set[int] = set()
        self.rank_powers = rank_powers
        self.hold_index = -1
        self.default_by = -1
        self._preference: list[int] = []

    def add(self, line: Line) -> None:
        self.lines.append(line)
        self.powers.add(line.power)
        options = self.options
        if line.offer.kind == NEGATIVE:
            options.setdefault(self.lot.hold, len(options))
        else:
            for order in line.offer.orders:
                if order not in options:
                    options[order] = len(options)

    def close(self, owner: int, is_move: Callable[[Any], bool]) -> None:
        """No more lines: adds the default HOLD (ruling P8) and settles which options each promise covers."""
        options = self.options
        if self.lot.dummy:
            options.setdefault(self.lot.hold, len(options))
        elif owner not in self.powers:
            options.setdefault(self.lot.hold, len(options))
            self.default_by = owner
        self.hold_index = options.get(self.lot.hold, -1)
        everything = range(len(options))
        self.payers = [[] for _ in everything]
        moves: list[bool] = []
        for line in self.lines:
            kind = line.offer.kind
            named = [options[order] for order in line.offer.orders if order in options]
            if kind == NEGATIVE:
                line.covers = [option for option in everything if option not in named]
            elif kind == GIFT:
                line.covers = everything
            elif kind in (MOVING, HOLDING):
                moves = moves or [is_move(order) for order in options]
                wanted = kind == MOVING
                line.covers = [option for option in everything if option in named or moves[option] == wanted]
            else:
                line.covers = named
            for option in line.covers:
                self.payers[option].append(line)

    def totals(self, reductions: Sequence[int]) -> list[int]:
        """The total bribe of each option, after so many reductions of each power."""
        totals = [0] * len(self.options)
        for line in self.lines:
            worth = line.worth(reductions[line.power])
            if worth:
                for option in line.covers:
                    totals[option] += worth
        return totals

    def choose(self, totals: Sequence[int]) -> int:
        """The option that the unit issues (Payola 5.1-5.4, 4.4; rulings P9, P11)."""
        best = max(totals)
        if totals.count(best) == 1:
            return totals.index(best)
        if self.lot.dummy:
            return self.hold_index
        preference = self.preference()
        return min((option for option, total in enumerate(totals) if total == best), key=preference.__getitem__)

    def preference(self) -> Sequence[int]:
        """The place of each option in the order of ruling P9, which no reduction ever changes."""
        if not self._preference:
            ranking = sorted(range(len(self.options)), key=self._standing().__getitem__)
            self._preference = [0] * len(ranking)
            for place, option in enumerate(ranking):
                self._preference[option] = place
        return self._preference

    def _standing(self) -> list[tuple[tuple[int, int], ...]]:
        """For each option: the first number with which each power reaches it, then the same of direct offers only.

        A number is (line, place within the line). Later amounts of a line never come first, so they do not count here.
        """
        column = {power: place for place, power in enumerate(self.rank_powers())}
        width = len(column)
        standing = [[(NEVER, 0)] * (2 * width) for _ in self.options]

        def note(option: int, where: int, number: tuple[int, int]) -> None:
            if number < standing[option][where]:
                standing[option][where] = number

        for line in self.lines:
            reach = column[line.power]
            named = () if line.offer.kind == NEGATIVE else line.offer.orders
            direct = [self.hold_index] if line.offer.kind == NEGATIVE else [self.options[order] for order in named]
            for place, option in enumerate(direct):
                note(option, reach, (line.number, place))
                note(option, reach + width, (line.number, place))
            for option in line.covers:
                if option not in direct:
                    note(option, reach, (line.number, len(direct)))
        if self.default_by >= 0:
            for where in (column[self.default_by], column[self.default_by] + width):
                note(self.hold_index, where, END_OF_SHEET)
        return [tuple(each) for each in standing]
