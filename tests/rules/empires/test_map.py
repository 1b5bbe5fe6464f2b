"""The map and the table of terrain are data, and the checker lets no faulty map past."""

from __future__ import annotations

import pytest

from judge.rules.empires.worldmap import MAPS, BadMap, load_map, map_names, read_map, terrains

CORNERS = (MAPS / "corners.txt").read_text("utf-8")


@pytest.mark.parametrize("name", map_names())
def test_every_map_passes_the_checker(name: str) -> None:
    assert load_map(name).name == name


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


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("AKE;land", "AK;land", "three letters"),
        ("AKE;land", "ALL;land", "three letters"),
        ("Akerholm;NO", "Akerholm;NOR", "two letters"),
        ("AKE;land;plains", "AKE;land;moor", "no terrain 'moor'"),
        ("AKE;land;plains", "AKE;land;seas", "land has a terrain of land"),
        ("AKE;land;plains", "AKE;lake;plains", "land has a terrain of land"),
        (";BRY CAL NSE", ";BRY CAL NSE XXX", "no neighbour XXX"),
        (";BRY CAL NSE", ";CAL NSE", "does not point back"),
        (";BRY CAL NSE", ";BRY CAL NSE AKE", "a neighbour is another area"),
        ("3;NSE;1;BRY", "3;BRY;1;BRY", "is no sea area next to it"),
        ("3;NSE;1;BRY", "3;;1;BRY", "ships without a base"),
        ("NSE;sea;seas;North Sea;--;0", "NSE;sea;seas;North Sea;--;1", "nothing stands at sea"),
        ("AKE;land;plains;Akerholm;NO;5", "AKE;land;plains;Akerholm;NO;five", "whole numbers"),
        ("AKE;land;plains;Akerholm;NO;5", "AKE;land;plains;Akerholm;NO;5;5", "fields instead of 11"),
        ("BRY;land", "AKE;land", "there twice"),
    ],
)
def test_a_faulty_map_is_refused_with_all_its_faults(old: str, new: str, fault: str) -> None:
    with pytest.raises(BadMap) as caught:
        read_map("faulty", CORNERS.replace(old, new, 1))
    assert any(fault in each for each in caught.value.faults)


def test_a_map_in_two_parts_is_refused() -> None:
    island = "ISL;land;islands;Island;--;1;0;1;;0;LAG\nLAG;sea;seas;Lagoon;--;0;0;0;;0;ISL\n"
    with pytest.raises(BadMap, match="the map is not connected") as caught:
        read_map("islands", CORNERS + island)
    assert "the sea is not connected" in str(caught.value)


def test_a_map_that_is_not_there_lists_those_that_are() -> None:
    with pytest.raises(KeyError, match="corners"):
        load_map("europe")
