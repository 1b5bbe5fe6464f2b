"""Order determination (Payola 5.1-5.6): from offers to the order that each unit issues and what each power pays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from judge.rules.payola.auctions.contest import Contest, Line, Lot
from judge.rules.payola.auctions.cycles import settle
from judge.rules.payola.auctions.details import Details
from judge.rules.payola.auctions.discount import Discounted, after_saving
from judge.rules.payola.auctions.reductions import Reductions
from judge.rules.payola.offers import Offer

Unit: TypeAlias = Any


class Payment(NamedTuple):
    """One accepted offer: who paid what to which unit (0 is a payment too)."""

    unit: Unit
    amount: int


class Determination(NamedTuple):
    """What an auction came to.

    `issued` and `totals` are by unit; `paid` is power -> unit -> amount, without zeros; `payments` lists each power's
    accepted offers in the order of its sheet, zeros included; `reductions` says how often each power was reduced.
    `details` tells it line by line and order by order.
    """

    issued: Mapping[Unit, Any]
    totals: Mapping[Unit, int]
    paid: Mapping[str, Mapping[Unit, int]]
    payments: Mapping[str, Sequence[Payment]]
    reductions: Mapping[str, int]
    details: Details

    def expended(self, power: str) -> int:
        return sum(self.paid[power].values())


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

    contests = {unit: Contest(lot, partial(ranking, lot.owner)) for unit, lot in lots.items()}
    lines: list[list[Line]] = [[] for _ in powers]
    for power, sheet in sheets.items():
        own = lines[number[power]]
        for place, offer in enumerate(sheet):
            line = Line(number[power], place, offer)
            own.append(line)
            contests[offer.unit].add(line)
    for contest in contests.values():
        contest.close(number[contest.lot.owner], is_move)
    money = [available.get(power, 0) for power in powers]
    if not discount:
        auction = settle(Reductions(tuple(contests.values()), money, lines))
        return _outcome(powers, contests, auction, lines)
    cheap = Discounted(tuple(contests.values()), money, lines)
    return _less_saved(powers, contests, cheap, _outcome(powers, contests, cheap, lines))


def _outcome(
    powers: Sequence[str],
    contests: Mapping[Unit, Contest],
    auction: Reductions | Discounted,
    lines: Sequence[Sequence[Line]],
) -> Determination:
    issued, totals = {}, {}
    paid: dict[str, dict[Unit, int]] = {power: {} for power in powers}
    accepted: list[list[tuple[int, Line]]] = [[] for _ in powers]
    for (unit, contest), choice in zip(contests.items(), auction.choices, strict=True):
        issued[unit] = contest.order_at(choice)
        total = 0
        for line in contest.payers[choice]:
            worth = line.worth(auction.reduced[line.power])
            total += worth
            accepted[line.power].append((line.number, line))
            if worth:
                of_power = paid[powers[line.power]]
                of_power[unit] = of_power.get(unit, 0) + worth
        totals[unit] = contest.reported(auction.reduced) if contest.lot.dummy else total
    payments = {
        power: [
            Payment(line.offer.unit, max(floor, money - auction.reduced[place]))
            for _, line in sorted(accepted[place], key=_number_of)
            for money, floor, times in line.amounts
            for _ in range(times)
        ]
        for place, power in enumerate(powers)
    }
    details = Details(powers, contests, dict(zip(contests, auction.choices, strict=True)), lines, auction.reduced)
    return Determination(issued, totals, paid, payments, dict(zip(powers, auction.reduced, strict=True)), details)


def _less_saved(
    powers: Sequence[str], contests: Mapping[Unit, Contest], auction: Discounted, full: Determination
) -> Determination:
    """What is paid once everybody keeps what they save: of a power's offers to a unit the earlier save first."""
    totals = dict(full.totals)
    paid = {power: dict(of_power) for power, of_power in full.paid.items()}
    payments = {power: list(of_power) for power, of_power in full.payments.items()}
    for (unit, contest), choice, bill in zip(contests.items(), auction.choices, auction.bills, strict=True):
        if bill.saved:
            totals[unit] = bill.price
        for number, saved in bill.saved.items():
            power = powers[number]
            paid[power][unit] -= saved
            if not paid[power][unit]:
                del paid[power][unit]
            floors = [
                floor
                for line in contest.payers[choice]
                if line.power == number
                for _, floor, times in line.amounts
                for _ in range(times)
            ]
            places = [place for place, payment in enumerate(payments[power]) if payment.unit == unit]
            amounts = [payments[power][place].amount for place in places]
            for place, amount in zip(places, after_saving(list(zip(amounts, floors, strict=True)), saved), strict=True):
                payments[power][place] = Payment(unit, amount)
    return full._replace(totals=totals, paid=paid, payments=payments)


_number_of = itemgetter(0)
