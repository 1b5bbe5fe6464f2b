"""KEY: proves who wrote a mail that is no answer to one of the judge's."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:  # noqa: ARG001 - whether it is right was seen before any line was read
    return Said()


COMMAND = Command(
    "KEY",
    "KEY your-key",
    "Proves that a fresh mail is yours. Your key came with your registration; an answer to a mail of the "
    "judge needs none, "
    "but answer and key together spare you the confirmation of what cannot be undone.",
    Needs.PLAYER,
    _run,
    example="KEY mnbv-cxy2-3456-qwer",
)
