"""CREATE: a new game, with its options below."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said
from judge.rules.problems import Problem, Refused


def _run(desk: Desk, line: Line) -> Said:
    words = line.rest.split()
    if len(words) != 2:
        raise Refused(Problem("create/usage", "A game needs a system and a name.", hint="CREATE PAYOLA oslo"))
    options = []
    for below in line.block:
        if not below.text.strip():
            continue
        match = re.fullmatch(r"\s*(?:SET\s+)?([A-Za-z_-]+)\s*[:=]?\s+(.*)", below.text, re.IGNORECASE | re.DOTALL)
        if match is None:
            hint = "One option a line: a name and a value, such as  movement 72h"
            raise Refused(Problem("create/option", f"{below.text.strip()[:60]!r} is no option.", below.number, hint))
        options.append((below.number, match[1].lower(), match[2].strip()))
    return desk.create(words[0], words[1], tuple(options))


COMMAND = Command(
    "CREATE",
    "CREATE system name",
    "Makes a new game, of which you are the GameMaster. Its options stand below, one a line, up to END "
    "CREATE or the end of the mail.",
    Needs.PLAYER,
    _run,
    example="CREATE PAYOLA oslo\nmovement 72h\nnmr wait\nEND CREATE",
    irrevocable=True,
    ends_with="END CREATE",
)
