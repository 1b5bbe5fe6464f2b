"""PRESS: a letter to one, some or all of the players, signed by the writer's seat and delivered at once."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk, Said
from judge.rules.problems import Problem, Refused


def _run(desk: Desk, line: Line) -> Said:
    head, colon, text = line.rest.partition(":")
    match = re.fullmatch(r"(?:TO\s+)?(.+)", head.strip(), re.IGNORECASE)
    if match is None:
        raise Refused(
            Problem("press/usage", "To whom?", hint="PRESS TO FRANCE, ITALY (or ALL, or MASTER), your lines, END PRESS")
        )
    to = tuple(word.upper() for word in re.split(r"[,\s]+", match[1]) if word and word.upper() != "AND")
    lines = [text.strip()] if colon and text.strip() else []
    lines += [below.text for below in line.block]
    while lines and not lines[-1].strip():
        lines.pop()
    while lines and not lines[0].strip():
        lines.pop(0)
    if not lines:
        raise Refused(
            Problem("press/empty", "This press has no text.", hint="Write it below, and END PRESS behind it.")
        )
    return desk.press(to, tuple(lines))


COMMAND = Command(
    "PRESS",
    "PRESS TO seat, seat … (or ALL, MASTER)",
    "Sends the lines below, up to END PRESS or the end of the mail, signed by your power. "
    "PRESS TO FRANCE: text says it in one line.",
    Needs.GAME,
    _run,
    example="PRESS TO FRANCE, ITALY\nShall we?\nEND PRESS",
    ends_with="END PRESS",
    block_if=lambda rest: not rest.partition(":")[2].strip(),
)
