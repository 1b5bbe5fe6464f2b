"""DUMMY: a seat that nobody plays."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.make_dummy(line.rest.upper())


COMMAND = Command(
    "DUMMY",
    "DUMMY seat",
    "Makes a seat that nobody plays a dummy, before the start or after its player has left.",
    Needs.MASTER,
    _run,
    example="DUMMY ITALY",
    irrevocable=True,
)
