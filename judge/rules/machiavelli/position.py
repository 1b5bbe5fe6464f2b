"""What lies open on the board: units, control, rebellions, sieges, home countries, excommunications. Immutable."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from judge.rules.machiavelli.board import BOARD, FLEET, GARRISON, LAGOON, VENICE
from judge.rules.schema import as_text

INDEPENDENT = ""
"""The owner of independent units; the victim of a rebellion against one of them."""

INDEPENDENTS = "INDEPENDENT"
"""How they are called in orders, texts and JSON."""


def city_place(area: str) -> str:
    """Where the garrison of an area stands: the city is a place of its own, but on an island of one place (1.3)."""
    return area if BOARD.areas[area].single else f"{area}/G"


class Unit(NamedTuple):
    """owner: a country, or INDEPENDENT; kind: A, F or G."""

    owner: str
    kind: str
    area: str

    @property
    def place(self) -> str:
        return city_place(self.area) if self.kind == GARRISON else self.area

    def __str__(self) -> str:
        return f"{self.kind} {self.area}"


def _unit(text: str) -> Unit:
    """`MILAN G COM`; independent units begin with the blank."""
    owner, kind, area = text.split(" ")
    return Unit(owner, kind, area)


as_text(Unit, _unit, " ".join)


@dataclass(frozen=True)
class Position:
    """The board at one moment.

    units: place (`MAN`, `MAN/G`) -> unit; markers: province -> the player who was the last to have it alone;
    rebellions: province -> victim; sieges: areas of the units that have finished one season of a siege; of_rebels:
    those of them that besiege a rebelling city, where the others besiege garrisons;
    homes: home country -> the player who has it; banned: excommunicated player -> label of the last phase in which they
    are; condemned: those whom the Papacy has excommunicated once; eliminated: (player, label), first out first.
    """

    units: Mapping[str, Unit]
    markers: Mapping[str, str]
    rebellions: Mapping[str, str] = field(default_factory=dict)
    sieges: frozenset[str] = frozenset()
    homes: Mapping[str, str] = field(default_factory=lambda: {country: country for country in BOARD.countries})
    banned: Mapping[str, str] = field(default_factory=dict)
    condemned: frozenset[str] = frozenset()
    eliminated: tuple[tuple[str, str], ...] = ()
    of_rebels: frozenset[str] = frozenset()

    def in_order(self) -> Position:
        """The same position, its parts in an order that does not depend on how it came about."""
        return replace(
            self,
            units=dict(sorted(self.units.items())),
            markers=dict(sorted(self.markers.items())),
            rebellions=dict(sorted(self.rebellions.items())),
            banned=dict(sorted(self.banned.items())),
        )

    def field_unit(self, area: str) -> Unit | None:
        """The army or fleet in an area."""
        unit = self.units.get(area)
        return unit if unit is not None and unit.kind != GARRISON else None

    def garrison(self, area: str) -> Unit | None:
        unit = self.units.get(city_place(area))
        return unit if unit is not None and unit.kind == GARRISON else None

    def units_in(self, area: str) -> tuple[Unit, ...]:
        out, inside = self.units.get(area), self.units.get(f"{area}/G")
        if inside is None:
            return () if out is None else (out,)
        return (inside,) if out is None else (out, inside)

    def units_of(self, owner: str) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.units.values() if unit.owner == owner)

    def empty(self, area: str) -> bool:
        """No unit in the area or its city."""
        return area not in self.units and f"{area}/G" not in self.units

    def holder(self, area: str) -> str | None:
        """Who has the province or sea, rebelling or not: a player, INDEPENDENT, or None where nobody or several do."""
        there = self.units_in(area)
        if not there:
            return self.markers.get(area)
        return there[0].owner if there[0].owner == there[-1].owner else None

    def control(self, area: str) -> str:
        """The player who controls a province with any city in it, or a sea (4.1); empty if none does."""
        if area in self.rebellions:
            return ""
        return self.holder(area) or ""

    def province_of(self, area: str) -> str:
        """The player who controls the province, or occupies it alone, and so has its tax (4.1, 5.1, ruling 6.6)."""
        if area in self.rebellions:
            return ""
        unit = self.field_unit(area)
        return unit.owner if unit is not None else self.control(area)

    def city_of(self, area: str) -> str:
        """Who controls the city or has its garrison. A garrisoned city does not rebel with its province (11.2)."""
        if not BOARD.areas[area].city:
            return ""
        unit = self.garrison(area)
        return unit.owner if unit is not None else self.control(area)

    def city_rebels(self, area: str) -> bool:
        """A fortified city rebels exactly while its province does and it has no garrison (ruling 2.1)."""
        return area in self.rebellions and BOARD.areas[area].fortified and self.garrison(area) is None

    def besieged(self, area: str) -> bool:
        """Is the city in the siege that a unit has kept up for one season?"""
        besieger = LAGOON if area == VENICE else area
        return besieger in self.sieges

    def besieging(self, areas: Collection[str]) -> Position:
        """The same position, where of its sieges only those from these areas go on."""
        return replace(self, sieges=self.sieges.intersection(areas), of_rebels=self.of_rebels.intersection(areas))

    def siege_goes_on(self, area: str) -> bool:
        """Has the unit here finished a season of a siege, and is what it besieges still there (9.4, ruling 4.2)?"""
        if area not in self.sieges:
            return False
        city = self.siege_target(area)
        return self.city_rebels(city) if area in self.of_rebels else self.garrison(city) is not None

    def siege_target(self, area: str) -> str:
        """The province that a unit of this area can besiege."""
        return VENICE if area == LAGOON else area

    def in_home(self, area: str, player: str) -> bool:
        """Is the province part of the player's current home country (4.4)?"""
        home = BOARD.areas[area].home
        return bool(home) and self.homes[home] == player

    def alive(self, player: str) -> bool:
        return all(player != gone for gone, _ in self.eliminated)

    def players(self) -> tuple[str, ...]:
        """Those still in the game."""
        gone = {player for player, _ in self.eliminated}
        return tuple(country for country in BOARD.countries if country not in gone)

    def straits_closed(self, way: Sequence[str], player: str, allowed: Collection[tuple[str, ...]] = ()) -> bool:
        """Does this way, area by area, pass a strait that another's fleet closes to the player (9.3, ruling 13.1)?

        allowed: (who keeps it, who may pass) for the permissions given; behind them the strait, if it is for one alone.
        """
        passed = [strait for step in itertools.pairwise(way) if (strait := BOARD.straits.get(step))]
        for before, here, after in zip(way, way[1:], way[2:], strict=False):
            if here in BOARD.capes:
                strait, one, other = BOARD.capes[here]
                if {before, after} & one and {before, after} & other:
                    passed.append(strait)
        keepers = {strait: self.closed_to(player, strait, way[0]) for strait in passed}
        kept = {(keeper, player, strait) for strait, keeper in keepers.items() if keeper is not None}
        return any(each[:2] not in allowed and each not in allowed for each in kept)

    def closed_to(self, player: str, strait: str, place: str = "") -> str | None:
        """The owner of the fleet that closes the strait to the player; None if it is open to them.

        place: where their unit stands. Independents are each of a state of its own (16), and let none but itself pass.
        """
        keeper = self.strait_keeper(strait)
        own = player != INDEPENDENT or place == BOARD.keeper[strait]
        return None if keeper == player and own else keeper

    def strait_keeper(self, strait: str) -> str | None:
        """The owner of the fleet that controls the strait; None if it is open to all."""
        post = BOARD.keeper[strait]
        unit = self.units.get(post) if post else None
        return unit.owner if unit is not None and unit.kind == FLEET else None


def marked(position: Position) -> dict[str, str]:
    """The markers that a position's units call for: a player who has a province alone controls it from then on; where
    several stand, or independents, nobody does (4.1). A sea has no marker: a fleet controls it while it is there.
    """
    markers = {area: owner for area, owner in position.markers.items() if not BOARD.areas[area].sea}
    owners: dict[str, set[str]] = {}
    for unit in position.units.values():
        if not BOARD.areas[unit.area].sea:
            owners.setdefault(unit.area, set()).add(unit.owner)
    for area, here in owners.items():
        if len(here) == 1 and INDEPENDENT not in here:
            markers[area] = next(iter(here))
        else:
            markers.pop(area, None)
    return markers


def opening(dummies: Iterable[str] = ()) -> Position:
    """Chapter 3: control markers and independent garrisons. Countries that nobody plays have no markers (18.3)."""
    unplayed = tuple(country for country in BOARD.countries if country in set(dummies))
    units = {city_place(code): Unit(INDEPENDENT, GARRISON, code) for code, area in BOARD.areas.items() if area.garrison}
    markers = {
        code: area.control for code, area in BOARD.areas.items() if area.control and area.control not in unplayed
    }
    return Position(units, markers, eliminated=tuple((country, "") for country in unplayed))
