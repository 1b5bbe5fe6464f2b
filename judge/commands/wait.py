"""WAIT: no early adjudication."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.commands.words import nothing_behind
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    nothing_behind(line, "WAIT")
    return desk.wait(waits=True)


COMMAND = Command(
    "WAIT",
    "WAIT",
    "Whoever has written: this phase is not adjudicated before its deadline. NOWAIT takes it back.",
    Needs.SEAT,
    _run,
    example="WAIT",
)
