"""Plans: what a player would do with the gold of their package (rulings R1 and R4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

PART = "plan"


@dataclass(frozen=True, slots=True)
class Purse:
    """What a plan has to work with: the package, and the garnets that its proposer could add."""

    own: str
    room: tuple[str, ...]
    package: int
    garnets: int


@dataclass(frozen=True, slots=True)
class Plan:
    """`shares`: everybody in the room -> gold, zeros included; `garnets`: how many are added."""

    shares: Mapping[str, int]
    garnets: int = 0


def default_plan(purse: Purse) -> Plan:
    """All of it evenly to the others, rounded down, and the remainder to the proposer (ruling R4)."""
    others = [name for name in purse.room if name != purse.own]
    each = purse.package // len(others) if others else 0
    shares = dict.fromkeys(others, each)
    shares[purse.own] = purse.package - each * len(others)
    return Plan({name: shares[name] for name in purse.room})


def even_plan(purse: Purse) -> Plan:
    """A plan to start from: as much for everybody in the room, and the remainder for the proposer."""
    each = purse.package // len(purse.room)
    rest = purse.package - each * len(purse.room)
    return Plan({name: each + rest * (name == purse.own) for name in purse.room})
