"""SHOW: the orders on file."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk, Said


def _run(desk: Desk, line: Line) -> Said:  # noqa: ARG001
    return desk.show()


COMMAND = Command(
    "SHOW",
    "SHOW",
    "What you have on file, as the judge understood it, and what it could cost at most.",
    Needs.SEAT,
    _run,
    example="SHOW",
    looks=True,
)
