"""PROCESS: adjudicate now, without waiting any longer."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.process(line.rest.upper())


COMMAND = Command(
    "PROCESS",
    "PROCESS phase",
    "Adjudicates this phase now, with defaults for those who have not written. Refused when it is no "
    "longer the current phase.",
    Needs.MASTER,
    _run,
    example="PROCESS S1901M",
    irrevocable=True,
)
