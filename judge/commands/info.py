"""INFO: what one should know of a game before joining it."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.info(line.rest.strip())


COMMAND = Command(
    "INFO",
    "INFO [game]",
    "Who runs a game, who is in it, and every option with its value and meaning.",
    Needs.PLAYER,
    _run,
    example="INFO oslo",
    looks=True,
)
