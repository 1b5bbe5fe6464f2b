"""PUBLISH: held results go out."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:  # noqa: ARG001
    return desk.publish()


COMMAND = Command(
    "PUBLISH",
    "PUBLISH",
    "Mails the results that are held to all, and the next phase begins; or, before they are due, takes a HOLD back.",
    Needs.MASTER,
    _run,
    example="PUBLISH",
    irrevocable=True,
)
