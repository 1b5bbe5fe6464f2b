"""TAKEOVER: take a seat whose player has left."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said
from judge.rules.problems import Problem, Refused


def _run(desk: Desk, line: Line) -> Said:
    match = re.fullmatch(r"(\S+)(?:\s+AS\s+(\S+))?", line.rest.strip(), re.IGNORECASE)
    if match is None:
        raise Refused(Problem("takeover/usage", "Which game?", hint="TAKEOVER oslo AS ITALY"))
    return desk.take_over(match[1], (match[2] or "").upper())


COMMAND = Command(
    "TAKEOVER",
    "TAKEOVER game [AS seat]",
    "Takes a seat whose player has left, with its money and orders; you are mailed where things stand.",
    Needs.PLAYER,
    _run,
    example="TAKEOVER oslo AS ITALY",
)
