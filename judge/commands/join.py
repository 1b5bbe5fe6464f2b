"""JOIN: take part in a game that is forming."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said
from judge.rules.problems import Problem, Refused


def _run(desk: Desk, line: Line) -> Said:
    head, *words = re.split(r" WITH ", " ".join(line.rest.split()), maxsplit=1, flags=re.IGNORECASE)
    match = re.fullmatch(r"(\S+)(?: AS (.+))?", head, re.IGNORECASE)
    if match is None:
        raise Refused(Problem("join/usage", "Which game?", hint="JOIN name, or JOIN name AS ITALY, FRANCE"))
    return desk.join(match[1], match[2] or "", words[0] if words else "")


COMMAND = Command(
    "JOIN",
    "JOIN game [AS seat, seat, …] [WITH word]",
    "Joins a game that is forming; name the seats that you would like, best first: FRANCE, [ENGLAND GERMANY], ? "
    "(those in brackets are equally welcome, ? is any other) or FE? by their initials. A private game wants its word.",
    Needs.PLAYER,
    _run,
    example="JOIN oslo AS ITALY, TURKEY, ?",
)
