"""EJECT: take a seat from its player."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said
from judge.rules.problems import Problem, Refused


def _run(desk: Desk, line: Line) -> Said:
    if len(line.rest.split()) != 1:
        raise Refused(Problem("eject/usage", "Which seat?", hint="EJECT ITALY"))
    return desk.eject(line.rest.strip().upper())


def _foretell(desk: Desk, line: Line) -> str:  # noqa: ARG001
    return f"{line.rest.strip().title()} would lose its player, who is told; REPLACE could bring him back."


COMMAND = Command(
    "EJECT",
    "EJECT seat",
    "Takes a seat from its player, who is told. Money and orders stay with the seat, which waits for a successor.",
    Needs.MASTER,
    _run,
    example="EJECT ITALY",
    irrevocable=True,
    foretell=_foretell,
)
