"""What is taken of a map is taken whole, and the nearest room is found."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from judge.maps.grid import CELL, Box, Room, inside, square
from judge.maps.svg import Point
from tests.maps.measured import Shape, strikes

WIDE, HIGH = 240, 180
at = st.tuples(st.integers(0, WIDE - 1), st.integers(0, HIGH - 1))


@given(at, st.floats(1, 30), at, st.floats(1, 30))
def test_what_is_free_meets_nothing_that_was_taken(one: Point, half: float, other: Point, size: float) -> None:
    room = Room(WIDE, HIGH)
    room.take(square(one, half))
    if room.free(square(other, size)):
        assert not Shape("", "", *square(one, half)).covers(Shape("", "", *square(other, size)))


@given(at, at, st.floats(0.5, 5), at, st.floats(1, 20))
def test_what_is_free_meets_no_line(here: Point, there: Point, half: float, other: Point, size: float) -> None:
    room = Room(WIDE, HIGH)
    room.take_line([here, there], half)
    if room.free(square(other, size)):
        assert not strikes(Shape("", "", *square(other, size)), here, there, half)


@pytest.mark.parametrize("box", [Box(-1, 5, 9, 9), Box(5, -1, 9, 9), Box(235, 5, 241, 9), Box(5, 170, 9, 181)])
def test_nothing_beyond_the_edge_is_free(box: Box) -> None:
    assert not Room(WIDE, HIGH).free(box)


@given(st.lists(st.tuples(at, st.floats(1, 40)), max_size=6), at, st.floats(2, 30), st.floats(2, 30))
@example([((201, 147), 6.0)], (238, 170), 27.0, 24.0)  # what is wanted lies so near the edge that no box fits there
def test_the_nearest_room_is_free_and_there_is_none_nearer(
    taken: list[tuple[Point, float]], wanted: Point, wide: float, high: float
) -> None:
    room = Room(WIDE, HIGH)
    for middle, half in taken:
        room.take(square(middle, half))
    found = room.nearest((wide, high), wanted, 1000)
    assume(found is not None)
    assert found is not None
    x, y = found
    assert room.free(Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
    far = math.dist(found, wanted) - 3 * CELL  # of the raster: what is wanted need not be the middle of a cell
    for turn in range(0, 628, 7):
        near = wanted[0] + far * math.cos(turn / 100), wanted[1] + far * math.sin(turn / 100)
        roomy = (wide / 2 + 2 * CELL, high / 2 + 2 * CELL)
        box = Box(near[0] - roomy[0], near[1] - roomy[1], near[0] + roomy[0], near[1] + roomy[1])
        assert far <= 0 or not room.free(box)


def test_there_is_no_room_further_than_wanted_or_on_a_full_map() -> None:
    room = Room(WIDE, HIGH)
    room.take(Box(0, 0, WIDE, 90))
    assert room.nearest((10, 10), (100, 5), 60) is None
    assert room.nearest((10, 10), (100, 5), 120) is not None
    room.take(Box(0, 0, WIDE, HIGH))
    assert room.nearest((10, 10), (100, 5), 1000) is None


def test_the_inside_of_an_area_leaves_its_holes_out() -> None:
    outer, hole = (0, 0, 60, 0, 60, 60, 0, 60), (20, 20, 40, 20, 40, 40, 20, 40)
    first, rows = inside((outer, hole))
    assert first == 0
    assert rows[1].bit_count() == 60 / CELL
    assert rows[10].bit_count() == pytest.approx(40 / CELL, abs=1)
    assert not rows[10] >> 10 & 1
    room = Room(WIDE, HIGH)
    found = room.nearest((4, 4), (100, 100), 200, (first, rows))
    assert found is not None
    assert max(found) < 63
