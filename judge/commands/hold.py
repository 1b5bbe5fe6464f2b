"""HOLD: the next results wait for the GameMaster."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:  # noqa: ARG001
    return desk.hold()


COMMAND = Command(
    "HOLD",
    "HOLD",
    "Holds the results of the open phase: when it is due you are mailed a preview (if you do not play), the players"
    " read that the results are delayed, and nobody has them before you write PUBLISH. `SET results held` does so"
    " always.",
    Needs.MASTER,
    _run,
    example="HOLD",
    irrevocable=True,
)
