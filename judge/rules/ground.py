"""What a map is drawn on: the outline of every area, where a unit stands in it, and how large the whole is.

A ground is a data file of the game that is played on it (docs/maps.md tells how one is made).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from judge.rules.boards import drawing_folders

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

    @cached_property
    def path(self) -> str:
        """The outline as the `d` of an SVG path."""
        return "".join(map(_outline, self.rings))


@dataclass(frozen=True, eq=False)
class Ground:
    """One ground, loaded once: equal to itself alone. `areas` by code; `neutral` is what nobody may enter; `coasts`
    are stands of fleets (`STP/SC`).

    `links`: borders that are no shared edge, drawn as lines. `scale`: how large letters and units are.
    `scenery`: trees, hills and waves as the `d` of a path.
    """

    name: str
    width: int
    height: int
    areas: Mapping[str, Area]
    neutral: Area
    coasts: Mapping[str, tuple[int, int]]
    links: tuple[tuple[str, str], ...]
    scale: float
    scenery: str

    def stand(self, place: str) -> tuple[float, float]:
        """Where a unit at this place (an area, a coast, a city) stands. KeyError if the map has no such place."""
        if place in self.coasts:
            return self.coasts[place]
        x, y = self.areas[place.removesuffix(CITY)].at
        return (x + 12 * self.scale, y + 3 * self.scale) if place.endswith(CITY) else (x, y)


def _outline(corners: Sequence[int]) -> str:
    """The ring through x, y, x, y, …: steps, which are shorter than corners, and alike; a minus parts them, too."""
    steps = (there - here for here, there in zip(corners, corners[2:], strict=False))
    return f"M{corners[0]},{corners[1]}l{','.join(map(str, steps))}Z".replace(",-", "-")


def load_ground(file: Path) -> Ground:
    """The ground in this file as it is now. FileNotFoundError if there is none."""
    return _loaded(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _loaded(file: Path, changed: int) -> Ground:
    """The same as the file was when it was last `changed`."""
    del changed  # is there to load it anew
    data = json.loads(file.read_text(encoding="utf-8"))
    areas = {
        code: Area(tuple(map(tuple, entry["rings"])), tuple(entry.get("at", (0, 0))), entry.get("room", 0))
        for code, entry in data["areas"].items()
    }
    neutral = areas.pop(NEUTRAL, Area((), (0, 0), 0))
    coasts = {place: (x, y) for place, (x, y) in data["coasts"].items()}
    width, height = data["size"]
    links = tuple((one, other) for one, other in data.get("links", ()))
    return Ground(
        file.stem, width, height, areas, neutral, coasts, links, data.get("scale", 1.0), data.get("scenery", "")
    )


def find_ground(folder: Path, name: str, areas: Collection[str]) -> Ground | None:
    """The ground in this folder, or that of the host, for the board of this name: its own, or one of another board with
    the very same areas (Chaos is played on the standard map). None if there is none. A file that is no ground is passed
    over.
    """
    fitting = []
    for file in (file for each in drawing_folders(folder) for file in sorted(each.glob("*.json"))):
        with suppress(OSError, ValueError, LookupError, TypeError, AttributeError):
            ground = load_ground(file)
            if ground.areas.keys() == set(areas):
                fitting.append(ground)
    return next((each for each in fitting if each.name == name), next(iter(fitting), None))
