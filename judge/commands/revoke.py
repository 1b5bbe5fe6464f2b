"""REVOKE: a new KEY; all the old proofs are void."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:  # noqa: ARG001
    return desk.revoke()


COMMAND = Command(
    "REVOKE",
    "REVOKE",
    "Makes your KEY void, and the secret reply addresses of all my earlier mails to you; a new KEY comes by mail. "
    "For when somebody else may have read your mail.",
    Needs.PLAYER,
    _run,
    example="REVOKE",
    irrevocable=True,
)
