"""CLEAR: takes back the orders of the phase."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.commands.words import nothing_behind
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    nothing_behind(line, "CLEAR")
    return desk.clear()


COMMAND = Command(
    "CLEAR",
    "CLEAR",
    "Takes back all orders you have on file for this phase. What took effect at once stays.",
    Needs.SEAT,
    _run,
    example="CLEAR",
)
