"""Who sits with whom in a round of a tournament: tables at which as few people as possible meet again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.rules.rng import Stream

Met = Mapping[frozenset[int], int]
"""Two people -> how often they have sat at one table."""

STEPS = 20_000
"""So many seats are tried. Where that is not enough for all ways to sit, the best way found counts."""


def sizes(people: int, size: int, least: int = 0) -> tuple[int, ...]:
    """Return how many of these people sit at each table of `size` seats. Those left over sit at none. `least`: so many
    are enough for a table at which programs play the rest; 0: it must be full.
    """
    if not least:
        return (size,) * (people // size)
    count = min(-(-people // size), people // min(least, size))
    seated = min(people, count * size)
    return tuple(seated // count + (place < seated % count) for place in range(count))


def seat(people: Sequence[int], places: Sequence[int], met: Met, lot: Stream) -> tuple[tuple[int, ...], ...]:
    """Return the people of each table. `places`: how many each has; everybody has one. The lot decides among ways that
    are equally good.
    """
    search = _Search(lot.shuffled(people), places, met)
    search.place(0, 0)
    return tuple(search.best)


class _Search:
    """Branch and bound: seats one person after the other, and gives up where it cannot become better."""

    def __init__(self, people: Sequence[int], places: Sequence[int], met: Met) -> None:
        self.people, self.places, self.met = people, places, met
        self.tables: list[list[int]] = [[] for _ in places]
        self.best: list[tuple[int, ...]] = []
        self.least = -1
        self.steps = 0

    def place(self, at: int, cost: int) -> None:
        if at == len(self.people):
            self.best, self.least = [*map(tuple, self.tables)], cost
            return
        for more, number in sorted(self._choices(self.people[at])):
            self.steps += 1
            if self.best and (cost + more >= self.least or self.steps > STEPS):
                return
            self.tables[number].append(self.people[at])
            self.place(at + 1, cost + more)
            self.tables[number].pop()

    def _choices(self, person: int) -> Iterator[tuple[int, int]]:
        """What it costs to sit at each table with a place; of empty ones that are alike only the first."""
        empty: set[int] = set()
        for number, (table, most) in enumerate(zip(self.tables, self.places, strict=True)):
            if len(table) < most and (table or most not in empty):
                if not table:
                    empty.add(most)
                yield sum(self.met.get(frozenset((person, other)), 0) for other in table), number
