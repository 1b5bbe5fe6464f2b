"""ARTICLE: a contribution to the newspaper of a game."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.commands.words import text_of
from judge.letters.values import Said
from judge.rules.problems import Problem, Refused


def _run(desk: Desk, line: Line) -> Said:
    match = re.fullmatch(r"(?:(UNSIGNED)|AS\s+(\S+))?", line.rest.strip(), re.IGNORECASE)
    if match is None:
        hint = "ARTICLE, ARTICLE AS Nightingale, ARTICLE UNSIGNED"
        raise Refused(Problem("article/usage", "How is it signed?", hint=hint))
    lines = text_of(line)
    if not lines:
        hint = "Write it below, and END ARTICLE behind it."
        raise Refused(Problem("article/empty", "This article has no text.", hint=hint))
    return desk.article("NOBODY" if match[1] else (match[2] or "").upper(), lines)


COMMAND = Command(
    "ARTICLE",
    "ARTICLE [AS pseudonym, or UNSIGNED]",
    "Sends the lines below, up to END ARTICLE, to the newspaper, which comes out with the results. The "
    "GameMaster may refuse it.",
    Needs.GAME,
    _run,
    example="ARTICLE\nThe harvest was poor.\nEND ARTICLE",
    ends_with="END ARTICLE",
    keeps_quotations=True,
)
