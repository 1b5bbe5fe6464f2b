"""SET: change an option of a game."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    name, _, value = line.rest.replace("=", " ").strip().partition(" ")
    return desk.set_option(name.lower(), value.strip())


COMMAND = Command(
    "SET",
    "SET [option value]",
    "Changes an option, and tells the players. SET alone lists the options with their values and meanings.",
    Needs.MASTER,
    _run,
    example="SET movement 48h",
    irrevocable=True,
    harmless_alone=True,
)
