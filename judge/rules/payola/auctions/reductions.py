"""How often each power is reduced (Payola 5.5, rulings P13, P14), and what winners save (6.4, P21, P22).

The rules reduce round by round. Here many rounds are one step: as long as nobody begins or ceases to be reduced and no
unit has another choice, every sum falls evenly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from judge.rules.payola.auctions.contest import Contest, Line

NEVER = 1 << 60
"""A round that does not come."""

Sum: TypeAlias = tuple[int, int]
"""Money, and how much less it is with each round."""

Bend: TypeAlias = tuple[int, int, Sequence[int]]
"""The round in which an offer reaches its floor, its repetition, the options covered."""

_round_of = itemgetter(0)


class Standing(NamedTuple):
    """What a unit chooses from the round `since` on.

    `way`: its choice and, where winners save, what came second and who saves; `pays` and `saved`: power -> what it
    really pays, and what it saves.
    """

    since: int
    way: tuple[int, ...]
    pays: Mapping[int, Sum]
    saved: Mapping[int, Sum]

    @property
    def choice(self) -> int:
        return self.way[0]


class Auction:
    """The auction in one round: how often each power was reduced, what each unit chooses, who is overdrawn."""

    def __init__(
        self,
        contests: Sequence[Contest],
        available: Sequence[int],
        lines: Sequence[Sequence[Line]],
        *,
        discount: bool,
        reduced: Sequence[int] = (),
        dropped: Sequence[bool] = (),
    ) -> None:
        self.contests = contests
        self.available = available
        self.lines = lines
        self.discount = discount
        self.reduced = [*reduced] or [0] * len(available)
        self.dropped = [*dropped] or [False] * len(available)
        # After this many reductions every offer of the power is at its plateau.
        self._bottom = [
            max((money - floor for line in own for money, floor, _ in line.amounts), default=0) for own in lines
        ]
        self._touches = [
            [index for index, contest in enumerate(contests) if power in contest.powers]
            for power in range(len(available))
        ]
        self.time = 0
        self.overdrawn = [False] * len(available)
        self._spent = [0] * len(available)
        self._falls = [0] * len(available)
        self.standings = [Standing(0, (), {}, {})] * len(contests)
        # The round in which each unit must choose anew.
        self._due = [0] * len(contests)
        self._settle(range(len(contests)))
        self._turn()

    @property
    def signature(self) -> tuple[tuple[int, ...], ...]:
        """Who is overdrawn, whose plateaus hold, and what each unit does: the same while sums fall evenly."""
        return ((*self.overdrawn, *self.dropped), *[standing.way for standing in self.standings])

    def saved(self, index: int) -> dict[int, int]:
        """What each power saves at a unit now."""
        standing = self.standings[index]
        rounds = self.time - standing.since
        return {power: left for power, (money, falls) in standing.saved.items() if (left := money - falls * rounds)}

    def advance(self) -> None:
        """Go on by as many rounds as are sure to be alike. Some power must be overdrawn."""
        reducing = [power for power, over in enumerate(self.overdrawn) if over]
        for power in reducing:
            if not self.dropped[power] and self.reduced[power] == self._bottom[power]:
                self._drop_plateaus(power)
        until = min(self._due)
        for power in range(len(self.available)):
            until = min(until, self._turns(power))
        for power in reducing:
            if not self.dropped[power]:
                until = min(until, self.time + self._bottom[power] - self.reduced[power])
        rounds, self.time = until - self.time, until
        for power in reducing:
            self.reduced[power] += rounds
        for power, falls in enumerate(self._falls):
            self._spent[power] -= falls * rounds
        self._settle([index for index, due in enumerate(self._due) if due <= until])
        # Past a bend more is paid than was foreseen: who seems to be overdrawn no more may be overdrawn still.
        if doubtful := self._turned():
            old = [index for index, each in enumerate(self.standings) if each.since < until]
            self._settle([index for index in old if not self.standings[index].pays.keys().isdisjoint(doubtful)])
        self._turn()

    def _turns(self, power: int) -> int:
        """The first round in which the power may begin or cease to be overdrawn."""
        excess, falls = self._spent[power] - self.available[power], self._falls[power]
        return self.time + (_closed(excess, falls) if self.overdrawn[power] else _closed(1 - excess, -falls))

    def _turned(self) -> list[int]:
        """Who begins or ceases to be overdrawn."""
        return [
            power for power, most in enumerate(self.available) if (self._spent[power] > most) != self.overdrawn[power]
        ]

    def _turn(self) -> None:
        """Reduce from now on whoever is overdrawn now."""
        for power in self._turned():
            self.overdrawn[power] = not self.overdrawn[power]
            self._foresee_no_more(power)

    def _drop_plateaus(self, power: int) -> None:
        self.dropped[power] = True
        done = self.reduced[power]
        for line in self.lines[power]:
            line.amounts = [(max(floor, money - done) + done, 0, times) for money, floor, times in line.amounts]
        self._foresee_no_more(power)

    def _foresee_no_more(self, power: int) -> None:
        """The power's offers fall otherwise than they did: whoever that may concern chooses anew after one round."""
        for index in self._touches[power]:
            pays = self.standings[index].pays
            # It is no danger that offers for other orders fall, nor that they stop while those for its choice stay.
            stops = not self.overdrawn[power] and any(falls for _, falls in pays.values())
            if power in pays or stops or self.discount or self.contests[index].lot.dummy:
                self._due[index] = self.time + 1

    def _settle(self, indices: Iterable[int]) -> None:
        """Let these units choose anew."""
        for index in indices:
            before = self.standings[index]
            after, sure = self._stand(self.contests[index])
            self.standings[index], self._due[index] = after, self.time + sure
            rounds = self.time - before.since
            for power, (money, falls) in before.pays.items():
                self._spent[power] -= money - falls * rounds
                self._falls[power] -= falls
            for power, (money, falls) in after.pays.items():
                self._spent[power] += money
                self._falls[power] += falls

    def _stand(self, contest: Contest) -> tuple[Standing, int]:
        """Return what a unit chooses now, and for how many rounds that is sure to last."""
        totals = [0] * len(contest.options)
        falls = totals.copy()
        bends: list[Bend] = []
        sums: dict[Line, Sum] = {}
        reduced, overdrawn = self.reduced, self.overdrawn
        for line in contest.lines:
            done, falling = reduced[line.power], overdrawn[line.power]
            worth = fall = 0
            for money, floor, times in line.amounts:
                left = money - done
                if left > floor:
                    worth += times * left
                    if falling:
                        fall += times
                        bends.append((left - floor, times, line.covers))
                else:
                    worth += times * floor
            if worth:
                sums[line] = (worth, fall)
                for option in line.covers:
                    totals[option] += worth
                    falls[option] += fall
        choice = contest.choose(totals)
        pays: dict[int, Sum] = {}
        for line in contest.payers[choice]:
            if line in sums:
                pays[line.power] = _plus(pays.get(line.power, NOTHING), sums[line])
        if not self.discount:
            return Standing(self.time, (choice,), pays, {}), _lead(contest, choice, totals, falls, bends)
        rounds, way, saved = self._saving(contest, choice, totals, falls)
        for power, (money, fall) in saved.items():
            pays[power] = _plus(pays.get(power, NOTHING), (-money, -fall))
        rounds = min([rounds, _lead(contest, choice, totals, falls, bends), *(bend for bend, _, _ in bends)])
        return Standing(self.time, way, pays, saved), rounds

    def _saving(
        self, contest: Contest, choice: int, totals: Sequence[int], falls: Sequence[int]
    ) -> tuple[int, tuple[int, ...], dict[int, Sum]]:
        """Return for how many rounds at most the same save, the way of it, and what each saves (6.4, P21, P22)."""
        saved: dict[int, Sum] = {}
        others = [(total, -falls[option], option) for option, total in enumerate(totals) if option != choice]
        best, fall, second = max(others, default=(0, 0, -1))
        if best >= totals[choice]:
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


