"""GAME: which game the lines below are for."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.choose_game(line.rest)


COMMAND = Command(
    "GAME",
    "GAME name",
    "The lines below are for this game. Not needed when you answer a mail of the game, or play in one game only.",
    Needs.PLAYER,
    _run,
    example="GAME oslo",
)
