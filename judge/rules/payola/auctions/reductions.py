"""What a power's accepted offers come to, and when they will fit its money, without adding them all up every time."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from judge.rules.payola.auctions.contest import NEVER, Contest, Line


class Spending:
    """One power's accepted offers, by contest.

    `least` is never more than they come to, and `falling` never fewer than those that fall with the next reduction:
    both are carried along as offers come and go, and counted anew only when the difference could matter.
    """

    __slots__ = ("accepted", "available", "falling", "least")

    def __init__(self, available: int) -> None:
        self.available = available
        self.accepted: dict[int, list[tuple[int, int, int]]] = {}
        self.least = 0
        self.falling = 0

    def reduce(self, rounds: int) -> None:
        self.least -= self.falling * rounds

    def accept(self, contest: int, line: Line, reduced: int) -> None:
        self.accepted.setdefault(contest, []).extend(line.amounts)
        self._weigh(line, reduced, 1)

    def leave(self, contest: int, line: Line, reduced: int) -> None:
        """The unit no longer issues an order that the line pays for; tell it for each such line."""
        self.accepted.pop(contest, None)
        self._weigh(line, reduced, -1)

    def _weigh(self, line: Line, reduced: int, sign: int) -> None:
        for money, floor, times in line.amounts:
            left = money - reduced
            if left > floor:
                self.least += sign * times * left
                self.falling += sign * times
            else:
                self.least += sign * times * floor

    def rounds_left(self, reduced: int) -> int:
        """0 if the accepted offers fit the money; else after how many reductions they may fit, never too many."""
        excess = self.least - self.available
        if excess > 0:
            return -(-excess // self.falling) if self.falling else NEVER
        bends = self._count(reduced)
        excess = self.least - self.available
        if excess <= 0:
            return 0
        bends.sort()
        falling, now = self.falling, 0
        for bend, times in bends:
            if excess <= falling * (bend - now):
                return now - (-excess // falling)
            excess -= falling * (bend - now)
            falling -= times
            now = bend
        return NEVER

    def _count(self, reduced: int) -> list[tuple[int, int]]:
        """Adds all up, so that both are exact. Returns (rounds, repetition) of what will reach its floor."""
        spent = falling = 0
        bends: list[tuple[int, int]] = []
        spent_out: list[int] = []
        for contest, amounts in self.accepted.items():
            before = spent
            for money, floor, times in amounts:
                left = money - reduced
                if left > floor:
                    spent += times * left
                    falling += times
                    bends.append((left - floor, times))
                else:
                    spent += times * floor
            if spent == before:
                spent_out.append(contest)
        for contest in spent_out:
            del self.accepted[contest]
        self.least, self.falling = spent, falling
        return bends


Row: TypeAlias = tuple[int, int, int, int, Sequence[int]]
"""An offer to a unit: power, money, floor, repetition, the options covered."""

Bend: TypeAlias = tuple[int, int, Sequence[int]]
"""The round in which an offer reaches its floor, its repetition, the options covered."""

_round_of = itemgetter(0)


def _rows(contest: Contest) -> list[Row]:
    return [(line.power, *amount, line.covers) for line in contest.lines for amount in line.amounts]


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
            max((money - floor for line in own for money, floor, _ in line.amounts), default=0) for own in lines
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
        totals = [contest.totals(self.reduced) for contest in contests]
        self.choices = [contest.choose(own) for contest, own in zip(contests, totals, strict=True)]
        self.spending = [Spending(available) for available in self.available]
        for index, contest in enumerate(contests):
            for line in contest.payers[self.choices[index]]:
                self.spending[line.power].accept(index, line, self.reduced[line.power])
        self.overdrawn = [False] * len(self.available)
        self.fits_at = [NEVER] * len(self.available)
        for power in powers:
            self.overdrawn[power] = self._is_overdrawn(power)
        self.rough: set[int] = set()
        if any(self.overdrawn):
            # The offers to each unit that are not at 0 for good.
            self.rows = [_rows(contest) for contest in contests]
            self.sure = [self._sure_at_least(index, own) for index, own in enumerate(totals)]
            self.due = self.sure.copy()
            self.rough = set(range(len(contests)))

    def advance(self) -> tuple[int, list[tuple[int, int]]]:
        """As many rounds as are alike: how many, and which units chose anew. Some power must be overdrawn."""
        reducing = [power for power, over in enumerate(self.overdrawn) if over]
        for power in reducing:
            if not self.dropped[power] and self.reduced[power] == self.bottom[power]:
                self._drop_plateaus(power)
        until = self._next_event(reducing)
        rounds = until - self.time
        self.time = until
        for power in reducing:
            self.reduced[power] += rounds
            self.spending[power].reduce(rounds)
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

    def _next_event(self, reducing: list[int]) -> int:
        """The round until which nothing but amounts changes. Rough answers are refined where they would come first."""
        until = min(self.fits_at)
        for power in reducing:
            if not self.dropped[power]:
                until = min(until, self.time + self.bottom[power] - self.reduced[power])
        until = min([until, *(due for index, due in enumerate(self.due) if index not in self.rough)])
        for index in sorted(self.rough):
            if self.due[index] < until:
                if self._is_at_rest(index):
                    self.due[index] = self.sure[index] = NEVER
                    self.rough.discard(index)
                else:
                    self._foresee(index, until)
                until = min(until, self.due[index])
        return min([until, *(self.due[index] for index in self.rough)])

    def _accept(self, index: int, before: int, after: int) -> set[int]:
        """The unit issues another order: returns the powers whose spending that changes."""
        payers = self.contests[index].payers
        for line in payers[before]:
            self.spending[line.power].leave(index, line, self.reduced[line.power])
        for line in payers[after]:
            self.spending[line.power].accept(index, line, self.reduced[line.power])
        return {line.power for line in (*payers[before], *payers[after])}

    def _is_overdrawn(self, power: int) -> bool:
        """Whether the accepted offers exceed the money; notes the round in which they may fit if no choice changes."""
        rounds = self.spending[power].rounds_left(self.reduced[power])
        self.fits_at[power] = self.time + rounds if rounds else NEVER
        return rounds > 0

    def _reconsider(self, power: int) -> None:
        """The power has begun or ceased to be reduced: which units' choices are less certain than was thought?"""
        begun = self.overdrawn[power]
        for index in self.touches[power]:
            if begun or self.contests[index].lot.dummy:
                self.due[index] = self.sure[index] = self.time + 1
            else:
                self.due[index] = max(min(self.due[index], self.sure[index]), self.time + 1)
            self.rough.add(index)

    def _drop_plateaus(self, power: int) -> None:
        self.dropped[power] = True
        reduced = self.reduced[power]
        for line in self.lines[power]:
            line.amounts = [(max(floor, money - reduced) + reduced, 0, times) for money, floor, times in line.amounts]
        for index in self.touches[power]:
            self.rows[index] = _rows(self.contests[index])
            self.due[index] = self.sure[index] = self.time + 1
            self.rough.add(index)
        self.spending[power] = Spending(self.available[power])
        for index in self.touches[power]:
            for line in self.contests[index].payers[self.choices[index]]:
                if line.power == power:
                    self.spending[power].accept(index, line, reduced)
        self._is_overdrawn(power)

    def _sure_at_least(self, index: int, totals: list[int]) -> int:
        """A first, rough answer to how long the choice is certain, as if all that pays for it fell and nothing else."""
        if len(totals) == 1:
            return NEVER
        second, best = sorted(totals)[-2:]
        payers = self.contests[index].payers[self.choices[index]]
        falling = sum([times for line in payers if self.overdrawn[line.power] for _, _, times in line.amounts])
        if best > second:
            return self.time - (second - best) // falling if falling else NEVER
        return self.time + 1

    def _is_at_rest(self, index: int) -> bool:
        """Does nobody who is being reduced pay for what the unit does? Then nothing can catch up with it."""
        contest = self.contests[index]
        payers = contest.payers[self.choices[index]]
        return not (contest.lot.dummy or True in [self.overdrawn[line.power] for line in payers])

    def _foresee(self, index: int, limit: int = NEVER) -> int:
        """Chooses for one unit, and notes until which round that choice is certain; roughly, if that is past the limit.

        `sure` supposes that no rival falls at all, so it stands even when some power ceases to be reduced.
        """
        contest = self.contests[index]
        totals = [0] * len(contest.options)
        slopes = totals.copy()
        bends: list[Bend] = []
        reduced, overdrawn = self.reduced, self.overdrawn
        spent_out = False
        for power, money, floor, times, covers in self.rows[index]:
            left = money - reduced[power]
            if left > floor:
                worth = times * left
                if overdrawn[power]:
                    bends.append((left - floor, times, covers))
                    for option in covers:
                        totals[option] += worth
                        slopes[option] += times
                else:
                    for option in covers:
                        totals[option] += worth
            elif floor:
                for option in covers:
                    totals[option] += times * floor
            else:
                spent_out = True
        if spent_out:
            self.rows[index] = [row for row in self.rows[index] if row[2] or row[1] > reduced[row[0]]]
        choice = self.choices[index] = contest.choose(totals)
        self.due[index] = self.sure[index] = NEVER
        self.rough.discard(index)
        if len(totals) > 1:
            if contest.lot.dummy and totals.count(max(totals)) > 1:
                self.sure[index] = self.time + 1
                self.due[index] = self.time + _while_tied(totals, slopes, bends)
            elif slopes[choice]:
                ordered = sorted(totals)
                self.due[index] = self.sure[index] = self.time + (-((ordered[-2] - ordered[-1]) // slopes[choice]) or 1)
                if self.due[index] < limit:
                    meeting = _while_ahead(contest, choice, totals, slopes, bends)
                    self.due[index] = max(self.due[index], self.time + meeting)
                else:
                    self.rough.add(index)
        return choice


def _while_ahead(contest: Contest, choice: int, totals: list[int], slopes: list[int], bends: list[Bend]) -> int:
    """Rounds after which a rival may first win over the choice, never too many, while the same powers are reduced.

    Follows the totals from bend to bend, each written as a straight line: `totals` at round 0, less `slopes` a round.
    """
    rivals = [option for option in range(len(totals)) if option != choice]
    first = _meeting(choice, rivals, totals, slopes)
    bends.sort(key=_round_of)
    for bend, times, covers in bends:
        if bend >= first:
            # A bend of the choice itself only puts the meeting off, so `first` may be too early by now.
            first = _meeting(choice, rivals, totals, slopes)
            if bend >= first:
                break
        for option in covers:
            totals[option] -= times * bend
            slopes[option] -= times
        if choice not in covers:
            first = min(first, _meeting(choice, covers, totals, slopes))
    else:
        first = _meeting(choice, rivals, totals, slopes)
    if first < NEVER and not contest.lot.dummy:
        ahead = [totals[choice] - totals[rival] - first * (slopes[choice] - slopes[rival]) for rival in rivals]
        if min(ahead) == 0 and all(
            gap or contest.prefers(choice, rival) for gap, rival in zip(ahead, rivals, strict=True)
        ):
            first += 1  # the choice wins that tie
    return first


def _meeting(choice: int, rivals: Sequence[int], totals: list[int], slopes: list[int]) -> int:
    """The round in which the first rival catches up along straight lines."""
    best, slope = totals[choice], slopes[choice]
    first = NEVER
    for option in rivals:
        closing = slope - slopes[option]
        if closing > 0:
            rounds = (best - totals[option] + closing - 1) // closing or 1
            first = min(first, rounds)
    return first


def _while_tied(totals: list[int], slopes: list[int], bends: list[Bend]) -> int:
    """The same for a dummy unit that holds because others tie (4.4): that lasts only as long as they fall alike."""
    best = max(totals)
    leaders = [option for option, total in enumerate(totals) if total == best]
    if len({slopes[option] for option in leaders}) > 1:
        return 1
    rivals = [option for option, total in enumerate(totals) if total < best]
    first_bend = min(bends, key=_round_of)[0] if bends else NEVER
    return min(first_bend, _meeting(leaders[0], rivals, totals, slopes))


FIRST_LOOK = 24
"""Stretches of rounds after which a pattern is looked for: a war rarely lasts so long otherwise."""
LONGEST_PERIOD = 40
"""In stretches."""


class Stretch(NamedTuple):
    """Rounds during which the same powers were reduced and no unit chose anew until the last of them."""

    rounds: int
    overdrawn: tuple[bool, ...]
    changes: tuple[tuple[int, int], ...]


class Trail:
    """The stretches of an auction so far, and how often each power was reduced as each began."""

    def __init__(self, auction: Reductions) -> None:
        self.auction = auction
        self.stretches: list[Stretch] = []
        self.starts: list[tuple[int, ...]] = []
        self._rounds = 0
        self._began = tuple(auction.reduced)

    def advance(self) -> int:
        """One step of the auction; returns its rounds."""
        auction = self.auction
        overdrawn = tuple(auction.overdrawn)
        rounds, changes = auction.advance()
        self._rounds += rounds
        if changes or tuple(auction.overdrawn) != overdrawn:
            self.stretches.append(Stretch(self._rounds, overdrawn, tuple(sorted(changes))))
            self.starts.append(self._began)
            self._rounds = 0
            self._began = tuple(auction.reduced)
        return rounds

    def period(self) -> int:
        """The length of the shortest pattern that the trail has just gone through twice; 0 if there is none."""
        if self._rounds:
            return 0
        trail = self.stretches
        for length in range(1, min(LONGEST_PERIOD, len(trail) // 2) + 1):
            if trail[-1] == trail[-1 - length] and trail[-length:] == trail[-2 * length : -length]:
                return length
        return 0


def settle(auction: Reductions) -> Reductions:
    """Reduces until no power is overdrawn (Payola 5.5, rulings P13, P14)."""
    trail = Trail(auction)
    patience = FIRST_LOOK
    while any(auction.overdrawn):
        trail.advance()
        if len(trail.stretches) >= patience:
            patience += FIRST_LOOK // 2
            length = trail.period()
            if length and _skip(auction, trail, length):
                trail = Trail(auction)
                patience = FIRST_LOOK
    return auction


def _skip(auction: Reductions, trail: Trail, length: int) -> bool:
    """Jumps over all further periods that are sure to be like the last one; False if there is none."""
    start = trail.starts[-length]
    pattern = trail.stretches[-length:]
    step = [after - before for after, before in zip(auction.reduced, start, strict=True)]
    least, most = 0, _straight(auction, start, step)
    while least < most:
        middle = (least + most + 1) // 2
        if _follows(auction, start, step, middle, pattern):
            least = middle
        else:
            most = middle - 1
    if least == 0:
        return False
    rounds = sum(stretch.rounds for stretch in pattern)
    auction.reduced = [first + (least + 1) * each for first, each in zip(start, step, strict=True)]
    auction.time += least * rounds
    auction.look()
    return True


def _straight(auction: Reductions, start: tuple[int, ...], step: list[int]) -> int:
    """The last period (the one just seen is number 0) up to whose end no offer reaches its plateau or zero."""
    last = NEVER
    for power, each in enumerate(step):
        if each:
            first = start[power]
            levels = (money - floor for line in auction.lines[power] for money, floor, _ in line.amounts)
            nearest = min((level for level in levels if level > first), default=NEVER)
            last = min(last, (nearest - first) // each - 1)
    return max(last, 0)


def _follows(auction: Reductions, start: tuple[int, ...], step: list[int], period: int, pattern: list[Stretch]) -> bool:
    """Does the period of this number go through the pattern?"""
    trial = Reductions(auction.contests, auction.available, auction.lines)
    trial.dropped = list(auction.dropped)
    trial.reduced = [first + period * each for first, each in zip(start, step, strict=True)]
    trial.look()
    if trial.choices != auction.choices:
        return False
    trail, length = Trail(trial), len(pattern)
    left = sum(stretch.rounds for stretch in pattern)
    while left > 0:
        done = len(trail.stretches)
        if done == length or tuple(trial.overdrawn) != pattern[done].overdrawn:
            return False
        left -= trail.advance()
    return left == 0 and trail.stretches == pattern
