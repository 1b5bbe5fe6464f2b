"""PHASE: a guard against orders that arrive too late."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.choose_phase(line.rest)


COMMAND = Command(
    "PHASE",
    "PHASE label",
    "The orders below count only if the game is in this phase. Needed when you answer a mail of an earlier phase.",
    Needs.GAME,
    _run,
    example="PHASE F1901M",
)
