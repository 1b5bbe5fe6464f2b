"""Maps and terrain as data: text files, one area a line, and the checker that no map gets past."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
MAPS = HERE / "maps"
LAND, SEA = "land", "sea"
NOBODY = "--"
FIELDS = 11

_AREA_CODE = re.compile(r"[A-Z]{3}")
_COUNTRY_CODE = re.compile(r"[A-Z]{2}")
# Words that an order may hold where an area could stand.
_NO_AREA = "ALL"


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


class BadMap(ValueError):
    """A map that the checker does not let through; carries every fault."""

    def __init__(self, name: str, faults: list[str]) -> None:
        super().__init__(f"the map {name} has faults: {'; '.join(faults)}")
        self.faults = faults


def _rows(text: str) -> list[tuple[int, list[str]]]:
    lines = ((number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1))
    return [(number, [field.strip() for field in line.split(";")]) for number, line in lines if line]


@cache
def terrains() -> Mapping[str, Terrain]:
    """The table of terrain, by name."""
    found = {}
    for _, (name, grow, defence, shelter, sticky) in _rows((HERE / "terrain.txt").read_text("utf-8")):
        found[name] = Terrain(name, int(grow), int(defence), int(shelter), sticky == "yes")
    return found


def read_map(name: str, text: str) -> WorldMap:
    """Read `code;kind;terrain;name;owner;pop;forts;armies;entrance;ships;neighbours`. Raises BadMap."""
    places: dict[str, Place] = {}
    faults: list[str] = []
    for number, row in _rows(text):
        if len(row) != FIELDS:
            faults.append(f"line {number} has {len(row)} fields instead of {FIELDS}")
            continue
        code, kind, terrain, full, owner, pop, forts, armies, entrance, ships, neighbours = row
        numbers = (pop, forts, armies, ships)
        if not all(each.isascii() and each.isdigit() for each in numbers):
            faults.append(f"line {number}: population, forts, armies and ships are whole numbers")
        elif terrain not in terrains():
            faults.append(f"line {number}: there is no terrain {terrain!r}")
        elif code in places:
            faults.append(f"line {number}: {code} is there twice")
        else:
            nobody = owner == NOBODY
            places[code] = Place(
                code,
                kind,
                terrains()[terrain],
                full,
                tuple(neighbours.split()),
                "" if nobody else owner,
                int(pop),
                int(forts),
                int(armies),
                entrance,
                int(ships),
            )
    faults += _faults(places)
    if faults:
        raise BadMap(name, faults)
    return WorldMap(name, places, tuple(sorted({place.owner for place in places.values() if place.owner})))


def _faults(places: Mapping[str, Place]) -> list[str]:
    found = []
    for code, place in places.items():
        if not _AREA_CODE.fullmatch(code) or code == _NO_AREA:
            found.append(f"{code}: an area's code is three letters, and not {_NO_AREA}")
        if place.owner and not _COUNTRY_CODE.fullmatch(place.owner):
            found.append(f"{code}: a country's code is two letters, not {place.owner!r}")
        if place.kind not in (LAND, SEA) or (place.kind == SEA) != (place.terrain.name == "seas"):
            found.append(f"{code}: land has a terrain of land, and the sea is seas")
        if place.kind == SEA and (place.owner or place.pop or place.forts or place.armies or place.entrance):
            found.append(f"{code}: nothing stands at sea at the start")
        for other in place.neighbours:
            if other not in places:
                found.append(f"{code}: there is no neighbour {other}")
            elif code not in places[other].neighbours:
                found.append(f"{code}: {other} does not point back")
        if code in place.neighbours or len(set(place.neighbours)) < len(place.neighbours):
            found.append(f"{code}: a neighbour is another area, and there once")
        if place.entrance and (place.entrance not in place.neighbours or places[place.entrance].kind != SEA):
            found.append(f"{code}: {place.entrance}, the entrance of its base, is no sea area next to it")
        if place.ships and not place.entrance:
            found.append(f"{code}: ships without a base")
    return found or _apart(places)


def _apart(places: Mapping[str, Place]) -> list[str]:
    """Faults of connection: every area can be reached from every other, and every sea by sea."""
    if not places:
        return ["there is no area"]
    found = []
    for kind, what in (("", "the map"), (SEA, "the sea")):
        codes = {code for code, place in places.items() if kind in ("", place.kind)}
        reached: set[str] = set()
        todo = [min(codes)] if codes else []
        while todo:
            here = todo.pop()
            if here not in reached:
                reached.add(here)
                todo += [there for there in places[here].neighbours if there in codes]
        if reached != codes:
            found.append(f"{what} is not connected: {', '.join(sorted(codes - reached))} lie apart")
    return found


def map_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in MAPS.glob("*.txt")))


@cache
def load_map(name: str) -> WorldMap:
    """The judge's map of this name. KeyError lists what there is."""
    if name not in map_names():
        raise KeyError(f"there is no map {name[:40]!r}; there are: {', '.join(map_names())}")
    return read_map(name, (MAPS / f"{name}.txt").read_text("utf-8"))
