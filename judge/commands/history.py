"""HISTORY: phases that have been adjudicated."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.history(tuple(line.rest.replace(",", " ").split()))


COMMAND = Command(
    "HISTORY",
    "HISTORY [game] [phase [phase]]",
    "Tells phases again, each as you may know it: the latest three, one, or a range.",
    Needs.PLAYER,
    _run,
    example="HISTORY oslo S1901M F1901M",
    looks=True,
)
