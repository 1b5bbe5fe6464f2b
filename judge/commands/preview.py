"""PREVIEW: what would happen now."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.commands.words import nothing_behind
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    nothing_behind(line, "PREVIEW")
    return desk.preview()


COMMAND = Command(
    "PREVIEW",
    "PREVIEW",
    "Mails you the results that an adjudication would have now, if you do not play yourself. Nothing changes.",
    Needs.MASTER,
    _run,
    example="PREVIEW",
    irrevocable=True,
)
