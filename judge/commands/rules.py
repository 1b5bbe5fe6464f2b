"""RULES: how a game is written and set up."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.rules(line.rest.strip())


COMMAND = Command(
    "RULES",
    "RULES [game]",
    "The words of a game with their meaning, and how this one is set up.",
    Needs.PLAYER,
    _run,
    example="RULES oslo",
    looks=True,
)
