"""CLEAR: takes back the orders of the phase."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk, Said


def _run(desk: Desk, line: Line) -> Said:  # noqa: ARG001
    return desk.clear()


COMMAND = Command(
    "CLEAR",
    "CLEAR",
    "Takes back all orders you have on file for this phase. What took effect at once stays.",
    Needs.SEAT,
    _run,
    example="CLEAR",
)
