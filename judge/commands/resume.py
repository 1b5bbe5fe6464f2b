"""RESUME: the clock goes on."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.commands.words import nothing_behind
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    nothing_behind(line, "RESUME")
    return desk.resume()


COMMAND = Command(
    "RESUME",
    "RESUME",
    "Lets the clock go on after PAUSE; the deadline comes later by as long as it stood.",
    Needs.MASTER,
    _run,
    example="RESUME",
    irrevocable=True,
)
