"""SHOW: the orders on file."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    if line.rest.upper() in ("SETTINGS", "OPTIONS"):
        return desk.info("")
    return desk.show()


COMMAND = Command(
    "SHOW",
    "SHOW [SETTINGS]",
    "What you have on file, as the judge understood it, and what it could cost at most. "
    "SHOW SETTINGS: how the game is set up, as INFO does.",
    Needs.SEAT,
    _run,
    example="SHOW",
    looks=True,
)
