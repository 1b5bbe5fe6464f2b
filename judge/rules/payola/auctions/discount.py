"""eBayola (Payola 6.4): what wins costs no more than one silver piece above what came second.

Whether a power is overdrawn depends on what it saves, and so on what others offer: choices and spending are looked at
anew after every few rounds, as many at a time as surely change neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from judge.rules.payola.auctions.contest import NEVER, Contest, Line


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
        """How many reductions of these powers surely leave every choice as it is, and nobody else overdrawn or fitting;
        at least one, which the rules want in any case.
        """
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
