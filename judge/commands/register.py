"""REGISTER: how a stranger becomes a player."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.register(line.rest)


COMMAND = Command(
    "REGISTER",
    "REGISTER your name",
    "Makes your address known to the judge. Answer the mail that comes back to prove that it is yours.",
    Needs.ANYBODY,
    _run,
    example="REGISTER Ann Example",
)
