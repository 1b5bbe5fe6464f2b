"""INVITE: let somebody in."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.commands.words import one_address
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.invite(one_address(line.rest, "INVITE ann@example.org"))


COMMAND = Command(
    "INVITE",
    "INVITE address",
    "Writes to somebody, who may then JOIN without the word of a private game.",
    Needs.MASTER,
    _run,
    example="INVITE ann@example.org",
    irrevocable=True,
)
