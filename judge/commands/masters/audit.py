"""AUDIT: what happened when."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.commands.words import nothing_behind
from judge.letters.values import Said
from judge.play.history import audit_block


def _audit(request: Request, line: Line) -> Said:
    nothing_behind(line, "AUDIT")
    return Said("", (audit_block(request.session, request.mastered(), request.player),))


AUDIT = Command(
    "AUDIT",
    "AUDIT",
    "Shows what happened in the game and when, and who wrote when, unless the game hides that. "
    "It never shows what they wrote.",
    Needs.MASTER,
    _audit,
    example="AUDIT",
    cost=5,
    irrevocable=True,
    harmless_if=lambda rest: not rest,
)


COMMANDS = (AUDIT,)
