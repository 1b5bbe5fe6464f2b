"""How often each power is reduced (Payola 5.5, rulings P13, P14), and what winners save (6.4, P21, P22).

The rules reduce round by round. Here many rounds are one step: as long as nobody begins or ceases to be reduced and no
unit has another choice, every sum falls evenly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import TypeAlias

from judge.rules.payola.auctions.contest import Contest, Line

NEVER = 1 << 60
"""A round that does not come."""

Sum: TypeAlias = tuple[int, int]
"""Money, and how much less it is with each round."""

NOTHING: Sum = (0, 0)

Bend: TypeAlias = tuple[int, int, Sequence[int], int]
"""The round in which an offer reaches its floor, its repetition, the options covered, whose it is."""

_round_of = itemgetter(0)


class Race:
    """The offers to a unit for each option in the round `time`, and what it chose last, in the round `since`.

    `falls`: how much less is offered in the next round; `bends` are those of the offers that fall, the earliest first.
    `way`: its choice and, where winners save, what came second and who saves; `saved`: power -> what it saves. `due`:
    the round in which it must choose anew.
    """

    def __init__(self, contest: Contest, reduced: Sequence[int]) -> None:
        self.contest = contest
        self.time = self.since = 0
        self.due = NEVER
        self.totals = [0] * len(contest.options)
        self.falls = self.totals.copy()
        self.bends: list[Bend] = []
        for line in contest.lines:
            worth, _ = line.pays(reduced[line.power])
            for option in line.covers:
                self.totals[option] += worth
        self.way: tuple[int, ...] = (contest.choose(self.totals),)
        self.saved: Mapping[int, Sum] = {}

    def go_on(self, time: int) -> None:
        rounds, self.time = time - self.time, time
        if rounds and self.bends:
            self.totals = [total - fall * rounds for total, fall in zip(self.totals, self.falls, strict=True)]
            while self.bends and self.bends[0][0] <= time:
                bend, times, covers, _ = self.bends.pop(0)
                for option in covers:
                    self.totals[option] += times * (time - bend)
                    self.falls[option] -= times

    def turn(self, power: int, falling: Iterable[Line], reduced: int) -> None:
        """Of the power's offers these fall from now on, and no others; they were reduced so often."""
        for _, times, covers, whose in self.bends:
            if whose == power:
                for option in covers:
                    self.falls[option] -= times
        self.bends = [each for each in self.bends if each[3] != power]
        for line in falling:
            for money, floor, times in line.amounts:
                if money - reduced > floor:
                    self.bends.append((self.time + money - reduced - floor, times, line.covers, power))
                    for option in line.covers:
                        self.falls[option] += times
        self.bends.sort(key=_round_of)

    def lead(self, choice: int) -> int:
        """Return for how many rounds the choice is sure to last; follows the totals from bend to bend."""
        totals, falls, leader, tied = self.totals.copy(), self.falls.copy(), choice, False
        if self.contest.lot.dummy:  # it holds while any tie
            best = max(totals)
            leader, tied = totals.index(best), totals.count(best) > 1
            if any(total == best and falls[option] != falls[leader] for option, total in enumerate(totals)):
                return 1
        if not falls[leader]:
            return NEVER
        first = _met(leader, totals, falls)
        for bend, times, covers, _ in self.bends:
            rounds = bend - self.time
            if rounds >= first or not falls[leader]:
                break
            if tied:
                return rounds
            for option in covers:
                totals[option] -= times * rounds
                falls[option] -= times
            first = _met(leader, totals, falls)
        # It may win the tie.
        then = [total - fall * first for total, fall in zip(totals, falls, strict=True)]
        return first + (self.contest.choose(then) == choice)


