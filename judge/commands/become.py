"""BECOME: file one set of orders for a player."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said
from judge.rules.problems import Problem, Refused


def _run(desk: Desk, line: Line) -> Said:
    if len(line.rest.split()) != 1:
        raise Refused(Problem("become/usage", "Which seat?", hint="BECOME ITALY"))
    return desk.become(line.rest.strip().upper())


COMMAND = Command(
    "BECOME",
    "BECOME seat",
    "The orders in this mail are for this seat, where the option become allows it. Its player is told at "
    "once what was filed.",
    Needs.MASTER,
    _run,
    example="BECOME ITALY",
    irrevocable=True,
)
