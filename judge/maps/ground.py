"""A map's data: the outline of every area, where a unit stands in it, and how large the whole is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
NEUTRAL = "-"


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
    """One map. `areas` by province; `neutral` is what nobody may enter; `coasts` are stands of fleets (`STP/SC`)."""

    name: str
    width: int
    height: int
    areas: Mapping[str, Area]
    neutral: Area
    coasts: Mapping[str, tuple[int, int]]

    def stand(self, place: str) -> tuple[int, int]:
        """Where a unit at this place (a province or a coast) stands. KeyError if the map has no such place."""
        return self.coasts[place] if place in self.coasts else self.areas[place].at


def maps() -> tuple[str, ...]:
    """The names of the maps there are."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


@cache
def load_ground(name: str) -> Ground:
    """The map of the board of this name. KeyError lists those there are."""
    if name not in maps():
        raise KeyError(f"no drawing of the map {name[:40]!r}; there are: {', '.join(maps())}")
    data = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    areas = {
        code: Area(tuple(map(tuple, entry["rings"])), tuple(entry.get("at", (0, 0))), entry.get("room", 0))
        for code, entry in data["areas"].items()
    }
    neutral = areas.pop(NEUTRAL)
    coasts = {place: (x, y) for place, (x, y) in data["coasts"].items()}
    width, height = data["size"]
    return Ground(name, width, height, areas, neutral, coasts)
