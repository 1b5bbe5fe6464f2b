"""REGISTER: how a stranger becomes a player."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.identity import players


def _register(request: Request, line: Line) -> str:
    player = request.player
    if line.rest:
        player.name = players.clean_name(line.rest) or player.name
    return f"You are registered as {player.name}."


REGISTER = Command(
    "REGISTER",
    "REGISTER your name",
    "Makes your address known to the judge. Answer the mail that comes back to prove that it is yours.",
    Needs.ANYBODY,
    _register,
    example="REGISTER Ann Example",
    free=True,
)


COMMANDS = (REGISTER,)
