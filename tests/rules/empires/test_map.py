"""The maps and the table of terrain are data, and sound."""

from __future__ import annotations

import re

import pytest

from judge.rules.empires.worldmap import LAND, SEA, load_map, map_names, terrains


@pytest.mark.parametrize("name", map_names())
def test_areas_have_three_letters_and_countries_two(name: str) -> None:
    for code, place in load_map(name).places.items():
        assert re.fullmatch("[A-Z]{3}", code), code
        assert code != "ALL", "an order may hold the word where an area could stand"
        assert re.fullmatch("([A-Z]{2})?", place.owner), code


@pytest.mark.parametrize("name", map_names())
def test_areas_border_others_and_are_bordered_by_them(name: str) -> None:
    places = load_map(name).places
    for code, place in places.items():
        assert place.neighbours == tuple(dict.fromkeys(place.neighbours)), code
        assert all(code in places[other].neighbours and code != other for other in place.neighbours), code


@pytest.mark.parametrize("name", map_names())
def test_nothing_stands_at_sea_at_the_start(name: str) -> None:
    for code, place in load_map(name).places.items():
        assert (place.kind, place.terrain.name == "seas") in ((LAND, False), (SEA, True)), code
        if place.kind == SEA:
            assert not any((place.owner, place.pop, place.forts, place.armies, place.entrance)), code


@pytest.mark.parametrize("name", map_names())
def test_a_base_has_its_entrance_at_sea_and_ships_have_a_base(name: str) -> None:
    world = load_map(name)
    for code, place in world.places.items():
        assert not place.ships or place.entrance, code
        assert not place.entrance or (place.entrance in place.neighbours and place.entrance in world.seas), code


@pytest.mark.parametrize("name", map_names())
@pytest.mark.parametrize("kind", ["map", "sea"])
def test_each_area_can_be_reached_from_each_other_and_each_sea_by_sea(name: str, kind: str) -> None:
    world = load_map(name)
    codes = set(world.places if kind == "map" else world.seas)
    reached, todo = set[str](), [min(codes)]
    while todo:
        here = todo.pop()
        if here not in reached:
            reached.add(here)
            todo += [there for there in world.places[here].neighbours if there in codes]
    assert reached == codes


def test_the_corners() -> None:
    world = load_map("corners")
    assert (len(world.land), len(world.seas), world.countries) == (17, 4, ("EA", "NO", "SO", "WE"))
    for country in world.countries:
        own = [place for place in world.places.values() if place.owner == country]
        assert sum(place.pop for place in own) == 9
        assert sum(max(0, place.armies + place.forts - place.pop) for place in own) == 0
    assert [world.distance("NSE", sea) for sea in ("NSE", "ESE", "SSE", "WSE")] == [1, 2, 3, 2]


def test_the_grow_column_of_the_terrain_table_is_the_rulebooks() -> None:
    assert {name: terrain.grow for name, terrain in terrains().items() if name != "seas"} == {
        "lowlands": 0,
        "uplands": 1,
        "wetlands": 1,
        "plains": 1,
        "islands": 2,
        "forests": 2,
        "mountains": 3,
        "jungle": 4,
        "deserts": 5,
        "tundra": 5,
        "towns": 6,
        "cities": 6,
    }


def test_the_terrains_that_spare_the_defender_are_the_rulebooks() -> None:
    sheltered = [name for name, terrain in terrains().items() if terrain.shelter]
    assert sheltered == ["wetlands", "forests", "mountains", "jungle"]


def test_a_map_that_is_not_there_lists_those_that_are() -> None:
    with pytest.raises(KeyError, match="corners"):
        load_map("europe")