class Auction:
    """The auction in one round: how often each power was reduced, what each unit chooses, who is overdrawn."""

    def __init__(
        self,
        contests: Sequence[Contest],
        available: Sequence[int],
        *,
        discount: bool,
        reduced: Sequence[int] = (),
        dropped: Sequence[bool] = (),
    ) -> None:
        self.contests = contests
        self.available = available
        self.discount = discount
        self.reduced = [*reduced] or [0] * len(available)
        self.dropped = [*dropped] or [False] * len(available)
        self.races = [Race(contest, self.reduced) for contest in contests]
        # Each power's lines, by the unit that they are for.
        self._own: list[dict[Race, list[Line]]] = [{} for _ in available]
        for race in self.races:
            for line in race.contest.lines:
                self._own[line.power].setdefault(race, []).append(line)
        # After this many reductions every offer of the power is at its plateau.
        self._bottom = [max(self.levels(power), default=0) for power in range(len(available))]
        self.time = 0
        self.overdrawn = [False] * len(available)
        # What each power pays, never too much; and how much less with the next round, never too little.
        self._spent = [0] * len(available)
        self._falls = [0] * len(available)
        self._settle(self.races if discount else ())
        self._weigh(range(len(available)))
        self._turn()

    def levels(self, power: int) -> list[int]:
        """After how many reductions each offer of the power is at its plateau."""
        own = self._own[power].values()
        return [money - floor for lines in own for line in lines for money, floor, _ in line.amounts]

    @property
    def signature(self) -> tuple[tuple[int, ...], ...]:
        """Who is overdrawn, whose plateaus hold, and what each unit does: the same while sums fall evenly."""
        return ((*self.overdrawn, *self.dropped), *[race.way for race in self.races])

    def saved(self, race: Race) -> dict[int, int]:
        """What each power saves at a unit now."""
        race.go_on(self.time)
        rounds = self.time - race.since
        return {power: money - falls * rounds for power, (money, falls) in race.saved.items()}

    def advance(self) -> None:
        """Go on by as many rounds as are sure to be alike. Some power must be overdrawn."""
        reducing = [power for power, over in enumerate(self.overdrawn) if over]
        low = [power for power in reducing if not self.dropped[power] and self.reduced[power] == self._bottom[power]]
        for power in low:
            self.dropped[power], done = True, self.reduced[power]
            for line in chain.from_iterable(self._own[power].values()):
                line.amounts = [(max(floor, money - done) + done, 0, times) for money, floor, times in line.amounts]
            self._foresee_anew([power])
        until = min([*[race.due for race in self.races], *[self._turns(power) for power in range(len(self.available))]])
        if low and self._turned():  # plateaus that drop let save at once
            until = self.time + 1
        for power in reducing:
            if not self.dropped[power]:
                until = min(until, self.time + self._bottom[power] - self.reduced[power])
        rounds, self.time = until - self.time, until
        for power in reducing:
            self.reduced[power] += rounds
        for power, falls in enumerate(self._falls):
            self._spent[power] -= falls * rounds
        self._settle([race for race in self.races if race.due <= until])
        self._weigh(self._turned())
        self._turn()

    def _turns(self, power: int) -> int:
        """The first round in which the power may begin or cease to be overdrawn."""
        excess, falls = self._spent[power] - self.available[power], self._falls[power]
        return self.time + (_closed(excess, falls) if self.overdrawn[power] else _closed(1 - excess, -falls))

    def _turned(self) -> list[int]:
        """Who begins or ceases to be overdrawn."""
        spent = zip(self._spent, self.available, self.overdrawn, strict=True)
        return [power for power, (paid, most, over) in enumerate(spent) if (paid > most) != over]

    def _turn(self) -> None:
        """Reduce from now on whoever is overdrawn now."""
        turned = self._turned()
        for power in turned:
            self.overdrawn[power] = not self.overdrawn[power]
        if turned:
            self._foresee_anew(turned)

    def _foresee_anew(self, powers: Sequence[int]) -> None:
        """The offers of these powers fall otherwise than they did: whomever that may concern chooses anew."""
        for power in powers:
            stops = not self.overdrawn[power]
            for race, lines in self._own[power].items():
                race.go_on(self.time)
                fell = race.falls[race.way[0]]
                race.turn(power, () if stops else lines, self.reduced[power])
                # It is no danger that offers for other orders fall, nor that they stop while those for its choice stay.
                if (stops and fell) or race.falls[race.way[0]] != fell or self.discount or race.contest.lot.dummy:
                    race.due = self.time
        self._settle([race for race in self.races if race.due == self.time])
        self._weigh(powers)

    def _settle(self, races: Iterable[Race]) -> None:
        """Let these units choose anew."""
        for race in races:
            race.go_on(self.time)
            choice = race.contest.choose(race.totals)
            way: tuple[int, ...] = (choice,)
            sure, saved = race.lead(choice), race.saved
            if self.discount:
                rounds, way, saved = self._saving(race, choice)
                sure = min([rounds, sure, *(bend - self.time for bend, *_ in race.bends)])
            if self.discount or way != race.way:
                self._count(race, -1)
                race.since, race.way, race.saved = self.time, way, saved
                self._count(race, 1)
            race.due = self.time + sure

    def _count(self, race: Race, sign: int) -> None:
        """Count what is paid for a unit."""
        for line in race.contest.payers[race.way[0]]:
            power = line.power
            worth, fall = line.pays(self.reduced[power])
            self._spent[power] += sign * worth
            if self.overdrawn[power]:
                self._falls[power] += sign * fall
        for power, (money, falls) in race.saved.items():
            self._spent[power] -= sign * (money - falls * (self.time - race.since))
            self._falls[power] -= sign * falls

    def _weigh(self, powers: Iterable[int]) -> None:
        """Reckon anew what these powers pay."""
        for power in powers:
            spent = falls = 0
            for race, lines in self._own[power].items():
                money, fall = race.saved.get(power, NOTHING)
                spent -= money - fall * (self.time - race.since)
                falls -= fall
                for line in lines:
                    if race.way[0] in line.covers:
                        worth, fall = line.pays(self.reduced[power])
                        spent += worth
                        falls += self.overdrawn[power] and fall
            self._spent[power], self._falls[power] = spent, falls

    def _saving(self, race: Race, choice: int) -> tuple[int, tuple[int, ...], dict[int, Sum]]:
        """Return for how many rounds at most the same save, the way of it, and what each saves (6.4, P21, P22)."""
        contest, totals, falls = race.contest, race.totals, race.falls
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
        for power in contest.rank_powers():
            if left == NOTHING:
                break
            spare = NOTHING
            for line in contest.payers[choice] if power in contest.powers else ():
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


def _met(leader: int, totals: Sequence[int], falls: Sequence[int]) -> int:
    """In which round the first of those that fall more slowly has as much as the leader."""
    best, fall = totals[leader], falls[leader]
    slower = [-((total - best) // (fall - each)) for total, each in zip(totals, falls, strict=True) if each < fall]
    return min(slower, default=NEVER)


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
    began, signature = auction.time, auction.signature
    while any(auction.overdrawn) and auction.time - began < most and auction.signature == signature:
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
        kept = auction.contests, auction.available
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
