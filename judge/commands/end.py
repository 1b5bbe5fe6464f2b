"""END GAME: the GameMaster ends a game. A plain END ends the reading of a mail and never comes here."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk, Said
from judge.rules.problems import Problem, Refused


def _run(desk: Desk, line: Line) -> Said:
    match = re.fullmatch(r"GAME\b[:,]?\s*(.*)", line.rest, re.IGNORECASE | re.DOTALL)
    if match is None:
        raise Refused(
            Problem("end/usage", "To end the game, write END GAME and why.", hint="END GAME Drawn by consent")
        )
    return desk.end_game(match[1].strip())


COMMAND = Command(
    "END",
    "END GAME [why]",
    "Ends the game without a victor; everything that the rules open after the end is mailed to all.",
    Needs.MASTER,
    _run,
    example="END GAME Abandoned by consent",
    irrevocable=True,
)
