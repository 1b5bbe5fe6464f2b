"""BROADCAST: the GameMaster writes to everybody."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.commands.words import text_of
from judge.letters.values import Said
from judge.rules.problems import Problem, Refused


def _run(desk: Desk, line: Line) -> Said:
    lines = text_of(line, line.rest)
    if not lines:
        hint = "Write it below, and END BROADCAST behind it."
        raise Refused(Problem("broadcast/empty", "It has no text.", hint=hint))
    return desk.broadcast(lines)


COMMAND = Command(
    "BROADCAST",
    "BROADCAST",
    "Sends the lines below, up to END BROADCAST, to everybody in the game, before its start too.",
    Needs.MASTER,
    _run,
    example="BROADCAST\nHappy new year!\nEND BROADCAST",
    irrevocable=True,
    ends_with="END BROADCAST",
    keeps_quotations=True,
    block_if=lambda rest: not rest.strip(),
)
