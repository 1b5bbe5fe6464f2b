"""ADDRESS: mail comes to another address."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.change_address(line.rest)


COMMAND = Command(
    "ADDRESS",
    "ADDRESS new@address",
    "Changes the address under which you are registered. Your old and your new address are each mailed a code; "
    "when both have confirmed, mail goes to the new one alone.",
    Needs.PLAYER,
    _run,
    example="ADDRESS new.name@example.org",
)
