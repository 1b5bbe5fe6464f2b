"""SUMMARY: how a game has gone."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk, Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.summary(line.rest.strip())


COMMAND = Command(
    "SUMMARY",
    "SUMMARY [game]",
    "How a game has gone, in the tables that its rules make of it, and who has played what.",
    Needs.PLAYER,
    _run,
    example="SUMMARY oslo",
    looks=True,
)
