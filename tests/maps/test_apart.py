"""Everything that happened can be seen: marks, names and units keep clear of each other, and find room."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from judge.maps.draw import draw
from judge.maps.grid import CELL, Box, Room, holds, inside, square
from judge.maps.labels import DISC, Name, Names, label_size
from judge.maps.routes import HELPS, OTHER, Ways
from judge.maps.svg import CAPITAL, WIDTHS, Point, along, width
from judge.maps.units import Stands
from judge.rules import schema
from judge.rules.diplomacy.boardfile import board_names
from judge.rules.diplomacy.picture import GROUNDS
from judge.rules.drawing import Picture, Piece, Side, Space
from judge.rules.empires.case import Options, Position, state_of
from judge.rules.empires.picture import position_picture
from judge.rules.empires.system import SYSTEM as EMPIRES
from judge.rules.ground import load_ground
from judge.rules.rng import Rng
from judge.rules.values import only
from tests.maps.measured import Measured, Shape, measured, strikes, wide
from tests.maps.phases import BOARDS, pictures
from tests.support.soaking import some, stride

SEEDS = stride(400, 4)
"""Phases a board; each brings two or more maps."""


def met(found: Measured) -> list[str]:
    """What lies where it must not."""
    said = [f"{each} is off the map" for each in _off(found)]
    bodies = [*found.units, *found.names, *found.signs]
    small = [each for each in found.points if each.kind != "big cross"]
    for point in small:
        said += [f"{point} meets {body}" for body in bodies if body.covers(point)]
    said += [f"{one} meets {other}" for one, other in combinations(found.points, 2) if one.covers(other)]
    for big in found.points:
        if big.kind == "big cross":  # it crosses out its own unit
            said += [f"{big} meets {name}" for name in (*found.names, *found.signs) if name.covers(big)]
    for line in found.outlines:
        said += [f"{line} meets {each}" for each in (*found.points, *found.names, *found.signs) if each.covers(line)]
    names = [*found.names, *found.signs]
    said += [f"{one} meets {other}" for one, other in combinations(names, 2) if one.covers(other)]
    said += [f"{name} meets {unit}" for name in names for unit in found.units if name.covers(unit)]
    for whose, here, there, half in found.lines:
        box = Shape(
            "line",
            whose,
            min(here[0], there[0]) - half,
            min(here[1], there[1]) - half,
            max(here[0], there[0]) + half,
            max(here[1], there[1]) + half,
        )
        said += [
            f"{whose}'s line strikes through {name}"
            for name in names
            if name.covers(box) and strikes(name, here, there, half)
        ]
    return said


def _off(found: Measured) -> list[Shape]:
    wide_, high = found.size
    every = (*found.units, *found.names, *found.signs, *found.points)
    return [each for each in every if each.left < 0 or each.top < 0 or each.right > wide_ or each.bottom > high]


@pytest.mark.parametrize("name", some(BOARDS, 2))
def test_on_any_phase_s_map_nothing_that_matters_is_covered(name: str) -> None:
    for seed in range(SEEDS):
        for picture in pictures(name, seed):
            assert met(measured(draw(picture))) == [], f"{name} {seed}: {picture.title}"


def test_marks_lie_above_units_and_names_and_their_ends_above_their_lines() -> None:
    picture = next(pictures("standard", 1))
    layers = [each.get("id") for each in ET.fromstring(draw(picture))]
    order = [layers.index(name) for name in ("labels", "units", "orders", "standoffs", "ends")]
    assert order == sorted(order)


def test_letters_are_as_wide_as_in_the_font() -> None:
    for letter in WIDTHS:
        assert abs(width(letter, 1) - wide(letter)) < 0.006, letter


@pytest.mark.parametrize("name", BOARDS)
def test_names_are_nine_pixels_high_in_a_mail_of_six_hundred(name: str) -> None:
    root = ET.fromstring(draw(next(pictures(name, 0))))
    (labels,) = [each for each in root if each.get("id") == "labels"]
    assert float(labels.get("font-size", "")) * 600 / float(root.get("width", "")) >= 9


@pytest.mark.parametrize("name", [*board_names(), "plague"])
def test_letters_of_units_are_nine_pixels_high_in_a_mail_of_six_hundred(name: str) -> None:
    """But for garrisons, which are smaller."""
    root = ET.fromstring(draw(next(pictures(name, 0))))
    (units,) = [each for each in root if each.get("id") == "units"]
    others = [unit for unit in units if not unit.get("id", "").endswith("-G")]
    sizes = [float(each.get("font-size", "")) for unit in others for each in unit if len(each.text or "") == 1]
    assert min(sizes) * 600 / float(root.get("width", "")) >= 9


# What is taken of a map is taken whole, and the nearest room is found.

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
    rows = inside((outer, hole))
    assert rows[1].bit_count() == 60 / CELL
    assert rows[10].bit_count() == pytest.approx(40 / CELL, abs=1)
    assert not rows[10] >> 10 & 1
    room = Room(WIDE, HIGH)
    found = room.nearest((4, 4), (100, 100), 200, rows)
    assert found is not None
    assert max(found) < 63


# Names on a map keep clear of units, and stay in their areas where there is room.

GROUND = load_ground(GROUNDS / "standard.json")


def _named(pieces: tuple[Piece, ...], *taken: Box) -> dict[str, Name]:
    spaces = {code: Space(code) for code in GROUND.areas}
    picture = Picture(GROUND, "", "", {"X": Side("X", "X", "X")}, spaces, pieces)
    room = Room(GROUND.width, GROUND.height)
    for box in taken:
        room.take(box)
    return {name.code: name for name in Names(picture, Stands(picture, room), room).names}


def _armies(*places: str) -> tuple[Piece, ...]:
    return tuple(Piece("X", "A", place) for place in places)


def _at(code: str) -> tuple[int, int]:
    return GROUND.areas[code].at


def test_a_name_stands_in_the_middle_of_its_area_and_below_a_unit_there() -> None:
    assert abs(_named(())["LVN"].middle[1] - _at("LVN")[1]) < 10
    assert _named(_armies("LVN"))["LVN"].middle[1] > _at("LVN")[1] + 20


def test_a_name_goes_above_its_unit_where_something_is_below() -> None:
    x, y = _at("LVN")
    assert _named(_armies("LVN"), Box(x - 30, y + 16, x + 30, y + 40))["LVN"].middle[1] < y - 12


def test_a_name_stays_in_its_area_as_long_as_there_is_room() -> None:
    x, y = _at("UKR")
    name = _named(_armies("UKR"), Box(x - 60, y - 30, x + 60, y + 30))["UKR"]
    assert holds(inside(GROUND.areas["UKR"].rings), name.middle)
    assert name.leader is None


def test_a_line_leads_from_a_name_without_room_to_its_area() -> None:
    x, y = _at("HOL")
    name = _named((), Box(x - 80, y - 80, x + 80, y + 80))["HOL"]
    assert name.leader is not None
    assert name.leader[1] == (x, y)  # nothing in it is free
    name = _named((), Box(x - 20, y - 10, x + 20, y + 10), Box(x - 60, y + 11, x + 60, y + 60))["HOL"]
    assert name.leader is None or GROUND.areas["HOL"].at != name.leader[1]


@pytest.mark.parametrize("name", BOARDS)
def test_the_letters_of_a_name_stand_in_its_area_unless_a_line_leads_there(name: str) -> None:
    """Beside a unit, they stood in the next area."""
    for picture in pictures(name, 0):
        room = Room(picture.ground.width, picture.ground.height)
        stands = Stands(picture, room)
        Ways(picture, stands, room)
        for each in Names(picture, stands, room).names:
            x, y = each.middle[0], each.middle[1] - CAPITAL / 2 * label_size(picture.ground)
            around = [(x + right, y + down) for right in (-CELL, 0, CELL) for down in (-CELL, 0, CELL)]
            within = inside(picture.ground.areas[each.code].rings)
            assert each.leader or any(holds(within, at) for at in around), each.code


@pytest.mark.parametrize("name", BOARDS)
def test_lines_and_owners_take_as_much_room_as_is_drawn(name: str) -> None:
    for picture in pictures(name, 0):
        scale, room = picture.ground.scale, Room(picture.ground.width, picture.ground.height)
        stands = Stands(picture, room)
        for course in Ways(picture, stands, room).courses:
            for here, there in pairwise(course.line):
                (x, y), turn = along([here, there], 0.5)
                half = (OTHER * scale + 3) / 2 if course.mark.verb in HELPS and not course.mark.failed else 0
                for side in (-half, half):
                    assert room.meets([(x - side * math.sin(turn), y + side * math.cos(turn))]), course.mark
        for each in Names(picture, stands, room).names:
            if each.letter is not None:
                assert room.meets([(each.disc[0], each.disc[1] - DISC * scale)]), each.code


@pytest.mark.parametrize("code", sorted(GROUND.areas))
def test_every_name_stays_on_the_map(code: str) -> None:
    name = _named(_armies(code))[code]
    assert 10 < name.middle[1] < GROUND.height
    assert 10 < name.middle[0] < GROUND.width - 10


@given(st.lists(st.sampled_from(sorted(GROUND.areas)), unique=True, max_size=12))
def test_where_names_stand_does_not_depend_on_the_order_in_which_units_are_listed(occupied: list[str]) -> None:
    assert _named(_armies(*occupied)) == _named(_armies(*reversed(occupied)))


@pytest.mark.parametrize("country", ["EA", "NO", "SO", "WE"])
@pytest.mark.parametrize("forts", [0, 1])
def test_numbers_of_an_area_stand_in_it_and_not_in_the_next(country: str, forts: int) -> None:
    """The people and the fort of BRY stood in ULM."""
    home = {"EA": "ELM DUN FEN", "NO": "AKE BRY CAL", "SO": "HOL GAR IVE", "WE": "KEL JUR LOR"}
    land = {code: owner for owner, codes in home.items() for code in codes.split()}
    areas = {
        code: {"owner": land.get(code), "pop": 2, "forts": forts, "armies": int(code in land)}
        for code in (*land, "NEM", "OAK", "PAS", "ULM", "MID")
    }
    state = state_of(schema.read({"phase": "T4", "areas": areas}, Position), Options(), Rng(b"", "T4"))
    picture = position_picture(EMPIRES.view(state, only(country)))
    assert picture is not None
    room = Room(picture.ground.width, picture.ground.height)
    names = Names(picture, Stands(picture, room), room).names
    astray = [
        f"{sign.kind} of {name.code}"
        for name in names
        for sign, at in name.signs
        if not holds(inside(picture.ground.areas[name.code].rings), at)
    ]
    assert not astray
    assert any(name.signs for name in names)
