"""DEADLINE: move the deadline of the phase."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.games.instants import read_instant
from judge.letters.values import Said
from judge.rules.problems import Problem, Refused


def _run(desk: Desk, line: Line) -> Said:
    try:
        instant = read_instant(line.rest, desk.zone, desk.now)
    except ValueError as error:
        raise Refused(Problem("deadline/unreadable", f"{error}.")) from None
    return desk.move_deadline(instant, on_the_wall=not line.rest.strip().startswith("+"))


COMMAND = Command(
    "DEADLINE",
    "DEADLINE time",
    "Moves the deadline of the current phase and tells the players. Times are in your zone: 2026-12-31 "
    "20:00, or +48h from now.",
    Needs.MASTER,
    _run,
    example="DEADLINE 2026-12-31 20:00",
    irrevocable=True,
)
