"""Actions that show how one writes here, in the areas of the reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from judge.rules.empires.worldmap import WorldMap, load_map


class Examples(NamedTuple):
    """Areas for examples; empty where the country has none that fits.

    home: the own area with most armies; armies: how many may leave it; field: an own area next to it, from which they
    can go on in the same turn; target: an area next to that, or else to `home`, that is not the country's own.
    """

    home: str = ""
    armies: int = 0
    field: str = ""
    target: str = ""


def examples_of(name: str, country: str, owners: Mapping[str, str], armies: Mapping[str, int]) -> Examples:
    """Examples for this country on the map of this name. `owners`: land area -> country; `armies`: own area -> armies
    there.
    """
    if not armies:
        return Examples()
    world = load_map(name)
    home = max(armies, key=lambda code: armies[code])
    spare = max(armies[home] - 1, 1)
    for field in _next_to(world, home):
        if owners.get(field) == country and not world.places[field].terrain.sticky:
            for target in _next_to(world, field):
                if owners.get(target) != country:
                    return Examples(home, spare, field, target)
    target = next((code for code in _next_to(world, home) if owners.get(code) != country), "")
    return Examples(home, spare, "", target)


def _next_to(world: WorldMap, code: str) -> Iterator[str]:
    """The land next to this area."""
    return (each for each in world.places[code].neighbours if world.is_land(each))
