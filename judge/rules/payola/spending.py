"""What a power's accepted offers come to, and when they will fit its money, without adding them all up every time."""

from __future__ import annotations

from judge.rules.payola.auctions.contest import NEVER, Line


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
