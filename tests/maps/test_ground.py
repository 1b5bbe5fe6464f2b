"""The drawing of a board is the board: the same provinces, the same borders."""

from __future__ import annotations

from itertools import combinations

import pytest

from judge.maps.ground import Area, load_ground, maps
from judge.rules.diplomacy.board import load_board


def _edges(area: Area) -> set[frozenset[tuple[int, int]]]:
    edges = set()
    for ring in area.rings:
        points = list(zip(ring[::2], ring[1::2], strict=True))
        edges |= {frozenset(pair) for pair in zip(points, points[1:] + points[:1], strict=True) if len(set(pair)) == 2}
    return edges


@pytest.mark.parametrize("name", maps())
def test_two_areas_share_a_border_exactly_if_the_board_lets_some_unit_cross_it(name: str) -> None:
    board, ground = load_board(name), load_ground(name)
    edges = {code: _edges(area) for code, area in ground.areas.items()}
    assert tuple(sorted(ground.areas)) == board.provinces
    for one, other in combinations(board.provinces, 2):
        assert bool(edges[one] & edges[other]) == (other in board.reach[one]), f"{one}-{other}"


@pytest.mark.parametrize("name", maps())
def test_every_place_has_a_stand_within_the_frame(name: str) -> None:
    board, ground = load_board(name), load_ground(name)
    for place in board.province_of:
        x, y = ground.stand(place)
        assert 10 < x < ground.width - 10, place
        assert 10 < y < ground.height - 10, place


def test_a_map_that_nobody_has_drawn_is_named() -> None:
    with pytest.raises(KeyError, match="no drawing of the map 'moon'; there are: standard"):
        load_ground("moon")
