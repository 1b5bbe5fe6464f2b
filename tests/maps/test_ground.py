"""The drawing of a board is the board: the same areas, the same borders."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations

import pytest

from judge.rules.diplomacy.boardfile import board_names, load_board
from judge.rules.diplomacy.picture import GROUNDS
from judge.rules.empires.picture import GROUNDS as WORLDS
from judge.rules.empires.worldmap import load_map, map_names
from judge.rules.ground import Area, find_ground, load_ground
from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.picture import GROUND as PLAGUE

DRAWN = {file.stem: file for file in (*GROUNDS.glob("*.json"), *WORLDS.glob("*.json"), PLAGUE)}


@cache
def _beside(name: str) -> Mapping[str, frozenset[str]]:
    """Area -> the areas that some unit can reach from it in one step."""
    if name == "plague":
        return BOARD.beside
    if name in map_names():
        return {code: frozenset(place.neighbours) for code, place in load_map(name).places.items()}
    return {code: frozenset(near) for code, near in load_board(name).reach.items()}


def _edges(area: Area) -> set[frozenset[tuple[int, int]]]:
    edges = set()
    for ring in area.rings:
        points = list(zip(ring[::2], ring[1::2], strict=True))
        edges |= {frozenset(pair) for pair in zip(points, points[1:] + points[:1], strict=True) if len(set(pair)) == 2}
    return edges


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_two_areas_share_a_border_exactly_if_the_board_lets_some_unit_cross_it(name: str) -> None:
    """What no plane map can hold is a line; the five straits of Absence of Plague may be either or neither."""
    ground, beside = load_ground(DRAWN[name]), _beside(name)
    edges = {code: _edges(area) for code, area in ground.areas.items()}
    links = {frozenset(link) for link in ground.links}
    straits = {frozenset(strait) for strait in BOARD.straits} if name == "plague" else set()
    assert ground.areas.keys() == beside.keys()
    for one, other in combinations(sorted(beside), 2):
        shown = bool(edges[one] & edges[other]) != (frozenset((one, other)) in links)
        assert shown == (other in beside[one]) or frozenset((one, other)) in straits, f"{one}-{other}"


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_every_place_has_a_stand_within_the_frame(name: str) -> None:
    ground = load_ground(DRAWN[name])
    for place in (*ground.areas, *ground.coasts):
        x, y = ground.stand(place)
        assert 10 < x < ground.width - 10, place
        assert 10 < y < ground.height - 10, place


@pytest.mark.parametrize("name", board_names())
def test_every_board_has_a_map_with_a_stand_for_every_unit(name: str) -> None:
    board = load_board(name)
    ground = find_ground(GROUNDS, name, board.provinces)
    assert ground is not None
    for place in board.province_of:
        if "/" in place:
            assert ground.stand(place) != ground.stand(board.province_of[place]), place
        assert ground.stand(place)


@pytest.mark.parametrize("name", map_names())
def test_every_world_of_empires_has_a_map(name: str) -> None:
    ground = find_ground(WORLDS, name, load_map(name).places)
    assert ground is not None
    assert ground.name == name


@pytest.mark.parametrize("name", ["chaos", "fleet-rome", "garrisons", "no-centers"])
def test_a_board_with_the_provinces_of_another_is_played_on_its_map(name: str) -> None:
    ground = find_ground(GROUNDS, name, load_board(name).provinces)
    assert ground is not None
    assert ground.name == "standard"


def test_a_board_that_nobody_has_drawn_has_no_map() -> None:
    assert find_ground(GROUNDS, "standard", ["MOO", "SUN"]) is None
