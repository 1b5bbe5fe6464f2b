"""ROLLFORWARD: undo a ROLLBACK."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.commands.words import nothing_behind
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    nothing_behind(line, "ROLLFORWARD")
    return desk.roll_forward()


COMMAND = Command(
    "ROLLFORWARD",
    "ROLLFORWARD",
    "Undoes the latest ROLLBACK, if nothing has been adjudicated since.",
    Needs.MASTER,
    _run,
    example="ROLLFORWARD",
    irrevocable=True,
)
