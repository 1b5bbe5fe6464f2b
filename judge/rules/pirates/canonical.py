"""What pirates order, and its canonical text: plans, ballots, moves and gifts (rulings R1, R3 and R4).

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

PLAN, BALLOT, MOVE, GIFT = "plan", "ballot", "move", "gift"
"""The parts of a sheet. A gift is the name of the player who gets the token."""
YES, NO = "YES", "NO"
MOVES, STAYS = "MOVE", "STAY"


@dataclass(frozen=True, slots=True)
class Plan:
    """`shares`: player in the room -> gold, zeros included; `garnets`: how many are added."""

    shares: Mapping[str, int]
    garnets: int = 0


def default_plan(own: str, room: Sequence[str], package: int) -> Plan:
    """Share the package evenly among the others, rounded down; the proposer keeps the remainder (ruling R4)."""
    return _even(own, room, package, [name for name in room if name != own])


def even_plan(own: str, room: Sequence[str], package: int) -> Plan:
    """A plan to start from: equal shares for the whole room, and the remainder for the proposer."""
    return _even(own, room, package, room)


def _even(own: str, room: Sequence[str], package: int, among: Sequence[str]) -> Plan:
    each = package // max(1, len(among))
    rest = package - each * len(among)
    return Plan({name: each * (name in among) + rest * (name == own) for name in room})


def random_ballot(room: Sequence[str], stream: Stream) -> dict[str, str]:
    """Draw a balanced ballot. With an odd number of plans a coin decides which side has one more (ruling R3)."""
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
    first, *others = text.split("\n")
    garnets = _GARNETS.fullmatch(first)
    shares = _entries(_SHARE, others if garnets else [first, *others])
    return Plan({name: int(gold) for name, gold in shares.items()}, int(garnets[1]) if garnets else 0)


def print_plan(plan: Plan) -> str:
    """Print a plan: garnets first where there are any, then a line for each player."""
    garnets = [f"GARNET {plan.garnets}"] if plan.garnets else []
    return "\n".join([*garnets, *(f"{name}: {amount}" for name, amount in plan.shares.items())])


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
    """Parse the text on file under one part; a move or a gift is a word."""
    return parse_plan(text) if part == PLAN else parse_ballot(text) if part == BALLOT else text


def print_part(part: str, parsed: Any) -> str:
    return print_plan(parsed) if part == PLAN else print_ballot(parsed) if part == BALLOT else str(parsed)
