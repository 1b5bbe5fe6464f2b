"""The board as a value: areas, cities, borders, straits, home countries. The map is data, in boards/plague.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

ARMY = "A"
FLEET = "F"
GARRISON = "G"

LAGOON = "LAG"
VENICE = "VEN"


class Area(NamedTuple):
    """kind: land, coast, sea, island (Malta), island-minor (a fleet or a rebellion), island-venice. `city`: F or U, if
    it is fortified or not; the number of a major city; P for a port. `home`: the country to whose home it belongs.
    """

    code: str
    name: str
    also: tuple[str, ...]
    adjectives: tuple[str, ...]
    kind: str
    city: str
    home: str
    control: str
    garrison: bool

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
        return self.city.startswith("F")

    @property
    def port(self) -> bool:
        return self.city.endswith("P")

    @property
    def magnitude(self) -> int:
        """The income of the city: 1, or the number of a major one; 0 without a city."""
        return int(self.city.strip("FUP") or bool(self.city))


class Country(NamedTuple):
    """letter: on maps; trade: its income from that (chapter 3); `title`: Duchy of Milan."""

    code: str
    letter: str
    name: str
    title: str
    also: tuple[str, ...]
    adjectives: tuple[str, ...]
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
        self.countries = {each["code"]: Country(**_row(each)) for each in data["countries"]}
        self.areas = {each["code"]: Area(**_row(each)) for each in data["areas"]}
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


def _row(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}


BOARD = Board(json.loads((Path(__file__).parent / "boards" / "plague.json").read_text(encoding="utf-8")))
