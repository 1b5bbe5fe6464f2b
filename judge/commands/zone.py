"""ZONE: the time zone in which a player reads deadlines."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.set_zone(line.rest)


COMMAND = Command(
    "ZONE",
    "ZONE area/city",
    "Sets the time zone in which you read deadlines.",
    Needs.PLAYER,
    _run,
    example="ZONE Europe/Berlin",
)
