"""A game of Empires as it stands, secrets included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from judge.rules.case import Amount
from judge.rules.empires.worldmap import WorldMap, load_map

START_BPS = 9


@dataclass(frozen=True, slots=True)
class Area:
    """`owner` is empty where nobody is; at sea it is the country that has ships there.

    `retreats`: the armies fall back to `retreat_to` before a lost battle. `entrance`: the sea area of its naval base,
    empty without one; `docked`: ships in it. `fleets`: ships at sea by the area of their base.
    """

    closed = True

    owner: str = ""
    pop: Amount = 0
    forts: Amount = 0
    armies: Amount = 0
    retreats: bool = True
    retreat_to: str = ""
    entrance: str = ""
    docked: Amount = 0
    fleets: Mapping[str, Amount] = field(default_factory=dict)

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

    closed = True

    bps: Amount = START_BPS
    reserve: Amount = 0
    navy: Amount = 0
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
