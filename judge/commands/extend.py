"""EXTEND: more time."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.games.instants import read_duration
from judge.letters.values import Said
from judge.rules.problems import Problem, Refused


def _run(desk: Desk, line: Line) -> Said:
    length, _, why = line.rest.strip().removeprefix("+").partition(" ")
    try:
        by = read_duration(length)
    except ValueError as error:
        raise Refused(Problem("extend/usage", f"{error}.", hint="EXTEND 24h")) from None
    return desk.extend(by, why.strip())


COMMAND = Command(
    "EXTEND",
    "EXTEND length [why]",
    "Gives everybody so much more time in this phase.",
    Needs.MASTER,
    _run,
    example="EXTEND 24h Italy is snowed in.",
    irrevocable=True,
)
