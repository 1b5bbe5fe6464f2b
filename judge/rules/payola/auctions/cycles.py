"""Bidding wars: when two overdrawn powers outbid each other in turn, a choice changes in every round.

Such rounds come in periods that repeat until an offer reaches its plateau or the pattern breaks. While all amounts
fall in straight lines, a pattern that holds in a first and in a later period holds in all those between, because each
choice and each overdraft in it is the sign of a straight line. So the last period that still follows the pattern can
be searched for by halves, and all before it are skipped.
"""

from __future__ import annotations

from typing import NamedTuple

from judge.rules.payola.auctions.contest import NEVER
from judge.rules.payola.auctions.reductions import Reductions

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
