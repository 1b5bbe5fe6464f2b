"""Names on a map keep clear of units, and stay in their areas where there is room."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.maps.grid import Box, Room, holds, inside
from judge.maps.labels import Name, Names
from judge.maps.units import Stands
from judge.rules import schema
from judge.rules.diplomacy.picture import GROUNDS
from judge.rules.drawing import Picture, Piece, Side, Space
from judge.rules.empires.case import Options, Position, state_of
from judge.rules.empires.picture import position_picture
from judge.rules.empires.system import SYSTEM as EMPIRES
from judge.rules.ground import load_ground
from judge.rules.rng import Rng
from judge.rules.values import only

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
    assert abs(_named(())["UKR"].middle[1] - _at("UKR")[1]) < 10
    assert _named(_armies("UKR"))["UKR"].middle[1] > _at("UKR")[1] + 20


def test_a_name_goes_above_its_unit_where_something_is_below() -> None:
    x, y = _at("UKR")
    assert _named(_armies("UKR"), Box(x - 30, y + 16, x + 30, y + 40))["UKR"].middle[1] < y - 12


def test_a_name_stays_in_its_area_as_long_as_there_is_room() -> None:
    x, y = _at("UKR")
    name = _named(_armies("UKR"), Box(x - 60, y - 30, x + 60, y + 30))["UKR"]
    first, rows = inside(GROUND.areas["UKR"].rings)
    assert rows[int(name.middle[1] // 3) - first] >> int(name.middle[0] // 3) & 1
    assert name.leader is None


def test_a_line_leads_from_a_name_without_room_to_its_area() -> None:
    x, y = _at("HOL")
    name = _named((), Box(x - 60, y - 60, x + 60, y + 60))["HOL"]
    assert name.leader is not None
    assert name.leader[1] == (x, y)  # nothing in it is free
    name = _named((), Box(x - 20, y - 10, x + 20, y + 10), Box(x - 60, y + 11, x + 60, y + 60))["HOL"]
    assert name.leader is None or GROUND.areas["HOL"].at != name.leader[1]


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
