"""STATEMENT: the history of an account."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.commands.words import nothing_behind
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    nothing_behind(line, "STATEMENT")
    return desk.statement()


COMMAND = Command(
    "STATEMENT",
    "STATEMENT",
    "Every entry of your account, with the balance after each.",
    Needs.SEAT,
    _run,
    example="STATEMENT",
    looks=True,
)
