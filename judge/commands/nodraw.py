"""NODRAW and NOCONCEDE: no vote any more."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.commands.words import nothing_behind
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    nothing_behind(line, "NODRAW")
    return desk.vote({"draw": False})


COMMAND = Command(
    "NODRAW",
    "NODRAW",
    "Takes back your vote for a draw or a concession.",
    Needs.SEAT,
    _run,
    example="NODRAW",
    aliases=("NOCONCEDE",),
)
