"""Order determination (Payola 5.1-5.6): from offers to the order that each unit issues and what each power pays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple, TypeAlias

from judge.rules.payola.auctions.contest import Contest, Line, Lot
from judge.rules.payola.auctions.reductions import Auction, settle
from judge.rules.payola.canonical import NEGATIVE, Offer

Unit: TypeAlias = Any


class Fate(NamedTuple):
    """What became of one line.

    `offered`: in all, after the reductions, for an order that it pays for; `payments`: what each of its offers cost, be
    it 0, if it pays for what its unit does; `promised`: and not as one of the orders that the line wants done.
    """

    offer: Offer
    offered: int
    payments: tuple[int, ...] = ()
    promised: bool = False

    @property
    def accepted(self) -> bool:
        return bool(self.payments)

    @property
    def paid(self) -> int:
        return sum(self.payments)


class Bid(NamedTuple):
    """An order that a unit could choose: the `total` offered for it after the reductions, and by whom how much of that,
    zeros included; `issued`: whether it was the one.
    """

    order: Any
    total: int
    by: Mapping[str, int]
    issued: bool


class Determination(NamedTuple):
    """What an auction came to.

    `issued` and `totals` are by unit; `paid` is power -> unit -> amount, without zeros; `fates` lists what became of
    each power's lines, in the order of its sheet; `reductions` says how often each power was reduced.
    """

    issued: Mapping[Unit, Any]
    totals: Mapping[Unit, int]
    paid: Mapping[str, Mapping[Unit, int]]
    fates: Mapping[str, Sequence[Fate]]
    reductions: Mapping[str, int]
    contests: Mapping[Unit, Contest]

    def expended(self, power: str) -> int:
        return sum(self.paid[power].values())

    def payments(self, power: str) -> Iterator[tuple[Unit, int]]:
        """Yield the unit and the cost of each accepted offer, in the order of the power's sheet."""
        for fate in self.fates[power]:
            for amount in fate.payments:
                yield fate.offer.unit, amount

    def bids(self, unit: Unit) -> Iterator[Bid]:
        """Yield all that the unit could choose from, in no order; nothing for a unit that was not for sale."""
        contest = self.contests.get(unit)
        if contest is None:
            return
        powers, reduced = [*self.reductions], [*self.reductions.values()]
        for order, option in contest.options.items():
            by: dict[str, int] = {}
            if option == contest.hold_index:  # a negative offer is one of 0 for HOLD, too (Payola 3.1, ruling P6)
                by = {powers[line.power]: 0 for line in contest.lines if line.offer.kind == NEGATIVE}
            for line in contest.payers(option):
                power = powers[line.power]
                by[power] = by.get(power, 0) + line.pays(reduced[line.power])[0]
            yield Bid(order, sum(by.values()), dict(sorted(by.items())), order == self.issued[unit])


def determine(
    lots: Mapping[Unit, Lot],
    sheets: Mapping[str, Sequence[Offer]],
    available: Mapping[str, int],
    list_of: Callable[[str], Sequence[str]],
    is_move: Callable[[Any], bool],
    *,
    discount: bool = False,
) -> Determination:
    """Which order each unit issues, and who pays (Payola 5.1-5.6, rulings P6-P14; with `discount` 6.4, P21, P22).

    `lots` holds every unit on the board, `sheets` each power's offers in the order written, `available` the money each
    power may spend (balance less savings, at least 0). `list_of` gives the expanded acceptance list of a played power,
    which names every power; it is asked only where there is a tie or (of dummies too) something is saved. `is_move`
    tells moves from HOLD, SUPPORT and CONVOY. KeyError if an offer is made to a unit that is not in `lots`.
    """
    powers = tuple(sorted({*available, *sheets, *(lot.owner for lot in lots.values())}))
    number = {power: place for place, power in enumerate(powers)}

    @cache
    def ranking(owner: str) -> Sequence[int]:
        return [number[power] for power in list_of(owner) if power in number]

    contests = {
        unit: Contest(place, lot, partial(ranking, lot.owner)) for place, (unit, lot) in enumerate(lots.items())
    }
    lines = [
        [contests[offer.unit].add(place, offer) for offer in sheets.get(power, ())]
        for place, power in enumerate(powers)
    ]
    for contest in contests.values():
        contest.close(number[contest.lot.owner], is_move)
    money = [available.get(power, 0) for power in powers]
    auction = settle(Auction(tuple(contests.values()), lines, money, discount=discount))
    races = dict(zip(contests, auction.races, strict=True))
    issued = {unit: race.contest.order_at(race.way[0]) for unit, race in races.items()}
    ends = [(race.way[0], issued[unit], auction.saved(race)) for unit, race in races.items()]
    fates = {
        power: [_fate(line, auction.reduced[place], *ends[line.place]) for line in lines[place]]
        for place, power in enumerate(powers)
    }
    spent = {power: _by_unit(own) for power, own in fates.items()}
    totals = {
        unit: race.contest.reported(race.totals(auction.time), sum([own.get(unit, 0) for own in spent.values()]))
        for unit, race in races.items()
    }
    return Determination(
        issued,
        totals,
        {power: {unit: own[unit] for unit in contests if own.get(unit)} for power, own in spent.items()},
        fates,
        dict(zip(powers, auction.reduced, strict=True)),
        contests,
    )


def _fate(line: Line, reduced: int, choice: int, order: Any, saved: dict[int, int]) -> Fate:
    """What became of a line. Of a power's offers to a unit the earlier save first: that is taken from `saved`."""
    offer = line.offer
    if choice not in line.covers:
        return Fate(offer, line.pays(reduced)[0])
    payments = []
    for money, floor, times in line.amounts:
        amount = max(floor, money - reduced)
        for _ in range(times):
            kept = min(saved.get(line.power, 0), amount - floor)
            if kept:
                saved[line.power] -= kept
            payments.append(amount - kept)
    named = offer.kind != NEGATIVE and order in offer.orders
    return Fate(offer, line.pays(reduced)[0], tuple(payments), not named)


def _by_unit(fates: Sequence[Fate]) -> dict[Unit, int]:
    """What a power pays for each unit."""
    spent: dict[Unit, int] = {}
    for fate in fates:
        if fate.payments:
            spent[fate.offer.unit] = spent.get(fate.offer.unit, 0) + fate.paid
    return spent
