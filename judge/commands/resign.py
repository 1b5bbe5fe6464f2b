"""RESIGN: leave a game for good."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:  # noqa: ARG001
    return desk.resign()


def _foretell(desk: Desk, line: Line) -> str:  # noqa: ARG001
    return "You would leave the game for good: your seat waits for a successor, who gets what is yours."


COMMAND = Command(
    "RESIGN",
    "RESIGN",
    "Leaves the game: your seat waits for a successor. You cannot come back by yourself, so you are asked for a code.",
    Needs.SEAT,
    _run,
    example="RESIGN",
    irrevocable=True,
    asks_always=True,
    foretell=_foretell,
)
