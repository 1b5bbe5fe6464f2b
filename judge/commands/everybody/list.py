"""LIST: the games of this judge."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.letters.values import Said
from judge.play.listing import games_block


@Command("LIST", Needs.ANYBODY, cost=3)
def list_command(request: Request, line: Line) -> Said:  # noqa: ARG001
    """Lists the games that are forming, running and ended."""
    return Said("", (games_block(request.session),))
