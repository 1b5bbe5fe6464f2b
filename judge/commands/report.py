"""REPORT: a complaint about press."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.commands.words import text_of
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.complain(text_of(line, line.rest))


COMMAND = Command(
    "REPORT",
    "REPORT your words",
    "Complains to the GameMaster; answer the press it is about, and it goes along. Alone on its line it "
    "takes the lines below, up to END REPORT.",
    Needs.GAME,
    _run,
    example="REPORT This is abuse.",
    ends_with="END REPORT",
    keeps_quotations=True,
    block_if=lambda rest: not rest.strip(),
)
