"""AUDIT: what happened when."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.commands.words import nothing_behind
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    nothing_behind(line, "AUDIT")
    return desk.audit()


COMMAND = Command(
    "AUDIT",
    "AUDIT",
    "What happened in the game when, and who wrote when; never what.",
    Needs.MASTER,
    _run,
    example="AUDIT",
    irrevocable=True,
    harmless_alone=True,
)
