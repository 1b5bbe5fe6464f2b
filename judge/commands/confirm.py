"""CONFIRM: lets happen what waited for a code."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.confirm(line.rest)


COMMAND = Command(
    "CONFIRM",
    "CONFIRM code",
    "Carries out the lines that waited for this code.",
    Needs.PLAYER,
    _run,
    example="CONFIRM mnbvcxy234",
)
