"""Canonical text of what pirates file, and programs write.

    plan      GARNET NUMBER, where there are any; then a line NAME: GOLD for each player in the room
    ballot    a line NAME: YES or NAME: NO for each player in the room
    move      MOVE or STAY
    gift      NAME

Parsing and printing are inverse. Text of any other shape raises ValueError.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.rules.rng import Stream

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


BALLOT, MOVE = "ballot", "move"
YES, NO = "YES", "NO"
MOVES, STAYS = "MOVE", "STAY"


def random_ballot(room: Sequence[str], stream: Stream) -> dict[str, str]:
    """Balanced, by lot; with an odd number of plans a coin decides which side has one more."""
    yes = len(room) // 2 + (stream.below(2) if len(room) % 2 else 0)
    order = stream.shuffled(room)
    chosen = {name: YES if place < yes else NO for place, name in enumerate(order)}
    return {name: chosen[name] for name in room}


def even_ballot(room: Sequence[str]) -> dict[str, str]:
    """A valid ballot to start from: yes to the first half, in the order of `room`."""
    return {name: YES if place < (len(room) + 1) // 2 else NO for place, name in enumerate(room)}


_GARNETS = re.compile(r"GARNET ([1-9][0-9]{0,5})", re.ASCII)
_SHARE = re.compile(r"(\S+): (0|[1-9][0-9]*)", re.ASCII)
_VOTE = re.compile(rf"(\S+): ({YES}|{NO})")


def parse_plan(text: str) -> Plan:
    """Parse a plan."""
    first, *others = text.split("\n")
    garnets = _GARNETS.fullmatch(first)
    shares = _entries(_SHARE, others if garnets else [first, *others])
    return Plan({name: int(gold) for name, gold in shares.items()}, int(garnets[1]) if garnets else 0)


def print_plan(plan: Plan) -> str:
    """Print a plan: garnets first where there are any, then a line for each player."""
    lines = [f"GARNET {plan.garnets}"] if plan.garnets else []
    return "\n".join([*lines, *(f"{name}: {amount}" for name, amount in plan.shares.items())])


def parse_ballot(text: str) -> dict[str, str]:
    """Parse a ballot: player -> YES or NO."""
    return _entries(_VOTE, text.split("\n"))


def print_ballot(ballot: Mapping[str, str]) -> str:
    """Print a ballot, a line for each player."""
    return "\n".join(f"{name}: {verdict}" for name, verdict in ballot.items())


def _entries(shape: re.Pattern[str], lines: list[str]) -> dict[str, str]:
    entries: dict[str, str] = {}
    for line in lines:
        found = shape.fullmatch(line)
        if found is None or found[1] in entries:
            raise ValueError(f"not canonical: {line!r}")
        entries[found[1]] = found[2]
    return entries


def parse_part(part: str, text: str) -> Any:
    """Parse what is on file under one part; a move or a gift is a word."""
    return parse_plan(text) if part == PART else parse_ballot(text) if part == BALLOT else text


def print_part(part: str, parsed: Any) -> str:
    """Print one part."""
    return print_plan(parsed) if part == PART else print_ballot(parsed) if part == BALLOT else str(parsed)
