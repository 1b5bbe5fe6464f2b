"""PSEUDONYM: a name to write press under."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.pseudonym(line.rest)


COMMAND = Command(
    "PSEUDONYM",
    "PSEUDONYM name",
    "Takes a name under which you can write press and articles, where the game allows it; answers to it "
    "reach you, and nobody learns it.",
    Needs.GAME,
    _run,
    example="PSEUDONYM Nightingale",
)
