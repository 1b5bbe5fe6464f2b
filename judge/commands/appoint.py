"""APPOINT: another GameMaster."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.commands.words import one_address
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    text = line.rest.strip()
    dismissed = text.upper().endswith(" STOP")
    address = one_address(text[:-5] if dismissed else text, "APPOINT ann@example.org")
    return desk.appoint(address, dismissed=dismissed)


COMMAND = Command(
    "APPOINT",
    "APPOINT address [STOP]",
    "Makes somebody GameMaster beside you; STOP ends it. Everybody is told.",
    Needs.MASTER,
    _run,
    example="APPOINT ann@example.org",
    irrevocable=True,
)
