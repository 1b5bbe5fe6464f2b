"""DRAW: a vote to end the game without a victor."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk, Said
from judge.rules.problems import Problem, Refused


def _run(desk: Desk, line: Line) -> Said:
    word = line.rest.upper() or "YES"
    if word not in ("YES", "NO"):
        raise Refused(Problem("draw/usage", "A vote is DRAW YES or DRAW NO.", hint="DRAW alone means yes."))
    return desk.vote(draw=word == "YES")


COMMAND = Command(
    "DRAW",
    "DRAW [YES or NO]",
    "Votes for (or no longer for) a draw; it comes about when every player who is not eliminated votes for"
    " it in the same phase.",
    Needs.SEAT,
    _run,
    example="DRAW",
)
