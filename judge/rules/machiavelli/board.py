"""The board as a value: areas, cities, borders, straits, home countries. The map is data, in boards/plague.json."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

BOARDS = Path(__file__).parent / "boards"

ARMY = "A"
FLEET = "F"
GARRISON = "G"

LAGOON = "LAG"
VENICE = "VEN"

_CITY = re.compile(r"([FU])([1-3]?)(P?)")


class City(NamedTuple):
    """magnitude is the income: 1, or the number of a major city."""

    fortified: bool
    magnitude: int
    port: bool


class Area(NamedTuple):
    """kind: land, coast, sea, island (Malta), island-minor (a fleet or a rebellion), island-venice. `home`: the country
    to whose home it belongs, or empty. at: longitude and latitude, for drawing.
    """

    code: str
    name: str
    also: tuple[str, ...]
    adjectives: tuple[str, ...]
    kind: str
    city: City | None
    home: str
    control: str
    garrison: bool
    at: tuple[float, float]

    @property
    def sea(self) -> bool:
        return self.kind == "sea"

    @property
    def coastal(self) -> bool:
        return self.kind not in ("land", "sea")

    @property
    def single(self) -> bool:
        """One unit or rebellion in all: Venice, Lipari, Pantelleria, Lampedusa (1.3)."""
        return self.kind in ("island-minor", "island-venice")

    @property
    def fortified(self) -> bool:
        return self.city is not None and self.city.fortified

    @property
    def port(self) -> bool:
        return self.city is not None and self.city.port


class Country(NamedTuple):
    """tax and trade: what the rules print for it (chapter 3); `title`: Duchy of Milan."""

    code: str
    name: str
    title: str
    also: tuple[str, ...]
    adjectives: tuple[str, ...]
    tax: int
    trade: int


class Board:
    """One map, read-only.

    areas: code -> Area, in the order of the file (which for seas is the order of Appendix A)
    army, fleet, beside: area -> the areas that an army, a fleet, either can go to, straits included
    straits: (area, area) both ways -> name of the strait; keeper: strait -> the province that controls it, or empty
    capes: province -> (strait, areas on one side, on the other): a transport around it passes the strait (ruling 13.2)
    distance: area -> area -> steps over borders of any kind (Appendix A, ruling 5.4)
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.name: str = data["name"]
        self.countries: dict[str, Country] = {
            each["code"]: Country(
                each["code"],
                each["name"],
                each["title"],
                tuple(each["also"]),
                tuple(each["adjectives"]),
                each["tax"],
                each["trade"],
            )
            for each in data["countries"]
        }
        self.areas: dict[str, Area] = {each["code"]: _area(each) for each in data["areas"]}
        self.provinces: tuple[str, ...] = tuple(code for code, area in self.areas.items() if not area.sea)
        self.seas: tuple[str, ...] = tuple(code for code, area in self.areas.items() if area.sea)
        self.cities: tuple[str, ...] = tuple(code for code, area in self.areas.items() if area.city)
        self.homes: dict[str, tuple[str, ...]] = {
            country: tuple(code for code in self.provinces if self.areas[code].home == country)
            for country in self.countries
        }
        self.keeper: dict[str, str] = dict(data["straits"])
        self.capes: dict[str, tuple[str, frozenset[str], frozenset[str]]] = {
            code: (strait, frozenset(one), frozenset(other)) for code, (strait, one, other) in data["capes"].items()
        }
        self.straits: dict[tuple[str, str], str] = {}
        army: dict[str, set[str]] = {code: set() for code in self.areas}
        fleet: dict[str, set[str]] = {code: set() for code in self.areas}
        for one, other, units, _, *strait in data["borders"]:
            for here, there in ((one, other), (other, one)):
                if "a" in units:
                    army[here].add(there)
                if "f" in units:
                    fleet[here].add(there)
                if strait:
                    self.straits[here, there] = strait[0]
        self.army: dict[str, frozenset[str]] = {code: frozenset(army[code]) for code in army}
        self.fleet: dict[str, frozenset[str]] = {code: frozenset(fleet[code]) for code in fleet}
        self.beside: dict[str, frozenset[str]] = {code: self.army[code] | self.fleet[code] for code in self.areas}
        self.distance: dict[str, dict[str, int]] = {code: self._steps_from(code) for code in self.areas}

    def _steps_from(self, start: str) -> dict[str, int]:
        steps = {start: 0}
        edge = [start]
        while edge:
            reached = sorted({there for here in edge for there in self.beside[here]} - steps.keys())
            steps.update(dict.fromkeys(reached, steps[edge[0]] + 1))
            edge = reached
        return steps

    def reach(self, kind: str, area: str) -> frozenset[str]:
        """Where a unit of this kind can go from here by itself: a garrison nowhere."""
        if kind == GARRISON:
            return frozenset()
        return self.army[area] if kind == ARMY else self.fleet[area]

    def stands(self, kind: str, area: str) -> bool:
        """Can a unit of this kind ever be here?"""
        found = self.areas[area]
        if kind == GARRISON:
            return found.fortified
        if kind == FLEET:
            return found.sea or found.coastal
        return not found.sea and found.kind != "island-minor"


def _area(each: Mapping[str, Any]) -> Area:
    shape = _CITY.fullmatch(each["city"])
    city = City(shape[1] == "F", int(shape[2] or 1), shape[3] == "P") if shape else None
    longitude, latitude = each["at"]
    return Area(
        each["code"],
        each["name"],
        tuple(each["also"]),
        tuple(each["adjectives"]),
        each["kind"],
        city,
        each["home"],
        each["control"],
        each["garrison"],
        (longitude, latitude),
    )


@cache
def load_board(name: str = "plague") -> Board:
    """The board of this name. KeyError lists what there is."""
    path = BOARDS / f"{name}.json"
    if not path.is_file():
        raise KeyError(
            f"no map {name[:40]!r}; there are: {', '.join(sorted(each.stem for each in BOARDS.glob('*.json')))}"
        )
    return Board(json.loads(path.read_text(encoding="utf-8")))


BOARD = load_board()
