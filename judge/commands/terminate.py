"""TERMINATE: the GameMaster stops a game that has no result."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    return desk.end_game({}, line.rest)


def _foretell(desk: Desk, line: Line) -> str:
    return desk.foretell_end({}, line.rest)


COMMAND = Command(
    "TERMINATE",
    "TERMINATE [why]",
    "Stops the game for good, without a result, as END GAME does without one. A game that has not begun is given up.",
    Needs.MASTER,
    _run,
    example="TERMINATE Too few are left.",
    irrevocable=True,
    asks_always=True,
    foretell=_foretell,
)
