"""BALANCE: one's own account."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:  # noqa: ARG001
    return desk.balance()


COMMAND = Command(
    "BALANCE",
    "BALANCE",
    "The balance of your account and its latest entries.",
    Needs.SEAT,
    _run,
    example="BALANCE",
    looks=True,
)
