"""Maps and terrain as data: text files, one area a line."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
MAPS = HERE / "maps"
LAND, SEA = "land", "sea"
NOBODY = "--"


@dataclass(frozen=True, slots=True)
class Terrain:
    """`grow`: what GROW costs above the population; `defence`: added to the defender's strength; `shelter`: how many
    armies fewer the defender loses; `sticky`: who enters cannot leave in the same turn.
    """

    name: str
    grow: int
    defence: int
    shelter: int
    sticky: bool


@dataclass(frozen=True, slots=True)
class Place:
    """An area as the map has it: what never changes, and how it stands at the start."""

    code: str
    kind: str
    terrain: Terrain
    name: str
    neighbours: tuple[str, ...]
    owner: str
    pop: int
    forts: int
    armies: int
    entrance: str
    ships: int


@dataclass(frozen=True, slots=True)
class WorldMap:
    """`places` in the order of the file; `countries` in alphabetical order."""

    name: str
    places: Mapping[str, Place]
    countries: tuple[str, ...]

    def adjacent(self, one: str, other: str) -> bool:
        return one in self.places and other in self.places[one].neighbours

    def is_land(self, code: str) -> bool:
        return self.places[code].kind == LAND

    @property
    def land(self) -> tuple[str, ...]:
        return tuple(code for code, place in self.places.items() if place.kind == LAND)

    @property
    def seas(self) -> tuple[str, ...]:
        return tuple(code for code, place in self.places.items() if place.kind == SEA)

    def distance(self, entrance: str, sea: str) -> int:
        """Steps from a base to a sea area: its entrance is 1. ValueError if no way leads there."""
        steps = {entrance: 1}
        todo = deque([entrance])
        while todo:
            here = todo.popleft()
            if here == sea:
                return steps[here]
            for there in self.places[here].neighbours:
                if there not in steps and not self.is_land(there):
                    steps[there] = steps[here] + 1
                    todo.append(there)
        raise ValueError(f"no way by sea from {entrance} to {sea}")


def _rows(file: Path) -> Iterator[list[str]]:
    """Yield the fields of each line that is no comment."""
    for line in file.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            yield line.split(";")


@cache
def terrains() -> Mapping[str, Terrain]:
    """The table of terrain, by name."""
    return {
        name: Terrain(name, int(grow), int(defence), int(shelter), sticky == "yes")
        for name, grow, defence, shelter, sticky in _rows(HERE / "terrain.txt")
    }


def map_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in MAPS.glob("*.txt")))


@cache
def load_map(name: str) -> WorldMap:
    """The judge's map of this name; tests check each. KeyError lists what there is."""
    if name not in map_names():
        raise KeyError(f"there is no map {name[:40]!r}; there are: {', '.join(map_names())}")
    places = {}
    for code, kind, terrain, full, owner, pop, forts, armies, entrance, ships, neighbours in _rows(
        MAPS / f"{name}.txt"
    ):
        places[code] = Place(
            code,
            kind,
            terrains()[terrain],
            full,
            tuple(neighbours.split()),
            "" if owner == NOBODY else owner,
            int(pop),
            int(forts),
            int(armies),
            entrance,
            int(ships),
        )
    return WorldMap(name, places, tuple(sorted({place.owner for place in places.values() if place.owner})))
