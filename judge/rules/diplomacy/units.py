"""A unit: whose it is, an army or a fleet, and where it stands."""

from __future__ import annotations

from typing import NamedTuple

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
