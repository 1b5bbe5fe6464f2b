"""BLOCK: no more private press from somebody."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.block(line.rest, blocked=True)


COMMAND = Command(
    "BLOCK",
    "BLOCK seat (or pseudonym, or ANONYMOUS)",
    "Private press signed so does not reach you any more; nobody is told.",
    Needs.GAME,
    _run,
    example="BLOCK FRANCE",
)
