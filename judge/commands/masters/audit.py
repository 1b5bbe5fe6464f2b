"""AUDIT: what happened when."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.commands.words import nothing_behind
from judge.letters.values import Said
from judge.play.history import audit_block


@Command("AUDIT", Needs.MASTER, cost=5, irrevocable=True, harmless_if=lambda rest: not rest)
def audit(request: Request, line: Line) -> Said:
    """Shows what happened in the game and when, and who wrote when, unless the game hides that. It never shows what
    they wrote.
    """
    nothing_behind(line, "AUDIT")
    return Said("", (audit_block(request.session, request.mastered(), request.player),))
