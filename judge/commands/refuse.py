"""REFUSE: keep an article out of the newspaper."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said
from judge.rules.problems import Problem, Refused


def _run(desk: Desk, line: Line) -> Said:
    number, _, why = line.rest.strip().partition(" ")
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise Refused(Problem("refuse/usage", "Which article?", hint="REFUSE 7 and why"))
    return desk.refuse_article(int(number), why.strip())


COMMAND = Command(
    "REFUSE",
    "REFUSE number [why]",
    "Keeps an article out of the newspaper; its writer is told why.",
    Needs.MASTER,
    _run,
    example="REFUSE 7 It names a real person.",
    irrevocable=True,
)
