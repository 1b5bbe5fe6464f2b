"""GAMES: all games of one person on one page."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.commands.words import nothing_behind
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    nothing_behind(line, "GAMES")
    return desk.my_games_page()


COMMAND = Command(
    "GAMES",
    "GAMES",
    "All your games on one page: what you are there, when it is due, and for whom it waits.",
    Needs.PLAYER,
    _run,
    example="GAMES",
    looks=True,
)
