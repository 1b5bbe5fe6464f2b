"""MAP: the position, or a phase that is over, as a picture and as text."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.position(tuple(line.rest.replace(",", " ").split()))


COMMAND = Command(
    "MAP",
    "MAP [game] [phase]",
    "The position as you may see it, or a phase that is over: a map, and the same as text.",
    Needs.PLAYER,
    _run,
    example="MAP oslo",
    looks=True,
)
