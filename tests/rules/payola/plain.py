"""Order determination as the rules tell it, one round after the other, with every offer by itself. Slow and plain.

It shares nothing with the judge's own auction but the values that go in, so that the two can be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.rules.payola.auctions.contest import Lot
from judge.rules.payola.canonical import Offer


@dataclass
class Single:
    """One amount of one line (ruling P6): `direct` holds (order, number); `wants` tells what its promise pays for."""

    unit: Any
    amount: int
    plateau: int
    direct: list[tuple[Any, int]]
    named_free: bool  # the direct offer is the 0 of a negative offer
    wants: Callable[[Any], bool]  # of an order that is not named
    named: tuple[Any, ...]
    promise_number: int

    def covers(self, order: Any) -> bool:
        return not self.named_free if order in self.named else self.wants(order)

    def pays_for(self, order: Any) -> int:
        return self.amount if self.covers(order) else 0

    def number_for(self, order: Any) -> float:
        """The lowest number with which this reaches the order; infinite if it does not."""
        numbers = [number for direct, number in self.direct if direct == order]
        if order not in self.named and self.wants(order):
            numbers.append(self.promise_number)
        return min(numbers, default=float("inf"))

    def direct_number(self, order: Any) -> float:
        return min((number for direct, number in self.direct if direct == order), default=float("inf"))


def singles(lots: Mapping[Any, Lot], sheet: Sequence[Offer], is_move: Callable[[Any], bool]) -> list[Single]:
    wants: dict[str, Callable[[Any], bool]] = {
        ":": lambda order: False,
        "!": lambda order: True,
        ">": is_move,
        "@": lambda order: not is_move(order),
        "&": lambda order: True,
    }
    found = []
    number = 0
    for offer in sheet:
        for money, plateau, repetition in offer.amounts:
            for _ in range(repetition):
                negative = offer.kind == "!"
                direct = []
                for order in (lots[offer.unit].hold,) if negative else offer.orders:
                    direct.append((order, number))
                    number += 1
                found.append(
                    Single(offer.unit, money, plateau, direct, negative, wants[offer.kind], offer.orders, number)
                )
                number += 1
    return found


def determine(
    lots: Mapping[Any, Lot],
    sheets: Mapping[str, Sequence[Offer]],
    available: Mapping[str, int],
    lists: Mapping[str, Sequence[str]],
    is_move: Callable[[Any], bool],
    *,
    discount: bool = False,
) -> tuple[dict[Any, Any], dict[Any, int], dict[str, dict[Any, int]], dict[str, int], dict[str, list[tuple[Any, int]]]]:
    powers = sorted({*available, *sheets, *(lot.owner for lot in lots.values())})
    offers = {power: singles(lots, sheets.get(power, ()), is_move) for power in powers}
    for unit, lot in lots.items():
        if lot.dummy or not any(single.unit == unit for single in offers[lot.owner]):
            offers[lot.owner].append(
                Single(unit, 0, 0, [(lot.hold, 10**9)], False, lambda order: False, (lot.hold,), 10**9 + 1)
            )
    reductions = dict.fromkeys(powers, 0)

    def totals_of(unit: Any) -> dict[Any, int]:
        mine = [single for power in powers for single in offers[power] if single.unit == unit]
        options = {order for single in mine for order, _ in single.direct}
        return {order: sum(single.pays_for(order) for single in mine) for order in options}

    def choose(unit: Any) -> tuple[Any, int]:
        lot = lots[unit]
        mine = {power: [single for single in offers[power] if single.unit == unit] for power in powers}
        totals = totals_of(unit)
        best = max(totals.values())
        tied = [order for order in totals if totals[order] == best]
        if len(tied) == 1:
            return tied[0], best
        if lot.dummy:
            return lot.hold, best + 1
        return by_acceptance(tied, [mine.get(power, []) for power in lists[lot.owner]]), best

    def savings(chosen: Mapping[Any, tuple[Any, int]]) -> dict[tuple[str, Any], int]:
        """eBayola: (power, unit) -> what it keeps of its offers (rulings P21, P22)."""
        saved: dict[tuple[str, Any], int] = {}
        for unit in lots if discount else ():
            order = chosen[unit][0]
            totals = totals_of(unit)
            others = max([total for other, total in totals.items() if other != order], default=0)
            left = totals[order] - min(totals[order], others + 1)
            for power in lists[lots[unit].owner]:
                paying = [single for single in offers[power] if single.unit == unit and single.covers(order)]
                most = sum(single.amount for single in paying) - sum(min(s.amount, s.plateau) for s in paying)
                saved[power, unit] = min(left, most)
                left -= saved[power, unit]
        return saved

    def spent(power: str, chosen: Mapping[Any, tuple[Any, int]]) -> int:
        kept = sum(amount for (saver, _), amount in savings(chosen).items() if saver == power)
        return sum(single.pays_for(chosen[single.unit][0]) for single in offers[power]) - kept

    while True:
        chosen = {unit: choose(unit) for unit in lots}
        overdrawn = [power for power in powers if spent(power, chosen) > available.get(power, 0)]
        if not overdrawn:
            break
        for power in overdrawn:
            reductions[power] += 1
            above = [single for single in offers[power] if single.amount > single.plateau]
            if not above:
                for single in offers[power]:
                    single.plateau = 0
                above = [single for single in offers[power] if single.amount > 0]
            for single in above:
                single.amount -= 1
    paid: dict[str, dict[Any, int]] = {power: {} for power in powers}
    payments: dict[str, list[tuple[Any, int]]] = {power: [] for power in powers}
    for power in powers:
        for single in offers[power]:
            order = chosen[single.unit][0]
            if single.pays_for(order):
                paid[power][single.unit] = paid[power].get(single.unit, 0) + single.amount
            if single.covers(order) and single.promise_number <= 10**9:
                payments[power].append((single.unit, single.amount))
    saved = savings(chosen)
    totals = {unit: total for unit, (_, total) in chosen.items()}
    for (power, unit), amount in saved.items():
        if amount:
            totals[unit] -= amount
            paid[power][unit] -= amount
            paid[power] = {each: money for each, money in paid[power].items() if money}
    for power in powers:
        left = {unit: amount for (saver, unit), amount in saved.items() if saver == power}
        accepted = [
            single
            for single in offers[power]
            if single.covers(chosen[single.unit][0]) and single.promise_number <= 10**9
        ]
        for place, single in enumerate(accepted):
            kept = min(left.get(single.unit, 0), max(0, single.amount - single.plateau))
            left[single.unit] = left.get(single.unit, 0) - kept
            payments[power][place] = (single.unit, single.amount - kept)
    issued = {unit: order for unit, (order, _) in chosen.items()}
    return issued, totals, paid, reductions, payments


def by_acceptance(tied: list[Any], ranked: Sequence[Sequence[Single]]) -> Any:
    """Rules 5.2 to 5.4 as ruling P9 words them: one power after the other is asked."""
    question = list(tied)
    for offers in ranked:
        reach = {
            order: min((single.number_for(order) for single in offers), default=float("inf")) for order in question
        }
        first = min(reach.values())
        if first < float("inf"):
            question = [order for order in question if reach[order] == first]
        if len(question) == 1:
            return question[0]
    for offers in ranked:
        direct = {
            order: min((single.direct_number(order) for single in offers), default=float("inf")) for order in question
        }
        first = min(direct.values())
        if first < float("inf"):
            return min(question, key=direct.__getitem__)
    raise AssertionError("every order in question has a direct offer")
