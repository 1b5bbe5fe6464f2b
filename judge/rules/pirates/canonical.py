"""Canonical text of what pirates file, and programs write.

    plan      GARNET NUMBER, where there are any; then a line NAME: GOLD for each player in the room
    ballot    a line NAME: YES or NAME: NO for each player in the room
    move      MOVE or STAY
    gift      NAME

Parsing and printing are inverse. Text of any other shape raises ValueError.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from judge.rules.pirates.ballots import BALLOT, NO, YES
from judge.rules.pirates.plans import PART, Plan

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
