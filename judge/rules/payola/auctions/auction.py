"""Order determination (Payola 5.1-5.6): from offers to the order that each unit issues and what each power pays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from judge.rules.payola.auctions.contest import NEVER, Contest, Line, Lot
from judge.rules.payola.auctions.reductions import Reductions, settle
from judge.rules.payola.canonical import NEGATIVE, Offer

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


class Bill(NamedTuple):
    """What a unit's order costs in all, and how much of its offers each paying power (by number) keeps."""

    price: int
    saved: dict[int, int]


def bill_of(contest: Contest, choice: int, totals: Sequence[int], reduced: Sequence[int]) -> Bill:
    """The price of the order chosen, and who saves what it is below the total (rulings P21, P22)."""
    best = totals[choice]
    rival = max([total for option, total in enumerate(totals) if option != choice], default=0)
    price = min(best, rival + 1)
    left = best - price
    saved: dict[int, int] = {}
    for power in contest.rank_powers() if left > 0 else ():
        spare = sum(
            times * max(0, money - reduced[power] - floor)
            for line in contest.payers[choice]
            if line.power == power
            for money, floor, times in line.amounts
        )
        if spare and left:
            saved[power] = min(spare, left)
            left -= saved[power]
    return Bill(price + left, saved)


class Discounted:
    """An auction settled at these prices. `reduced`: how often each power was; `bills` and `choices` by contest."""

    def __init__(self, contests: Sequence[Contest], available: Sequence[int], lines: Sequence[Sequence[Line]]) -> None:
        self.contests = contests
        self.available = available
        self.lines = lines
        self.reduced = [0] * len(available)
        self._dropped = [False] * len(available)
        self._bottom = [
            max((money - floor for line in own for money, floor, _ in line.amounts), default=0) for own in lines
        ]
        self._look()
        while overdrawn := [power for power, spent in enumerate(self._spent) if spent > available[power]]:
            rounds = self._rounds(overdrawn)
            for power in overdrawn:
                self.reduced[power] += rounds
            self._look()

    def _look(self) -> None:
        self._totals = [contest.totals(self.reduced) for contest in self.contests]
        self.choices = [contest.choose(own) for contest, own in zip(self.contests, self._totals, strict=True)]
        self.bills: list[Bill] = []
        self._spent = [0] * len(self.available)
        for contest, choice, totals in zip(self.contests, self.choices, self._totals, strict=True):
            bill = bill_of(contest, choice, totals, self.reduced)
            self.bills.append(bill)
            for line in contest.payers[choice]:
                self._spent[line.power] += line.worth(self.reduced[line.power])
            for power, amount in bill.saved.items():
                self._spent[power] -= amount

    def _rounds(self, overdrawn: Sequence[int]) -> int:
        """Return how many reductions surely change no choice and no overdraft; at least one, as ruled."""
        rounds = NEVER
        for power in overdrawn:
            if not self._dropped[power]:
                if self.reduced[power] == self._bottom[power]:
                    self._drop_plateaus(power)
                    rounds = 1
                rounds = min(rounds, max(1, self._bottom[power] - self.reduced[power]))
        falling = [0] * len(self.available)
        for contest, choice, totals in zip(self.contests, self.choices, self._totals, strict=True):
            # No total of this unit falls faster than that, nor does a price or anybody's saving change faster.
            speed = sum(
                times
                for line in contest.lines
                if line.power in overdrawn
                for money, floor, times in line.amounts
                if money - self.reduced[line.power] > floor
            )
            if not speed:
                continue
            rivals = [total for option, total in enumerate(totals) if option != choice]
            if rivals:
                rounds = min(rounds, (totals[choice] - max(rivals) - 1) // speed)
            for power in contest.powers:
                falling[power] += speed
        for power, speed in enumerate(falling):
            if speed:
                excess = self._spent[power] - self.available[power]
                # What an overdrawn power pays falls, and what it saves may rise twice as fast; others save less.
                rounds = min(rounds, (excess - 1) // (3 * speed) if excess > 0 else -excess // speed)
        return max(1, rounds)

    def _drop_plateaus(self, power: int) -> None:
        self._dropped[power] = True
        reduced = self.reduced[power]
        for line in self.lines[power]:
            line.amounts = [(max(floor, money - reduced) + reduced, 0, times) for money, floor, times in line.amounts]


def after_saving(amounts: Sequence[tuple[int, int]], saved: int) -> list[int]:
    """What a power's accepted (amount, plateau) offers to one unit cost once it keeps so much: the first save first."""
    paid: list[int] = []
    for amount, plateau in amounts:
        kept = min(saved, max(0, amount - plateau))
        saved -= kept
        paid.append(amount - kept)
    return paid


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
