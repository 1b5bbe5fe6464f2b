"""UNBLOCK: takes a BLOCK back."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.block(line.rest, blocked=False)


COMMAND = Command(
    "UNBLOCK",
    "UNBLOCK seat (or pseudonym, or ANONYMOUS)",
    "Takes a BLOCK back.",
    Needs.GAME,
    _run,
    example="UNBLOCK FRANCE",
)
