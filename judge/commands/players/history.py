"""HISTORY, MAP, PRICES, SUMMARY: what has happened in a game, and where it stands."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.letters.values import Said
from judge.play import history
from judge.store.tables import Game


def _asked_of(request: Request, line: Line) -> tuple[Game, tuple[str, ...]]:
    """The game that the first word names, else the one that the mail speaks of, and the phases behind it."""
    words = line.rest.replace(",", " ").split()
    named = request.find(words[0]) if words else None
    game = request.readable_game(words[0] if named else "")
    return game, tuple(word.upper() for word in (words[1:] if named else words))


@Command("HISTORY [game] [phase [phase]]", Needs.PLAYER, example="HISTORY oslo S1901M F1901M", cost=15, looks=True)
def history_command(request: Request, line: Line) -> Said:
    """Tells phases again, each as you may know it: the latest three, one of them, or a range."""
    game, labels = _asked_of(request, line)
    return Said("", history.history_blocks(request.work, game, request.player, request.own_seat(game), labels))


@Command("MAP [game] [phase]", Needs.PLAYER, example="MAP oslo", cost=20, looks=True)
def map_command(request: Request, line: Line) -> Said:
    """Shows the position as you may see it, or a phase that is over, as a map and as text."""
    game, labels = _asked_of(request, line)
    return Said("", (history.map_block(request.work, game, request.player, request.own_seat(game), labels),))


@Command("PRICES [game]", Needs.PLAYER, example="PRICES oslo", cost=10, looks=True)
def prices(request: Request, line: Line) -> Said:
    """Shows what your units took and what you paid, phase by phase, as a table and a plot; after the end
    everybody's.
    """
    game = request.readable_game(line.rest.strip())
    return Said("", history.price_blocks(request.work, game, request.player, request.own_seat(game)))


@Command("SUMMARY [game]", Needs.PLAYER, example="SUMMARY oslo", cost=4, looks=True)
def summary(request: Request, line: Line) -> Said:
    """Shows how a game has gone, in tables, and who has played what."""
    return Said("", history.summary_blocks(request.session, request.readable_game(line.rest.strip()), request.player))
