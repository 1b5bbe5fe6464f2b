"""HANDOVER: another first GameMaster."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.commands.words import one_address
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    text = re.sub(r"^\s*TO\s+", "", line.rest, flags=re.IGNORECASE)
    return desk.hand_over(one_address(text, "HANDOVER TO ann@example.org"))


COMMAND = Command(
    "HANDOVER",
    "HANDOVER TO address",
    "Makes somebody who does not play the GameMaster in your place. Everybody is told.",
    Needs.MASTER,
    _run,
    example="HANDOVER TO ann@example.org",
    irrevocable=True,
)
