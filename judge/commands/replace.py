"""REPLACE: another player takes a seat."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk, Said
from judge.rules.problems import Problem, Refused


def _run(desk: Desk, line: Line) -> Said:
    match = re.fullmatch(r"(\S+)\s+(?:(?:WITH|BY)\s+)?<?([^\s<>]+@[^\s<>]+?)>?", line.rest, re.IGNORECASE)
    if match is None:
        hint = "REPLACE ITALY WITH new.player@example.org"
        raise Refused(Problem("replace/usage", "Which seat, and who takes it?", hint=hint))
    return desk.replace(match[1].upper(), match[2].lower())


COMMAND = Command(
    "REPLACE",
    "REPLACE seat WITH address",
    "Gives a seat to another registered player: account, acceptance list and orders on file go with it.",
    Needs.MASTER,
    _run,
    example="REPLACE ITALY WITH new.player@example.org",
    irrevocable=True,
)
