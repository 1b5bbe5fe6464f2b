"""Overexpenditure (Payola 5.5): rounds of reductions, any number of them at once while nothing but amounts changes.

All that the rounds depend on is how often each power has been reduced: an offer is then worth max(plateau, amount -
reductions), and once the power's plateaus are dropped max(0, plateau - further reductions). Between two events every
total is a straight line, so the next event can be computed. Each unit keeps the round until which its choice is
certain, each overdrawn power the round until which it is certainly overdrawn; only whoever's round has come is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.payola.contest import NEVER, Contest, Line


class Reductions:
    """The auction at one moment: how often each power was reduced, what each unit chooses, who is overdrawn."""

    def __init__(self, contests: Sequence[Contest], available: Sequence[int], lines: Sequence[Sequence[Line]]) -> None:
        self.contests = contests
        self.available = available
        self.lines = lines
        self.reduced = [0] * len(available)
        self.dropped = [False] * len(available)
        # After this many reductions every offer of the power is at its plateau.
        self.bottom = [
            max((money - floor for line in own for _, money, floor in line.amounts), default=0) for own in lines
        ]
        self.touches: list[list[int]] = [[] for _ in available]
        for index, contest in enumerate(contests):
            for power in contest.powers:
                self.touches[power].append(index)
        self.time = 0
        self.look()

    def look(self) -> None:
        """Everything anew from `reduced`: choices, spending, who is overdrawn."""
        contests = self.contests
        powers = range(len(self.available))
        self.choices = [contest.choose(contest.totals(self.reduced)) for contest in contests]
        self.accepted: list[dict[int, list[Line]]] = [{} for _ in powers]
        for index, contest in enumerate(contests):
            for line in contest.payers[self.choices[index]]:
                self.accepted[line.power].setdefault(index, []).append(line)
        self.overdrawn = [False] * len(self.available)
        self.fits_at = [NEVER] * len(self.available)
        self.due = [NEVER] * len(contests)
        self.sure = [NEVER] * len(contests)
        self.stale = set(range(len(contests)))
        self.overdrawn = [self._is_overdrawn(power) for power in powers]

    def advance(self) -> tuple[int, list[tuple[int, int]]]:
        """As many rounds as are alike: how many, and which units chose anew. Call it only while a power is overdrawn."""
        reducing = [power for power, over in enumerate(self.overdrawn) if over]
        for power in reducing:
            if not self.dropped[power] and self.reduced[power] == self.bottom[power]:
                self._drop_plateaus(power)
        for index in self.stale:
            self._foresee(index)
        self.stale = set()
        until = min(min(self.due, default=NEVER), min(self.fits_at))
        for power in reducing:
            if not self.dropped[power]:
                until = min(until, self.time + self.bottom[power] - self.reduced[power])
        rounds = until - self.time
        self.time = until
        for power in reducing:
            self.reduced[power] += rounds
        changes: list[tuple[int, int]] = []
        unsettled = {power for power in reducing if self.fits_at[power] <= until}
        for index, due in enumerate(self.due):
            if due <= until:
                before = self.choices[index]
                after = self._foresee(index)
                if after != before:
                    changes.append((index, after))
                    unsettled |= self._accept(index, before, after)
        for power in unsettled:
            over = self._is_overdrawn(power)
            if over != self.overdrawn[power]:
                self.overdrawn[power] = over
                self._reconsider(power)
        return rounds, changes

    def _accept(self, index: int, before: int, after: int) -> set[int]:
        """The unit issues another order: returns the powers whose spending that changes."""
        payers = self.contests[index].payers
        touched = set()
        for line in payers[before]:
            self.accepted[line.power].pop(index, None)
            touched.add(line.power)
        for line in payers[after]:
            self.accepted[line.power].setdefault(index, []).append(line)
            touched.add(line.power)
        return touched

    def _is_overdrawn(self, power: int) -> bool:
        """Whether the accepted offers exceed the money; notes the first round in which that may have changed."""
        spent = falling = 0
        reduced = self.reduced[power]
        for lines in self.accepted[power].values():
            for line in lines:
                for times, money, floor in line.amounts:
                    left = money - reduced
                    if left > floor:
                        spent += times * left
                        falling += times
                    else:
                        spent += times * floor
        excess = spent - self.available[power]
        if excess <= 0:
            self.fits_at[power] = NEVER
            return False
        # Fewer and fewer offers fall as they reach their plateaus, so it cannot fit any sooner.
        self.fits_at[power] = self.time - (-excess // falling) if falling else NEVER
        return True

    def _reconsider(self, power: int) -> None:
        """The power has begun or ceased to be reduced: which units' choices are less certain than was thought?"""
        begun = self.overdrawn[power]
        for index in self.touches[power]:
            if begun or self.contests[index].lot.dummy or self.sure[index] < self.time + 2:
                self.stale.add(index)
            else:
                self.due[index] = min(self.due[index], self.sure[index])

    def _drop_plateaus(self, power: int) -> None:
        self.dropped[power] = True
        reduced = self.reduced[power]
        for line in self.lines[power]:
            line.amounts = [(times, max(floor, money - reduced) + reduced, 0) for times, money, floor in line.amounts]
        self.stale.update(self.touches[power])
        self._is_overdrawn(power)

    def _foresee(self, index: int) -> int:
        """Chooses for one unit, and notes until which round that choice is certain."""
        contest = self.contests[index]
        totals = [0] * len(contest.options)
        slopes = totals.copy()
        bend = NEVER  # rounds until the first of these lines is no longer straight
        reduced, overdrawn = self.reduced, self.overdrawn
        for line in contest.lines:
            power = line.power
            reductions = reduced[power]
            worth = falling = 0
            reducing = overdrawn[power]
            for times, money, floor in line.amounts:
                left = money - reductions
                if left > floor:
                    worth += times * left
                    if reducing:
                        falling += times
                        bend = min(bend, left - floor)
                else:
                    worth += times * floor
            if worth:
                for option in line.covers:
                    totals[option] += worth
                    slopes[option] += falling
        choice = self.choices[index] = contest.choose(totals)
        self._foretell(index, choice, totals, slopes, bend)
        return choice

    def _foretell(self, index: int, choice: int, totals: list[int], slopes: list[int], bend: int) -> None:
        """`sure`: no rival can catch up sooner even if it is reduced no more. `due`: that, or what the straight lines say."""
        best, slope = totals[choice], slopes[choice]
        rivals = [option for option in range(len(totals)) if option != choice]
        sure = meeting = NEVER
        if self.contests[index].lot.dummy and totals.count(max(totals)) > 1:
            # The unit holds because others tie (4.4); that lasts only as long as they fall alike.
            best = max(totals)
            leaders = [option for option, total in enumerate(totals) if total == best]
            slope = slopes[leaders[0]]
            sure = 1
            if any(slopes[option] != slope for option in leaders):
                meeting = 1
            rivals = [option for option in range(len(totals)) if totals[option] < best]
        for option in rivals:
            gap = best - totals[option]
            if slope > 0:
                sure = min(sure, -(-gap // slope) or 1)
            closing = slope - slopes[option]
            if closing > 0:
                meeting = min(meeting, -(-gap // closing) or 1)
        self.sure[index] = self.time + sure
        self.due[index] = self.time + max(sure, min(meeting, bend))
