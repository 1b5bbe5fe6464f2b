"""SUMMARY: a game in one table."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.summary(line.rest.strip())


COMMAND = Command(
    "SUMMARY",
    "SUMMARY [game]",
    "The chart of centers by year, where a game has them, and who has played what.",
    Needs.PLAYER,
    _run,
    example="SUMMARY oslo",
    looks=True,
)
