"""STATUS: how a game stands."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    if line.rest:
        desk.choose_game(line.rest)
    return desk.status()


COMMAND = Command(
    "STATUS",
    "STATUS [game]",
    "How the game stands: phase, deadline, who plays; the GameMaster also reads who has written, never what.",
    Needs.PLAYER,
    _run,
    example="STATUS oslo",
    looks=True,
)