NOTHING: Sum = (0, 0)


def _plus(one: Sum, other: Sum) -> Sum:
    return one[0] + other[0], one[1] + other[1]


def _closed(gap: int, closing: int) -> int:
    """After how many rounds, at least one, a gap is closed that is so much less with each."""
    return max(1, -(-gap // closing)) if closing > 0 else NEVER


def _lead(contest: Contest, choice: int, totals: list[int], falls: list[int], bends: Sequence[Bend]) -> int:
    """Return after how many rounds the unit may choose otherwise; follows the totals from bend to bend."""
    leader, tied = choice, False
    if contest.lot.dummy:  # it holds while any tie
        best = max(totals)
        leader, tied = totals.index(best), totals.count(best) > 1
        if any(total == best and falls[option] != falls[leader] for option, total in enumerate(totals)):
            return 1
    if not falls[leader]:
        return NEVER
    first = _met(leader, totals, falls)
    for bend, times, covers in sorted(bends, key=_round_of):
        if bend >= first or not falls[leader]:
            break
        if tied:
            return bend
        for option in covers:
            totals[option] -= times * bend
            falls[option] -= times
        first = _met(leader, totals, falls)
    if first == NEVER:
        return NEVER
    # It may win the tie.
    then = [total - fall * first for total, fall in zip(totals, falls, strict=True)]
    return first + (contest.choose(then) == choice)


def _met(leader: int, totals: Sequence[int], falls: Sequence[int]) -> int:
    """In which round the first of those that fall more slowly has as much as the leader."""
    best, fall = totals[leader], falls[leader]
    slower = [-((total - best) // (fall - each)) for total, each in zip(totals, falls, strict=True) if each < fall]
    return min(slower, default=NEVER)


LONGEST_PERIOD = 40
"""In stretches."""
LOOKS = 12
"""Every so many stretches a pattern is looked for. Few wars last so long."""


class Stretch(NamedTuple):
    """Rounds during which the same powers were reduced and all units did the same."""

    rounds: int
    signature: tuple[tuple[int, ...], ...]


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
    return Stretch(auction.time - began, signature)


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

    def after(periods: int) -> Auction:
        reduced = [first + periods * each for first, each in zip(start, step, strict=True)]
        return Auction(
            auction.contests,
            auction.available,
            auction.lines,
            discount=auction.discount,
            reduced=reduced,
            dropped=auction.dropped,
        )

    many = _straight(auction, start, step)
    while many > 0:
        trial = after(many)
        # One that begins otherwise goes no further: where it drops plateaus they would be gone for good.
        if all(trial.signature == each.signature and _stretch(trial, each.rounds) == each for each in pattern):
            return trial
        many //= 2
    return None


def _straight(auction: Auction, start: Sequence[int], step: Sequence[int]) -> int:
    """The last period (the one just seen is number 0) up to whose end no offer reaches its floor."""
    last = NEVER
    for power, each in enumerate(step):
        levels = [money - floor for line in auction.lines[power] for money, floor, _ in line.amounts]
        nearest = min((level for level in levels if level > start[power]), default=NEVER)
        if each:
            last = min(last, (nearest - start[power]) // each - 1)
    return last
