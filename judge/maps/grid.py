"""What is taken of a map, and where there is room left: a raster of cells, each row of it the bits of one number.

Boxes are (left, top, right, bottom) in the pixels of the drawing. A cell that a shape touches is taken whole, so what
the raster keeps apart does not touch.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from judge.maps.svg import Point

CELL = 3
"""Pixels of a cell, each way."""
NEAR = 5
"""So many rows up and down every one is looked at for room, beyond that every second one."""

Rows: TypeAlias = Sequence[int]
"""Cells: the bits of each row, from the top."""


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


def square(at: Point, half: float) -> Box:
    return Box(at[0] - half, at[1] - half, at[0] + half, at[1] + half)


def box_at(middle: Point, size: Point) -> Box:
    (x, y), (wide, high) = middle, size
    return Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


class Room:
    """A map of this size, nothing of it taken. What lies outside of it is taken."""

    def __init__(self, width: float, height: float) -> None:
        self._columns = int(width // CELL)
        self._rows = [0] * int(height // CELL)

    def copy(self) -> Room:
        """Another map of which the same is taken."""
        made = Room(0, 0)
        made._columns, made._rows = self._columns, self._rows.copy()
        return made

    def free(self, box: Box) -> bool:
        """Whether nothing in this box is taken."""
        left, top = int(box[0] // CELL), int(box[1] // CELL)
        right, bottom = int(box[2] // CELL), int(box[3] // CELL)
        if left < 0 or top < 0 or right >= self._columns or bottom >= len(self._rows):
            return False
        mask = ((2 << (right - left)) - 1) << left
        taken = 0
        for row in self._rows[top : bottom + 1]:
            taken |= row
        return not taken & mask

    def take(self, box: Box) -> None:
        """Takes this box, as far as it lies on the map."""
        left, right = max(int(box[0] // CELL), 0), int(box[2] // CELL)
        if right < left:
            return
        mask = ((2 << (right - left)) - 1) << left
        for row in range(max(int(box[1] // CELL), 0), min(int(box[3] // CELL) + 1, len(self._rows))):
            self._rows[row] |= mask

    def settle(self, size: Point, places: Iterable[Point], far: float) -> Point:
        """Take a box of this size at the first of these places that is free, or as near as can be to the first, at most
        `far` away; return its middle.
        """
        first = None
        for place in places:
            first = first or place
            if self.free(box_at(place, size)):
                break
        else:
            assert first is not None  # noqa: S101 - for the type checker
            place = self.nearest(size, first, far) or first
        self.take(box_at(place, size))
        return place

    def take_line(self, points: Sequence[Point], half: float) -> None:
        """Takes a line through these points, `half` wide to each side."""
        rows = self._rows
        for one, other in itertools.pairwise(points):
            (x, y), (to_x, to_y) = (one, other) if one[1] <= other[1] else (other, one)
            slope = (to_x - x) / (to_y - y) if to_y > y else 0.0
            first, last = max(int((y - half) // CELL), 0), min(int((to_y + half) // CELL), len(rows) - 1)
            for row in range(first, last + 1, 2):  # two rows alike
                high, low = row * CELL - half, (row + 2) * CELL + half
                start = x + slope * (high - y) if high > y else x
                end = x + slope * (low - y) if slope and low < to_y else to_x
                if start > end:
                    start, end = end, start
                left, right = int((start - half) // CELL), int((end + half) // CELL)
                if right < 0:
                    continue
                mask = ((2 << (right - left)) - 1) << left if left > 0 else (2 << right) - 1
                rows[row] |= mask
                if row < last:
                    rows[row + 1] |= mask

    def meets(self, points: Sequence[Point]) -> bool:
        """Whether one of these points is taken."""
        return any(holds(self._rows, at) for at in points)

    def nearest(self, size: Point, wanted: Point, far: float, within: Rows | None = None) -> Point | None:
        """Return the middle of the free box nearest to a point, at most `far` away and `within` an area, or None."""
        wide, high = int(size[0] // CELL) + 2, int(size[1] // CELL) + 2
        columns, rows = self._columns - wide, self._rows
        if columns <= 0:
            return None
        every = (2 << columns) - 1
        wish = round(wanted[0] / CELL - wide / 2)
        start = min(max(wish, 0), columns)
        middle = round(wanted[1] / CELL - high / 2)
        top, bottom = 0, len(rows) - high
        if within is not None:
            bottom = min(bottom, len(within) - 1 - high // 2)
        best, found = (far / CELL) ** 2 + 1, None
        for line in _outwards(middle, top, bottom):
            away = line - middle
            if away * away >= best:
                break
            free = every if within is None else every & within[line + high // 2] >> (wide // 2)
            if not free:
                continue
            taken = 0
            for row in rows[line : line + high]:
                taken |= row
            free &= ~_spread(taken, wide)
            if free:
                across = _closest(free, start)
                cost = (across - wish) ** 2 + away * away
                if cost < best:
                    best, found = cost, ((across + wide / 2) * CELL, (line + high / 2) * CELL)
        return found


@lru_cache(maxsize=2048)
def _outwards(middle: int, first: int, last: int) -> Sequence[int]:
    """The numbers from the first to the last, those nearest to the middle first; of those beyond NEAR every second."""
    numbers = [each for each in range(first, last + 1) if abs(each - middle) <= NEAR or (each - middle) % 2 == 0]
    return sorted(numbers, key=lambda number: abs(number - middle))


def _spread(taken: int, wide: int) -> int:
    """Each place at which so many cells in a row would meet a taken one."""
    done = 1
    while done < wide:
        step = min(done, wide - done)
        taken |= taken >> step
        done += step
    return taken


def _closest(bits: int, place: int) -> int:
    """The place of the bit that is set nearest to this one; of two the lower."""
    below = (bits & ((2 << place) - 1)).bit_length() - 1
    above = bits >> place
    if not above:
        return below
    higher = place + (above & -above).bit_length() - 1
    return below if below >= 0 and place - below <= higher - place else higher


def holds(rows: Rows, at: Point) -> bool:
    """Whether a point lies in one of these cells."""
    row = int(at[1] // CELL)
    return at[0] >= 0 and 0 <= row < len(rows) and bool(rows[row] >> int(at[0] // CELL) & 1)


@lru_cache(maxsize=2048)
def fitting(rings: tuple[tuple[int, ...], ...], wide: float, left: float, down: float) -> Rows:
    """The cells from which on so many pixels to the right are all within these outlines, moved so far left and down."""
    across, below = round(left / CELL), round(down / CELL)
    starts = [row & ~_spread(~row, int(wide // CELL) + 1) for row in inside(rings)]
    moved = [row >> across if across > 0 else row << -across for row in starts]
    return [0] * below + moved[max(-below, 0) :]


@lru_cache(maxsize=1024)
def inside(rings: tuple[tuple[int, ...], ...]) -> Rows:
    """The cells whose middle lies within these outlines, holes left out."""
    lowest = max((y for ring in rings for y in ring[1::2]), default=-1)
    crossings: list[list[float]] = [[] for _ in range(lowest // CELL + 1)]
    for ring in rings:
        points = list(zip(ring[::2], ring[1::2], strict=True))
        for one, other in zip(points, points[1:] + points[:1], strict=True):
            (x, y), (to_x, to_y) = (one, other) if one[1] <= other[1] else (other, one)
            for row in range(y // CELL, to_y // CELL + 1):
                height = (row + 0.5) * CELL
                if y <= height < to_y:
                    crossings[row].append(x + (to_x - x) * (height - y) / (to_y - y))
    rows = []
    for found in crossings:
        found.sort()
        bits = 0
        for left, right in zip(found[::2], found[1::2], strict=True):
            start, end = max(int(left / CELL + 0.5), 0), int(right / CELL - 0.5)
            if end >= start:
                bits |= ((2 << (end - start)) - 1) << start
        rows.append(bits)
    return rows
