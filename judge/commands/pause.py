"""PAUSE: stop the clock."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.pause(line.rest.strip())


COMMAND = Command(
    "PAUSE",
    "PAUSE [why]",
    "Stops the clock of the game; orders may still be sent.",
    Needs.MASTER,
    _run,
    example="PAUSE Until the mail of Austria works again.",
    irrevocable=True,
)
