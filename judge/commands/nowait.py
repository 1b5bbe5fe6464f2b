"""NOWAIT: takes WAIT back."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.commands.words import nothing_behind
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    nothing_behind(line, "NOWAIT")
    return desk.wait(waits=False)


COMMAND = Command(
    "NOWAIT",
    "NOWAIT",
    "Takes WAIT back.",
    Needs.SEAT,
    _run,
    example="NOWAIT",
)
