"""One unit's side of the auction: the orders it can choose from, who pays how much for each, and which it prefers.

Nothing here knows a board: units, orders and powers are any hashable values.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from judge.rules.payola.canonical import DIRECT, GIFT, MOVING, NEGATIVE, Offer

Order: TypeAlias = Hashable


class Lot(NamedTuple):
    """What is up for auction: a unit's owner, its order to HOLD, and whether its owner is a dummy power."""

    owner: str
    hold: Order
    dummy: bool = False


class Line:
    """One line of a sheet, in the contest of this `place`: `covers` are the options (by index) that it pays for.

    `amounts` are (money, floor, repetition): after r reductions of the power each is worth max(floor, money - r).
    """

    __slots__ = ("amounts", "covers", "offer", "place", "power")

    def __init__(self, power: int, offer: Offer, place: int) -> None:
        self.power = power
        self.offer = offer
        self.place = place
        self.covers: Sequence[int] = ()
        self.amounts: Sequence[tuple[int, int, int]] = offer.amounts

    def pays(self, reductions: int) -> tuple[int, int]:
        """What the line pays in all for an order that it covers, and how much less with one reduction more."""
        worth = falls = 0
        for money, floor, times in self.amounts:
            left = money - reductions
            if left > floor:
                worth += times * left
                falls += times
            else:
                worth += times * floor
        return worth, falls


class Contest:
    """The offers to one unit, turned into direct offers and promises (Payola 5.1, rulings P6-P8)."""

    __slots__ = ("_preferred", "default_by", "hold_index", "lines", "lot", "options", "place", "powers", "rank_powers")

    def __init__(self, place: int, lot: Lot, rank_powers: Callable[[], Sequence[int]]) -> None:
        self.place = place
        self.lot = lot
        self.options: dict[Order, int] = {}
        self.lines: list[Line] = []
        self.powers: set[int] = set()
        self.rank_powers = rank_powers
        self.hold_index = -1
        self.default_by = -1
        self._preferred: dict[tuple[int, ...], int] = {}

    def add(self, power: int, offer: Offer) -> Line:
        """Add an offer of this power, and return its line."""
        line = Line(power, offer, self.place)
        self.lines.append(line)
        self.powers.add(power)
        options = self.options
        if offer.kind == NEGATIVE:
            options.setdefault(self.lot.hold, len(options))
        else:
            line.covers = [options.setdefault(order, len(options)) for order in offer.orders]
        return line

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
        moves: list[bool] = []
        for line in self.lines:
            kind = line.offer.kind
            if kind == NEGATIVE:
                line.covers = [option for order, option in options.items() if order not in line.offer.orders]
            elif kind == GIFT:
                line.covers = everything
            elif kind != DIRECT:
                moves = moves or [is_move(order) for order in options]
                named, wanted = line.covers, kind == MOVING
                line.covers = [option for option in everything if option in named or moves[option] == wanted]

    def payers(self, option: int) -> list[Line]:
        """Return the lines that pay for this option."""
        return [line for line in self.lines if option in line.covers]

    def choose(self, totals: Sequence[int]) -> int:
        """The option that the unit issues (Payola 5.1-5.4, 4.4; rulings P9, P11)."""
        best = max(totals)
        if totals.count(best) == 1:
            return totals.index(best)
        if self.lot.dummy:
            return self.hold_index
        return self._prefer(tuple([option for option, total in enumerate(totals) if total == best]))

    def order_at(self, choice: int) -> Order:
        return next(islice(self.options, choice, None))

    def reported(self, totals: Sequence[int], paid: int) -> int:
        """What the unit is said to have accepted: of a dummy in a tie one more than anybody offered (4.4)."""
        best = max(totals)
        return best + 1 if self.lot.dummy and totals.count(best) > 1 else paid

    def _prefer(self, tied: tuple[int, ...]) -> int:
        """Of the tied options the one that ruling P9 chooses. No reduction ever changes that."""
        preferred = self._preferred.get(tied)
        if preferred is None:
            ranking = [power for power in self.rank_powers() if power in self.powers or power == self.default_by]
            question = tied
            for with_promises in (True, False):
                for power in ranking:
                    if len(question) > 1:
                        question = self._first_reached(power, question, with_promises)
            preferred = self._preferred[tied] = question[0]
        return preferred

    def _first_reached(self, power: int, question: tuple[int, ...], with_promises: bool) -> tuple[int, ...]:
        """The options in question that stand earliest in the power's sheet; all of them if its offers reach none."""
        for line in self.lines:
            if line.power == power:
                for option in self._direct(line):
                    if option in question:
                        return (option,)
                if with_promises:
                    # The promise stands right below the direct offers, and is one and the same for all it covers.
                    shared = tuple([option for option in question if option in line.covers])
                    if shared:
                        return shared
        # Having made no offer, the owner has the default HOLD at the end of their sheet (ruling P8).
        if power == self.default_by and self.hold_index in question:
            return (self.hold_index,)
        return question

    def _direct(self, line: Line) -> Sequence[int]:
        """The options for which the line gives direct offers, in its order; later amounts never come first."""
        if line.offer.kind == DIRECT:
            return line.covers
        if line.offer.kind == NEGATIVE:
            return (self.hold_index,)
        return [self.options[order] for order in line.offer.orders]
