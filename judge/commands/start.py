"""START: the game begins."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:  # noqa: ARG001
    return desk.start()


COMMAND = Command(
    "START",
    "START",
    "Begins the game when its seats are filled: draws the seats, mails everybody the opening, starts the clock.",
    Needs.MASTER,
    _run,
    example="START",
    irrevocable=True,
)
