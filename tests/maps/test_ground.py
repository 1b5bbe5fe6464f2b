"""The drawing of a board is the board: the same areas, the same borders."""

from __future__ import annotations

import json
import os
import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from judge.maps.grid import holds, inside
from judge.rules.boards import DRAWINGS, use_boards
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


def test_the_scenery_of_a_world_of_empires_is_each_area_s_terrain() -> None:
    ground, shapes = load_ground(DRAWN["corners"]), defaultdict[str, set[str]](set)
    for x, y, shape in re.findall(r"M(\d+),(\d+)(m[^M]*)", ground.scenery):
        (area,) = [code for code, each in ground.areas.items() if holds(inside(each.rings), (int(x), int(y)))]
        shapes[load_map("corners").places[area].terrain.name].add(shape)
    assert shapes.keys() == {"seas", "plains", "lowlands", "forests", "uplands", "towns"}
    assert len(set().union(*shapes.values())) == len(shapes) == sum(len(each) for each in shapes.values())


@pytest.mark.parametrize("name", ["chaos", "fleet-rome", "garrisons", "no-centers"])
def test_a_board_with_the_provinces_of_another_is_played_on_its_map(name: str) -> None:
    ground = find_ground(GROUNDS, name, load_board(name).provinces)
    assert ground is not None
    assert ground.name == "standard"


def test_a_board_that_nobody_has_drawn_has_no_map() -> None:
    assert find_ground(GROUNDS, "standard", ["MOO", "SUN"]) is None


def test_a_drawing_that_is_added_or_changed_is_seen_at_once_and_a_broken_one_harms_nothing(tmp_path: Path) -> None:
    areas = ["MOO", "SUN"]
    square = {"rings": [[0, 0, 9, 0, 9, 9]], "at": [5, 5], "room": 3}
    drawing = {"size": [90, 60], "coasts": {}, "areas": dict.fromkeys(areas, square)}
    folder = tmp_path / DRAWINGS
    folder.mkdir()
    use_boards(tmp_path)
    try:
        assert find_ground(GROUNDS, "sky", areas) is None
        for broken in ("{", "[]", "{}", '{"areas": {"MOO": 1}, "size": 3}'):
            (folder / "broken.json").write_text(broken, encoding="utf-8")
            assert find_ground(GROUNDS, "sky", areas) is None
        (folder / "sky.json").write_text(json.dumps(drawing), encoding="utf-8")
        assert (found := find_ground(GROUNDS, "sky", areas))
        assert found.width == 90
        (folder / "sky.json").write_text(json.dumps(drawing | {"size": [120, 60]}), encoding="utf-8")
        os.utime(folder / "sky.json", (1, 1))  # however coarse the clock of files is
        assert (found := find_ground(GROUNDS, "sky", areas))
        assert found.width == 120
    finally:
        use_boards(None)
