"""REGISTER: how a stranger becomes a player."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.identity import players


@Command("REGISTER your name", Needs.ANYBODY, example="REGISTER Ann Example", free=True)
def register(request: Request, line: Line) -> str:
    """Makes your address known to the judge. Answer the mail that comes back to prove that it is yours."""
    player = request.player
    if line.rest:
        player.name = players.clean_name(line.rest) or player.name
    return f"You are registered as {player.name}."
