"""A map as a raster: which area each pixel belongs to. It becomes the outlines of a ground, which share their edges."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from judge.rules.ground import NEUTRAL

Corner: TypeAlias = tuple[int, int]
Spot: TypeAlias = tuple[float, float]
Rows: TypeAlias = list[list[int]]

OUTSIDE = -1
STEPS = ((0, -1), (-1, 0), (1, 0), (0, 1))
EVERY_WAY = (*STEPS, (-1, -1), (1, -1), (-1, 1), (1, 1))
BEND = 1.0
"""How far an outline may leave the edges of its pixels."""
CRUMB = 6.0
"""Pixels of a part that is too small to draw."""
LEAST_BORDER = 3
"""Pixels of a border that can be seen."""
LONGEST, STRETCH = 150_000, 100
"""Corners of all borders: more is noise; and those that are made straight at once."""


def cropped(rows: Rows) -> Rows:
    """The rows without the margins in which there is nothing. ValueError if there is nothing at all."""
    some = [row for row in rows if any(row)]
    if not some:
        raise ValueError("the picture is empty")
    first, last = (next(y for y, row in enumerate(rows[::turn]) if any(row)) for turn in (1, -1))
    left = min(next(x for x, number in enumerate(row) if number) for row in some)
    right = min(next(x for x, number in enumerate(row[::-1]) if number) for row in some)
    return [row[left : len(row) - right] for row in rows[first : len(rows) - last]]


def grown(rows: Rows, most: int) -> None:
    """Let areas take the nothing beside them, so many pixels of it, each way nearly as fast."""
    width, height = len(rows[0]), len(rows)
    wave = [(x, y) for y, row in enumerate(rows) for x, number in enumerate(row) if number > 0]
    for turn in range(most):
        wave, before = [], wave
        for x, y in before:
            for dx, dy in STEPS if turn % 2 else EVERY_WAY:
                if 0 <= x + dx < width and 0 <= y + dy < height and not rows[y + dy][x + dx]:
                    rows[y + dy][x + dx] = rows[y][x]
                    wave.append((x + dx, y + dy))
        if not wave:
            return


class Edges:
    """All edges of pixels between two areas. `steps`: area -> corner -> the next ones, the area on the right;
    `shared`: pair of areas -> corners on their border; `at`: corner -> how many edges meet there.
    """

    def __init__(self, rows: Rows) -> None:
        self.steps: dict[int, dict[Corner, list[Corner]]] = {}
        self.shared: dict[tuple[int, int], list[Corner]] = {}
        self.at: dict[Corner, int] = {}
        width, height = len(rows[0]), len(rows)
        above = [OUTSIDE] * width
        for y, row in enumerate([*rows, above]):
            for x, (one, other) in enumerate(zip(above, row, strict=True)):
                if one != other:
                    self._edge(one, other, (x + 1, y), (x, y))
            if y < height:
                for x, (one, other) in enumerate(zip([OUTSIDE, *row], [*row, OUTSIDE], strict=True)):
                    if one != other:
                        self._edge(one, other, (x, y), (x, y + 1))
            above = row
            if len(self.at) > LONGEST:
                raise ValueError(f"its borders have more than {LONGEST:,} corners: that is no map")
        for corner in ((0, 0), (width, 0), (0, height), (width, height)):
            self.at[corner] = 0

    def _edge(self, one: int, other: int, start: Corner, end: Corner) -> None:
        self.steps.setdefault(one, {}).setdefault(start, []).append(end)
        self.steps.setdefault(other, {}).setdefault(end, []).append(start)
        self.shared.setdefault((min(one, other), max(one, other)), []).append(end)
        for corner in (start, end):
            self.at[corner] = self.at.get(corner, 0) + 1

    def rings(self, area: int) -> Iterable[list[Corner]]:
        """The outlines of an area, each once around."""
        steps = {corner: list(nexts) for corner, nexts in self.steps[area].items()}
        while steps:
            here = start = next(iter(steps))
            before, ring = here, []
            while True:
                ring.append(here)
                ways = steps[here]
                right = (before[1] - here[1] + here[0], here[0] - before[0] + here[1])
                there = ways.pop(ways.index(right) if right in ways else 0)
                if not ways:
                    del steps[here]
                before, here = here, there
                if here == start and (here not in steps or len(ring) > 1):
                    break
            yield self._smooth(ring)

    def _smooth(self, ring: list[Corner]) -> list[Corner]:
        """The ring with few corners; a stretch between two areas becomes the same from both sides."""
        fixed = [place for place, corner in enumerate(ring) if self.at[corner] != 2]
        if not fixed:
            first = ring.index(min(ring))
            ring = ring[first:] + ring[:first]
            far = max(ring, key=lambda corner: (math.dist(corner, ring[0]), corner))
            fixed = [0, ring.index(far)]
        ring = ring[fixed[0] :] + ring[: fixed[0] + 1]
        made: list[Corner] = []
        for first, last in pairwise([*(place - fixed[0] for place in fixed), len(ring) - 1]):
            part = ring[first : last + 1]
            turned = part[::-1] < part
            straight = _straightened(part[::-1] if turned else part)
            made += (straight[::-1] if turned else straight)[:-1]
        return made


def _straightened(part: list[Corner]) -> list[Corner]:
    """Douglas and Peucker."""
    kept = {*range(0, len(part), STRETCH), len(part) - 1}
    open_parts = [*pairwise(sorted(kept))]
    while open_parts:
        first, last = open_parts.pop()
        (x, y), (to_x, to_y) = part[first], part[last]
        length = math.dist(part[first], part[last])
        worst, where = BEND, 0
        for place in range(first + 1, last):
            px, py = part[place]
            off = abs((to_x - x) * (py - y) - (to_y - y) * (px - x)) / length if length else math.dist((x, y), (px, py))
            if off > worst:
                worst, where = off, place
        if where:
            kept.add(where)
            open_parts += [(first, where), (where, last)]
    return [part[place] for place in sorted(kept)]


def _size(ring: Sequence[Corner]) -> float:
    return abs(sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in zip(ring, [*ring[1:], ring[0]], strict=True))) / 2


def _stands(rows: Rows) -> dict[int, tuple[int, int, int]]:
    """Area -> x and y of the middle of its widest part, and how wide that is on each side: what is left of it as its
    rim is taken away, every second pixel of every second row, in steps alternately without and with corners.
    """
    left: dict[int, dict[int, int]] = {}
    for y, row in enumerate(rows[::2]):
        for x, area in enumerate(row[::2]):
            if area > 0:
                lines = left.setdefault(area, {})
                lines[y] = lines.get(y, 0) | 1 << x
    found = {}
    for area, whole in left.items():
        room, kept, inner = 0, whole, whole
        while inner:
            kept, room, inner = inner, room + 1, {}
            for y, bits in kept.items():
                above, below = kept.get(y - 1, 0), kept.get(y + 1, 0)
                core = bits & bits << 1 & bits >> 1 & above & below
                if room % 2:
                    core &= above << 1 & above >> 1 & below << 1 & below >> 1
                if core:
                    inner[y] = core
        y = sorted(kept)[len(kept) // 2]
        across = [x for x in range(kept[y].bit_length()) if kept[y] >> x & 1]
        found[area] = 2 * across[len(across) // 2], 2 * y, 2 * room - 1
    return found


def as_ground(
    rows: Rows,
    codes: Sequence[str],
    beside: Mapping[str, Collection[str]],
    coasts: Mapping[str, Collection[str]],
) -> dict[str, Any]:
    """Return a ground as its file holds it. `codes`: the areas, of which the first is number 1; `beside`: area -> those
    that a unit reaches; `coasts`: place -> the areas that a fleet reaches from there. ValueError names areas without
    room.
    """
    edges, at = Edges(rows), _stands(rows)
    numbers = {code: number for number, code in enumerate(codes, 1)}
    if missing := [code for code, number in numbers.items() if number not in at]:
        raise ValueError(f"no room for {', '.join(missing)}")
    areas: dict[str, Any] = {}
    for code, number in [(NEUTRAL, 0), *sorted(numbers.items())] if 0 in edges.steps else sorted(numbers.items()):
        rings = [ring for ring in edges.rings(number) if len(ring) > 2 and _size(ring) > CRUMB]
        areas[code] = {"rings": [[way for corner in ring for way in corner] for ring in rings]}
        if number:
            x, y, room = at[number]
            areas[code] |= {"at": [x, y], "room": room}
    touching = {pair: corners for pair, corners in edges.shared.items() if len(corners) >= LEAST_BORDER}
    links = [
        [one, other]
        for one in sorted(codes)
        for other in sorted(beside[one])
        if one < other and tuple(sorted((numbers[one], numbers[other]))) not in touching
    ]
    stands = {}
    for place, waters in coasts.items():
        code = place.partition("/")[0]
        pairs = [(min(each), max(each)) for each in ((numbers[code], numbers[other]) for other in waters)]
        shore = [corner for pair in pairs for corner in touching.get(pair, ())]
        x, y, room = at[numbers[code]]
        to = shore or [at[numbers[other]][:2] for other in waters] or [(x, y)]
        right, below = (sum(each[way] for each in to) / len(to) - here for way, here in ((0, x), (1, y)))
        far = 0.6 if shore else 0.6 * room / (math.hypot(right, below) or 1.0)
        x, y = round(x + far * right), round(y + far * below)
        stands[place] = [x, y]
    return {"size": [len(rows[0]), len(rows)], "coasts": stands, "links": links, "areas": areas}
