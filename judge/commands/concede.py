"""CONCEDE: a vote for another's victory."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said
from judge.rules.problems import Problem, Refused


def _run(desk: Desk, line: Line) -> Said:
    who = re.sub(r"^TO\b[:\s]*", "", line.rest.strip(" .!"), flags=re.IGNORECASE)
    if who.upper() in ("NO", "NONE", "OFF"):
        return desk.vote({"draw": False})
    if not who:
        raise Refused(Problem("concede/usage", "To whom do you concede the game?", hint="CONCEDE TO FRANCE"))
    return desk.vote({"concede": who})


COMMAND = Command(
    "CONCEDE",
    "CONCEDE TO player, or CONCEDE NO",
    "Votes for the victory of that player (or takes it back); it comes about when all others who are left vote the same"
    " in the same phase. You have one vote: this replaces one for a draw.",
    Needs.SEAT,
    _run,
    example="CONCEDE TO ITALY",
)
