"""LATE: ask for time."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.games.instants import read_duration
from judge.letters.values import Said
from judge.rules.problems import Problem, Refused


def _run(desk: Desk, line: Line) -> Said:
    length, _, why = line.rest.strip().partition(" ")
    try:
        read_duration(length)
    except ValueError as error:
        raise Refused(Problem("late/usage", f"{error}.", hint="LATE 24h and why")) from None
    return desk.ask_for_time(length, why.strip())


COMMAND = Command(
    "LATE",
    "LATE length [why]",
    "Asks the GameMaster for so much more time. Until he agrees nothing changes.",
    Needs.SEAT,
    _run,
    example="LATE 24h My train is stuck in the snow.",
)
