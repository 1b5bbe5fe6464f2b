"""How often each power is reduced (Payola 5.5, rulings P13, P14), and what winners save (6.4, P21, P22).

The rules reduce round by round. Here many rounds are one step: as long as nobody begins or ceases to be reduced and no
unit has another choice, every sum falls evenly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import TypeAlias

from judge.rules.payola.auctions.contest import Contest, Line

NEVER = 1 << 60
"""A round that does not come."""

Sum: TypeAlias = tuple[int, int]
"""Money, and how much less it is with each round."""

NOTHING: Sum = (0, 0)

Bend: TypeAlias = tuple[int, int, Sequence[int]]
"""The round in which an offer reaches its floor, its repetition, the options covered."""

_round_of = itemgetter(0)


class Race:
    """The offers to a unit for each option, and what it chose last, in the round `since`.

    The total of an option in round t is `sums[option] - falls[option] * t` until the next of the `bends`. These are
    where falling offers reach their floors, the earliest last. `way`: the choice and, where winners save, what came
    second and who saves; `payers`: the lines that pay for the choice; `saved`: power -> what it saves. `meets`: the
    first round in which another option may reach the choice, if no total bends before; `due`: that, or the next bend.
    """

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.since = 0
        self.sums: list[int] = []
        self.falls: list[int] = []
        self.bends: list[Bend] = []
        self.way: tuple[int, ...] = ()
        self.payers: Sequence[Line] = ()
        self.saved: Mapping[int, Sum] = {}
        self.meets = self.due = NEVER

    def begin(self, time: int, reduced: Sequence[int], overdrawn: Sequence[bool]) -> None:
        """Sum up the offers of this round anew. Those of overdrawn powers fall from now on."""
        sums = self.sums = [0] * len(self.contest.options)
        falls = self.falls = sums.copy()
        bends = self.bends = []
        for line in self.contest.lines:
            done, falling, worth = reduced[line.power], overdrawn[line.power], 0
            for money, floor, times in line.amounts:
                left = money - done
                if left <= floor:
                    worth += times * floor
                elif falling:
                    worth += times * (left + time)
                    bends.append((time + left - floor, times, line.covers))
                    for option in line.covers:
                        falls[option] += times
                else:
                    worth += times * left
            for option in line.covers:
                sums[option] += worth
        bends.sort(key=_round_of, reverse=True)

    def go_on(self, time: int) -> None:
        """Pass the bends up to this round."""
        while self.bends and self.bends[-1][0] <= time:
            bend, times, covers = self.bends.pop()
            for option in covers:
                self.falls[option] -= times
                self.sums[option] -= times * bend

    def totals(self, time: int) -> list[int]:
        """Return what is offered for each option in this round. All bends before it must have been passed."""
        return [total - fall * time for total, fall in zip(self.sums, self.falls, strict=True)]

    def look(self, time: int) -> None:
        """Go on to this round, and see for how long the choice is sure to last."""
        self.go_on(time)
        self.meets = self._meeting(time) if self.bends else NEVER
        self.due = min(self.meets, self.bends[-1][0]) if self.bends else NEVER

    def lasts(self, until: int) -> int:
        """Return the first round in which the unit chooses otherwise, or `until` if that comes first."""
        while self.due < until:
            if self.due == self.meets and self.contest.choose(self.totals(self.due)) != self.way[0]:
                return self.due
            self.look(self.due)
        return until

    def _meeting(self, time: int) -> int:
        """Return the first round after this one in which another option may reach the choice, if no total bends."""
        sums, falls, leader = self.sums, self.falls, self.way[0]
        if self.contest.lot.dummy:  # it holds while any tie
            totals = self.totals(time)
            best = max(totals)
            tied = [option for option, total in enumerate(totals) if total == best]
            leader = min(tied, key=falls.__getitem__)
            if any(falls[option] != falls[leader] for option in tied):
                return time + 1
        most, fast = sums[leader], falls[leader]
        slower = [(total - most) // (fast - fall) for total, fall in zip(sums, falls, strict=True) if fall < fast]
        return max(time + 1, -max(slower)) if slower else NEVER


class Auction:
    """The auction in one round: how often each power was reduced, what each unit chooses, who is overdrawn.

    `lines` are by power.
    """

    def __init__(
        self,
        contests: Sequence[Contest],
        lines: Sequence[Sequence[Line]],
        available: Sequence[int],
        *,
        discount: bool,
        reduced: Sequence[int] = (),
        dropped: Sequence[bool] = (),
    ) -> None:
        self.contests = contests
        self.lines = lines
        self.available = available
        self.discount = discount
        nothing = [0] * len(available)
        self.reduced = [*reduced] or nothing.copy()
        self.dropped = [*dropped] or [False] * len(available)
        self.overdrawn = [False] * len(available)
        self.time = 0
        self.changes = 0  # of the signature
        # After this many reductions every offer of a power that is overdrawn is at its plateau.
        self._bottom = nothing.copy()
        # The lines that each power pays for; their sum, never too much, and how much less it is with each reduction,
        # never too little; what the power saves of that sum, and how much less it saves with each round.
        self._paying: list[set[Line]] = [set() for _ in available]
        self._spent, self._falls, self._saved, self._melts = [nothing.copy() for _ in range(4)]
        self.races = [Race(contest) for contest in contests]
        for race in self.races:
            race.begin(0, self.reduced, self.overdrawn)
            self._settle(race)
        self._turn()

    def levels(self, power: int) -> list[int]:
        """After how many reductions each offer of the power is at its plateau."""
        return [money - floor for line in self.lines[power] for money, floor, _ in line.amounts]

    @property
    def signature(self) -> tuple[tuple[int, ...], ...]:
        """Who is overdrawn, whose plateaus hold, and what each unit does: the same while sums fall evenly."""
        return ((*self.overdrawn, *self.dropped), *[race.way for race in self.races])

    def saved(self, race: Race) -> dict[int, int]:
        """What each power saves at a unit now."""
        rounds = self.time - race.since
        return {power: money - falls * rounds for power, (money, falls) in race.saved.items()}

    def advance(self) -> None:
        """Go on by as many rounds as are sure to be alike. Some power must be overdrawn."""
        for power, over in enumerate(self.overdrawn):
            if over and not self.dropped[power] and self.reduced[power] == self._bottom[power]:
                self._drop(power)
        until = min([self._turns(power) for power in range(len(self.available))])
        for race in self.races:
            if race.due < until:
                until = race.due if self.discount else race.lasts(until)
        rounds, self.time = until - self.time, until
        for power, over in enumerate(self.overdrawn):
            self._saved[power] -= self._melts[power] * rounds
            if over:
                self.reduced[power] += rounds
                self._spent[power] -= self._falls[power] * rounds
        for race in self.races:
            if race.due == until:
                self._settle(race)
        self._turn()

    def _drop(self, power: int) -> None:
        """All offers of the power have reached their plateaus, which hold no longer."""
        self.dropped[power], done = True, self.reduced[power]
        self.changes += 1
        for line in self.lines[power]:
            line.amounts = [(max(floor, money - done) + done, 0, times) for money, floor, times in line.amounts]
        self._weigh([power])
        self._foresee([power])

    def _turns(self, power: int) -> int:
        """The first round in which the power may begin or cease to be overdrawn, or all its offers reach a plateau."""
        excess, melts = self._spent[power] - self._saved[power] - self.available[power], self._melts[power]
        if (excess > 0) != self.overdrawn[power]:  # plateaus that drop let save at once
            return self.time + 1
        if not self.overdrawn[power]:
            return self.time + _closed(1 - excess, melts)
        rounds = _closed(excess, self._falls[power] - melts)
        return self.time + (rounds if self.dropped[power] else min(rounds, self._bottom[power] - self.reduced[power]))

    def _turned(self) -> list[int]:
        """Who begins or ceases to be overdrawn."""
        paid = zip(self._spent, self._saved, self.available, self.overdrawn, strict=True)
        return [power for power, (spent, saved, most, over) in enumerate(paid) if (spent - saved > most) != over]

    def _turn(self) -> None:
        """Reduce from now on whoever is overdrawn now."""
        turned = self._turned()
        if turned:
            self._weigh(turned)
            turned = self._turned()
            for power in turned:
                self.overdrawn[power] = not self.overdrawn[power]
            self.changes += len(turned)
            self._foresee(turned)

    def _foresee(self, powers: Iterable[int]) -> None:
        """The offers of these powers fall otherwise than they did."""
        places: set[int] = set()
        for power in powers:
            if self.overdrawn[power]:
                self._bottom[power] = max(self.levels(power))
            places.update([line.place for line in self.lines[power] if line.pays(self.reduced[power])[1]])
        for place in places:
            race = self.races[place]
            race.begin(self.time, self.reduced, self.overdrawn)
            if self.discount:
                self._settle(race)
            else:
                race.look(self.time)

    def _settle(self, race: Race) -> None:
        """Let a unit choose anew."""
        race.go_on(self.time)
        choice = race.contest.choose(race.totals(self.time))
        way: tuple[int, ...] = (choice,)
        saved, sure = race.saved, NEVER
        if self.discount:
            sure, way, saved = self._saving(race, choice)
        self.changes += way != race.way
        if self.discount or way != race.way:
            self._count(race, -1)
            race.since, race.way, race.payers, race.saved = self.time, way, race.contest.payers(choice), saved
            self._count(race, 1)
        race.look(self.time)
        race.due = min(race.due, self.time + sure)

    def _count(self, race: Race, sign: int) -> None:
        """Count what is paid for a unit."""
        for line in race.payers:
            power = line.power
            worth, fall = line.pays(self.reduced[power])
            self._spent[power] += sign * worth
            self._falls[power] += sign * fall
            self._paying[power] ^= {line}
        for power, (money, falls) in race.saved.items():
            self._saved[power] += sign * (money - falls * (self.time - race.since))
            self._melts[power] += sign * falls

    def _weigh(self, powers: Iterable[int]) -> None:
        """Sum up anew what these powers pay."""
        for power in powers:
            spent = falls = 0
            for line in self._paying[power]:
                worth, fall = line.pays(self.reduced[power])
                spent += worth
                falls += fall
            self._spent[power], self._falls[power] = spent, falls

    def _saving(self, race: Race, choice: int) -> tuple[int, tuple[int, ...], dict[int, Sum]]:
        """Return for how many rounds at most the same save, the way of it, and what each saves (6.4, P21, P22)."""
        contest, totals, falls = race.contest, race.totals(self.time), race.falls
        saved: dict[int, Sum] = {}
        others = [(total, -falls[option], option) for option, total in enumerate(totals) if option != choice]
        best, fall, second = max(others, default=(0, 0, -1))
        if best > totals[choice]:  # a dummy holds
            return NEVER, (choice,), saved
        if best == totals[choice]:
            alike = all(total < best or other == -falls[choice] for total, other, _ in others)
            return NEVER if alike else 1, (choice,), saved
        gap, closing = totals[choice] - best, falls[choice] + fall
        rounds = min([_closed(gap, closing), *(_closed(best - total, other - fall) for total, other, _ in others)])
        left = (gap - 1, closing)
        if not left[0]:  # the owner's list decides nothing yet
            return 1 if left[1] else rounds, (choice, second), saved
        payers = contest.payers(choice)
        for power in contest.rank_powers():
            if left == NOTHING:
                break
            spare = NOTHING
            for line in payers if power in contest.powers else ():
                if line.power == power:
                    for money, floor, times in line.amounts:
                        above = money - self.reduced[power] - floor
                        if above > 0:
                            spare = _plus(spare, (times * above, times * self.overdrawn[power]))
            less, more = sorted((spare, left), key=lambda each: (each[0], -each[1]))
            rounds = min(rounds, _closed(more[0] - less[0], more[1] - less[1]))
            saved[power] = less
            left = _plus(left, (-less[0], -less[1]))
        return rounds, (choice, second, *saved, int(left == NOTHING)), saved


def _plus(one: Sum, other: Sum) -> Sum:
    return one[0] + other[0], one[1] + other[1]


def _closed(gap: int, closing: int) -> int:
    """After how many rounds, at least one, a gap is closed that is so much less with each."""
    return max(1, -(-gap // closing)) if closing > 0 else NEVER


LONGEST_PERIOD = 40
"""In stretches."""
LOOKS = 12
"""Every so many stretches a pattern is looked for. Few wars last so long."""


Stretch: TypeAlias = tuple[int, tuple[tuple[int, ...], ...]]
"""For how many rounds the same powers were reduced and all units did the same, and the signature of that."""


def settle(auction: Auction) -> Auction:
    """Return the auction when no power is overdrawn any more."""
    starts: list[Sequence[int]] = []
    trail: list[Stretch] = []
    while any(auction.overdrawn):
        starts.append(tuple(auction.reduced))
        trail.append(_stretch(auction, NEVER))
        length = _period(trail) if len(trail) % LOOKS == 0 else 0
        if length:
            further = _skip(auction, starts[-length], trail[-length:])
            if further is not None:
                auction, starts, trail = further, [], []
    return auction


def _stretch(auction: Auction, most: int) -> Stretch:
    """Go on until something changes, or past `most` rounds."""
    began, changes, signature = auction.time, auction.changes, auction.signature
    while any(auction.overdrawn) and auction.time - began < most and auction.changes == changes:
        auction.advance()
    return auction.time - began, signature


def _period(trail: Sequence[Stretch]) -> int:
    """The length of the shortest pattern that the trail has just gone through twice; 0 if there is none."""
    for length in range(1, min(LONGEST_PERIOD, len(trail) // 2) + 1):
        if trail[-length:] == trail[-2 * length : -length]:
            return length
    return 0


def _skip(auction: Auction, start: Sequence[int], pattern: Sequence[Stretch]) -> Auction | None:
    """Return the auction after as many further periods as are sure to be like the last; None if there is none.

    As long as no offer reaches its floor, all that decides them changes evenly from period to period. So those between
    two that are alike are like these.
    """
    step = [after - before for after, before in zip(auction.reduced, start, strict=True)]
    many = _straight(auction, start, step)
    while many > 0:
        reduced = [first + many * each for first, each in zip(start, step, strict=True)]
        kept = auction.contests, auction.lines, auction.available
        trial = Auction(*kept, discount=auction.discount, reduced=reduced, dropped=auction.dropped)
        # One that begins otherwise goes no further: where it drops plateaus they would be gone for good.
        if all(trial.signature == like and _stretch(trial, rounds) == (rounds, like) for rounds, like in pattern):
            return trial
        many //= 2
    return None


def _straight(auction: Auction, start: Sequence[int], step: Sequence[int]) -> int:
    """The last period (the one just seen is number 0) up to whose end no offer reaches its floor."""
    last = NEVER
    for power, each in enumerate(step):
        nearest = min((level for level in auction.levels(power) if level > start[power]), default=NEVER)
        if each:
            last = min(last, (nearest - start[power]) // each - 1)
    return last
