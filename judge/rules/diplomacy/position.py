"""A unit: whose it is, an army or a fleet, and where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from judge.rules.schema import as_text

ARMY = "A"
FLEET = "F"


class Unit(NamedTuple):
    """`place` is a province, for a fleet on one of several coasts with that coast: `PAR`, `STP/SC`."""

    power: str
    kind: str
    place: str

    @property
    def province(self) -> str:
        return self.place.partition("/")[0]

    def __str__(self) -> str:
        return f"{self.kind} {self.place}"


def _unit(text: str) -> Unit:
    """`AUSTRIA A VIE`"""
    power, kind, place = text.split(" ")
    return Unit(power, kind, place)


as_text(Unit, _unit, " ".join)


class Dislodged(NamedTuple):
    """A unit that must retreat: the province its attacker came from, and the places it may go to (sorted)."""

    unit: Unit
    origin: str
    retreats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """The units on the board, and the dislodged ones, by province. Never changed once made."""

    units: Mapping[str, Unit]
    dislodged: Mapping[str, Dislodged] = field(default_factory=dict)
    memo: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What readers have already worked out about this position. Says nothing that the position does not say."""

    def of(self, power: str) -> tuple[Unit, ...]:
        """The units of a power on the board, in board order of the mapping."""
        return tuple(unit for unit in self.units.values() if unit.power == power)


def position_of(units: Iterable[Unit], dislodged: Iterable[Dislodged] = ()) -> Position:
    """A position of these units. ValueError if two stand in one province."""
    placed: dict[str, Unit] = {}
    for unit in units:
        if unit.province in placed:
            raise ValueError(f"two units in {unit.province}: {placed[unit.province]} and {unit}")
        placed[unit.province] = unit
    return Position(placed, {each.unit.province: each for each in dislodged})
