"""MAP: the position."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk, Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.position(line.rest.strip())


COMMAND = Command(
    "MAP",
    "MAP [game]",
    "The position as everybody may see it, as text.",
    Needs.PLAYER,
    _run,
    example="MAP oslo",
    looks=True,
)
