"""A map's data: the outline of every area, where a unit stands in it, and how large the whole is."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
NEUTRAL = "-"
CITY = "/G"
"""Behind an area: the place of its garrison."""


@dataclass(frozen=True)
class Area:
    """`rings`: x, y, x, y, … of each outline, holes among them; `at`: the middle of its widest part, `room` wide on
    each side.
    """

    rings: tuple[tuple[int, ...], ...]
    at: tuple[int, int]
    room: int

    @property
    def path(self) -> str:
        """The outline as the `d` of an SVG path."""
        return "".join(f"M{','.join(map(str, ring))}Z" for ring in self.rings)


@dataclass(frozen=True)
class Ground:
    """One map. `areas` by code; `neutral` is what nobody may enter; `coasts` are stands of fleets (`STP/SC`).

    `links`: borders that are no shared edge, drawn as lines. `scale`: how large letters and units are.
    """

    name: str
    width: int
    height: int
    areas: Mapping[str, Area]
    neutral: Area
    coasts: Mapping[str, tuple[int, int]]
    links: tuple[tuple[str, str], ...]
    scale: float

    def stand(self, place: str) -> tuple[float, float]:
        """Where a unit at this place (an area, a coast, a city) stands. KeyError if the map has no such place."""
        if place in self.coasts:
            return self.coasts[place]
        x, y = self.areas[place.removesuffix(CITY)].at
        return (x + 12 * self.scale, y + 3 * self.scale) if place.endswith(CITY) else (x, y)


def maps() -> tuple[str, ...]:
    """The names of the maps there are."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


@cache
def load_ground(name: str) -> Ground:
    """The map of this name. KeyError lists those there are."""
    if name not in maps():
        raise KeyError(f"no drawing of the map {name[:40]!r}; there are: {', '.join(maps())}")
    data = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    areas = {
        code: Area(tuple(map(tuple, entry["rings"])), tuple(entry.get("at", (0, 0))), entry.get("room", 0))
        for code, entry in data["areas"].items()
    }
    neutral = areas.pop(NEUTRAL, Area((), (0, 0), 0))
    coasts = {place: (x, y) for place, (x, y) in data["coasts"].items()}
    width, height = data["size"]
    links = tuple((one, other) for one, other in data.get("links", ()))
    return Ground(name, width, height, areas, neutral, coasts, links, data.get("scale", 1.0))


def find_ground(name: str, areas: Collection[str]) -> str:
    """The map to draw the board of this name on: its own, or one of another board with the very same areas (Chaos is
    played on the standard map). Empty if there is none.
    """
    return _found(name, frozenset(areas))


@cache
def _found(name: str, areas: frozenset[str]) -> str:
    fitting = [each for each in maps() if load_ground(each).areas.keys() == areas]
    return name if name in fitting else fitting[0] if fitting else ""
