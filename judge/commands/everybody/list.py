"""LIST: the games of this judge."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.letters.values import Said
from judge.play.listing import games_block


def _list(request: Request, line: Line) -> Said:  # noqa: ARG001
    return Said("", (games_block(request.session),))


LIST = Command(
    "LIST",
    "LIST",
    "Lists the games that are forming, running and ended.",
    Needs.ANYBODY,
    _list,
    example="LIST",
    cost=3,
)


COMMANDS = (LIST,)
