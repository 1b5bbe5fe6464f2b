"""The oracle's board and position: read from the board's file, and from the JSON that `judge adjudicate` takes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

FILE = Path(__file__).parents[4] / "judge" / "rules" / "machiavelli" / "boards" / "plague.json"
FIELD, CITY = "field", "city"
NOBODY = "INDEPENDENT"
Place = tuple[str, str]


class Area(NamedTuple):
    code: str
    name: str
    kind: str
    fortified: bool
    city: bool
    port: bool
    size: int
    home: str

    @property
    def sea(self) -> bool:
        return self.kind == "sea"

    @property
    def single(self) -> bool:
        """1.3: an island that holds one unit or one rebellion at a time."""
        return self.kind in ("island-minor", "island-venice")

    @property
    def tax(self) -> int:
        """5.1: a ducat for the area, and the city's size."""
        return 1 + (self.size if self.city else 0)


class Border(NamedTuple):
    army: bool
    fleet: bool
    strait: str


def _areas(board: Any) -> dict[str, Area]:
    found = {}
    for row in board["areas"]:
        city = row.get("city") or ""
        size = next((int(letter) for letter in city if letter.isdigit()), 1)
        found[row["code"]] = Area(
            row["code"],
            row["name"],
            row["kind"],
            city.startswith("F"),
            bool(city),
            "P" in city,
            size,
            row.get("home") or "",
        )
    return found


def _borders(board: Any) -> dict[tuple[str, str], Border]:
    found = {}
    for one, other, ways, _, *strait in board["borders"]:
        border = Border("a" in ways, "f" in ways, strait[0] if strait else "")
        found[one, other] = found[other, one] = border
    return found


_BOARD = json.loads(FILE.read_text(encoding="utf-8"))
AREAS = _areas(_BOARD)
BORDERS = _borders(_BOARD)
PROVINCES = [code for code, area in AREAS.items() if not area.sea]
NEIGHBORS = {code: sorted(other for one, other in BORDERS if one == code) for code in AREAS}
# 2.2 and 5.2: trade income, by home country.
TRADE = dict.fromkeys(
    ("FRANCE", "SAVOY", "GENOA", "AUSTRIA", "MILAN", "VENICE", "FERRARA", "FLORENCE", "PAPACY", "NAPLES"), 3
)
TRADE |= {"SICILY": 3, "DALMATIA": 4, "TURKEY": 3}
TRADE |= dict.fromkeys(("FRANCE", "GENOA", "VENICE", "FLORENCE", "NAPLES"), 4)
COUNTRIES = list(TRADE)
HOMES = {home: [code for code in PROVINCES if AREAS[code].home == home] for home in COUNTRIES}
KEEPERS = {"messina": "MES", "elba": "PIO"}
# 9.3: Kalabria's coast on the west and on the east of the straits.
KALABRIA = ({"BON", "SAL"}, {"ION", "OTR"})


def stands(kind: str, code: str) -> bool:
    area = AREAS[code]
    if kind == "G":
        return area.fortified
    if kind == "A":
        return area.kind in ("land", "coast", "island", "island-venice")
    return area.kind != "land"


def reach(kind: str, code: str) -> list[str]:
    """9.3: where a unit could advance without transport, were nobody in the way."""
    if kind == "G":
        return []
    return [
        other
        for other in NEIGHBORS[code]
        if (BORDERS[code, other].army if kind == "A" else BORDERS[code, other].fleet) and stands(kind, other)
    ]


class Unit(NamedTuple):
    owner: str
    kind: str
    area: str

    @property
    def place(self) -> Place:
        return (self.area, CITY if self.kind == "G" else FIELD)

    def __str__(self) -> str:
        return f"{self.kind} {self.area}"


class Order(NamedTuple):
    verb: str
    target: str = ""
    player: str = ""
    route: tuple[str, ...] = ()
    becomes: str = ""

    def written(self, unit: Unit) -> str:
        if self.verb == "-":
            via = f" VIA {' '.join(self.route)}" if self.route else ""
            return f"{unit} - {self.target}{via}"
        rest = {"S": self.target, "B": self.target, "C": self.becomes}.get(self.verb, "")
        return " ".join(part for part in (str(unit), self.verb, rest, self.player) if part)


HOLD = Order("H")


@dataclass
class Position:
    phase: str
    units: dict[Place, Unit]
    control: dict[str, str]
    rebellions: dict[str, str]
    sieges: dict[str, str]
    homes: dict[str, str]
    ducats: dict[str, int]
    out: list[str] = field(default_factory=list)

    def alive(self) -> list[str]:
        return [country for country in COUNTRIES if country not in self.out]

    def units_in(self, area: str) -> list[Unit]:
        return [self.units[place] for place in ((area, FIELD), (area, CITY)) if place in self.units]

    def units_of(self, owner: str) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.owner == owner]

    def empty(self, area: str) -> bool:
        return not self.units_in(area)

    def holder(self, area: str) -> str:
        """4.1: who controls a province or sea now; "" for nobody, independents included."""
        if area in self.rebellions:
            return ""
        owners = {unit.owner for unit in self.units_in(area)}
        if owners:
            owner = owners.pop()
            return "" if owners or owner == NOBODY else owner
        return "" if AREAS[area].sea else self.control.get(area, "")

    def rebels_in_city(self, area: str) -> bool:
        """11.2: a fortified city rebels with its province where no garrison is."""
        return area in self.rebellions and AREAS[area].fortified and (area, CITY) not in self.units

    def homeland(self, owner: str) -> list[str]:
        return [code for home, holder in self.homes.items() if holder == owner for code in HOMES[home]]

    def mark(self) -> None:
        """4.1: units establish control at once; who was last alone keeps it."""
        for code in PROVINCES:
            owners = {unit.owner for unit in self.units_in(code)}
            if owners:
                owner = owners.pop()
                if owners or owner == NOBODY:
                    self.control.pop(code, None)
                else:
                    self.control[code] = owner


def besieged_city(area: str) -> str:
    """The city that a unit in this area can besiege: Venice's from the Lagoon."""
    return "VEN" if area == "LAG" else area


def read(position: Any) -> Position:
    units = {}
    for owner, rows in position.get("units", {}).items():
        for row in rows:
            kind, area = row.split()
            unit = Unit(owner, kind, area)
            units[unit.place] = unit
    control = {area: owner for owner, areas in position.get("control", {}).items() for area in areas}
    rebels = set(position.get("rebel_sieges", ()))
    homes = {home: home for home in COUNTRIES} | dict(position.get("homes", {}))
    found = Position(
        position["phase"],
        units,
        control,
        dict(position.get("rebellions", {})),
        {area: "rebels" if area in rebels else "garrison" for area in position.get("sieges", ())},
        homes,
        dict.fromkeys(COUNTRIES, 0) | dict(position.get("balances", {})),
        [country for country, _ in position.get("eliminated", ())],
    )
    found.mark()
    return found
