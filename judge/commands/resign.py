"""RESIGN: leave a game for good."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk, Said


def _run(desk: Desk, line: Line) -> Said:  # noqa: ARG001
    return desk.resign()


COMMAND = Command(
    "RESIGN",
    "RESIGN",
    "Leaves the game. Your seat waits for a successor, and you cannot come back by yourself.",
    Needs.SEAT,
    _run,
    example="RESIGN",
    irrevocable=True,
)
