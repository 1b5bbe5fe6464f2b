"""OBSERVE: watch a game."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said
from judge.rules.problems import Problem, Refused


def _run(desk: Desk, line: Line) -> Said:
    words = line.rest.split()
    stop = bool(words) and words[-1].upper() == "STOP"
    names = words[:-1] if stop else words
    if len(names) > 1 or not (names or stop):
        raise Refused(Problem("observe/usage", "Which game?", hint="OBSERVE oslo, and OBSERVE oslo STOP to end it"))
    return desk.observe(names[0] if names else "", stop=stop)


COMMAND = Command(
    "OBSERVE",
    "OBSERVE game [STOP]",
    "Mails you from now on what everybody may know of a game; STOP ends it.",
    Needs.PLAYER,
    _run,
    example="OBSERVE oslo",
)
