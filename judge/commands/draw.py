"""DRAW: a vote to end the game without a victor."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.commands.words import names_in
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    word = line.rest.upper().strip(" .!")
    if word in ("NO", "NONE", "OFF"):
        return desk.vote({"draw": False})
    among = () if word in ("", "YES", "ALL") else names_in(line.rest)
    return desk.vote({"draw": True, "among": list(among)} if among else {"draw": True})


COMMAND = Command(
    "DRAW",
    "DRAW [NO, or who shares it]",
    "Votes for a draw between all who are left (or takes that back); it comes about when all of them vote the same in"
    " the same phase. Where the game's option `dias` is off, DRAW and two names or more is for a draw between those.",
    Needs.SEAT,
    _run,
    example="DRAW",
)
