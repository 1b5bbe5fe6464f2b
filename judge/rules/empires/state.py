"""A game of Empires as it stands, secrets included, and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from judge.rules.empires.worldmap import WorldMap, load_map
from judge.rules.values import Json

START_BPS = 9


@dataclass(frozen=True, slots=True)
class Area:
    """`owner` is empty where nobody is; at sea it is the country that has ships there.

    `retreats`: the armies fall back to `retreat_to` before a lost battle. `entrance`: the sea area of its naval base,
    empty without one; `docked`: ships in it. `fleets`: ships at sea by the area of their base.
    """

    owner: str = ""
    pop: int = 0
    forts: int = 0
    armies: int = 0
    retreats: bool = True
    retreat_to: str = ""
    entrance: str = ""
    docked: int = 0
    fleets: Mapping[str, int] = field(default_factory=dict)

    @property
    def ships(self) -> int:
        """Ships at sea here."""
        return sum(self.fleets.values())

    @property
    def maintenance(self) -> int:
        """What it costs on land: armies and forts above the population."""
        return max(0, self.armies + self.forts - self.pop)


@dataclass(frozen=True, slots=True)
class Country:
    """What a country has besides the map. `reserve`: armies; `navy`: ships in reserve."""

    bps: int = START_BPS
    reserve: int = 0
    navy: int = 0
    vps: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """`order`: the order of play of this turn, eliminated countries left out. `census`: the turn of the next one.

    `censuses`: how many there were; `met`: a condition of victory has been met since the last one. `over`: the game
    has its result; that may be that nobody wins.
    """

    map: str
    turn: int
    order: tuple[str, ...]
    countries: Mapping[str, Country]
    areas: Mapping[str, Area]
    dummies: tuple[str, ...]
    census: int
    censuses: int
    met: bool
    limit: int
    winners: tuple[str, ...] = ()
    over: bool = False

    @property
    def world(self) -> WorldMap:
        return load_map(self.map)

    @property
    def label(self) -> str:
        return f"T{self.turn}"

    def contenders(self, among: Sequence[str]) -> tuple[str, ...]:
        """Those of them who can win (ruling 11.6)."""
        return tuple(country for country in among if country not in self.dummies)

    def land_of(self, country: str) -> tuple[str, ...]:
        return tuple(code for code in self.world.land if self.areas[code].owner == country)


def refuge(areas: Mapping[str, Area], world: WorldMap, code: str) -> str:
    """Where the armies of an area can fall back to, as things stand, or nothing: unowned areas never retreat."""
    area = areas[code]
    to = area.retreat_to
    fits = area.owner and area.retreats and to and world.adjacent(code, to) and world.is_land(to)
    return to if fits and areas[to].owner == area.owner else ""


def income(areas: Mapping[str, Area], world: WorldMap, country: str) -> int:
    return sum(areas[code].pop for code in world.land if areas[code].owner == country)


def maintenance(areas: Mapping[str, Area], world: WorldMap, country: str) -> int:
    """Land that costs, and 1 for each ship at sea; the reserves and ships in base are free."""
    land = sum(areas[code].maintenance for code in world.land if areas[code].owner == country)
    return land + sum(areas[code].ships for code in world.seas if areas[code].owner == country)


def opening_areas(world: WorldMap) -> dict[str, Area]:
    return {
        code: Area(place.owner, place.pop, place.forts, place.armies, entrance=place.entrance, docked=place.ships)
        for code, place in world.places.items()
    }


def dump_area(area: Area) -> dict[str, Json]:
    """Only what differs from an empty area."""
    found: dict[str, Json] = {
        "owner": area.owner,
        "pop": area.pop,
        "forts": area.forts,
        "armies": area.armies,
        "retreats": area.retreats,
        "retreat_to": area.retreat_to,
        "entrance": area.entrance,
        "docked": area.docked,
        "fleets": dict(area.fleets),
    }
    blank = {"retreats": True, **{name: type(value)() for name, value in found.items() if name != "retreats"}}
    return {name: value for name, value in found.items() if value != blank[name]}


def load_area(data: Mapping[str, Any]) -> Area:
    fleets = data.get("fleets", {})
    return Area(**{**data, "fleets": {base: fleets[base] for base in sorted(fleets)}})


def dump_state(state: State) -> dict[str, Json]:
    """The state as JSON, in the form that `judge adjudicate` calls a position."""
    return {
        "phase": state.label,
        "map": state.map,
        "order": list(state.order),
        "countries": {
            name: {"bps": each.bps, "reserve": each.reserve, "navy": each.navy, "vps": each.vps}
            for name, each in state.countries.items()
        },
        "areas": {code: dump_area(area) for code, area in state.areas.items()},
        "dummies": list(state.dummies),
        "census": state.census,
        "censuses": state.censuses,
        "met": state.met,
        "limit": state.limit,
        "winners": list(state.winners),
        **({"over": True} if state.over and not state.winners else {}),
    }


def load_state(data: Mapping[str, Json]) -> State:
    """What `dump_state` wrote. Countries and areas come in the map's order, whatever that of the keys."""
    world = load_map(data["map"])
    return State(
        map=data["map"],
        turn=int(data["phase"][1:]),
        order=tuple(data["order"]),
        countries={name: Country(**data["countries"][name]) for name in world.countries},
        areas={code: load_area(data["areas"][code]) for code in world.places},
        dummies=tuple(data["dummies"]),
        census=data["census"],
        censuses=data["censuses"],
        met=data["met"],
        limit=data["limit"],
        winners=tuple(data["winners"]),
        over=bool(data["winners"]) or data.get("over", False),
    )
