"""Which games may be read by whom, and whether it is told who sits where."""

from __future__ import annotations

from judge.games.current import system_of
from judge.games.settings import OBSERVERS, WORD, value_of
from judge.rules.registry import unusable
from judge.store.tables import Game, Player


def is_known_to(game: Game, player: Player) -> bool:
    """May this player learn that there is such a game? Of a practice game nobody else may, while it runs or after."""
    return not game.practice or game.master_id == player.id


def is_public(game: Game) -> bool:
    """May whoever is registered read what is no secret in it?"""
    return not game.practice and not value_of(game.settings, WORD) and bool(value_of(game.settings, OBSERVERS))


def is_hidden(game: Game) -> bool:
    """Is it a secret now who sits where? It is where nobody can say."""
    if game.status not in ("active", "paused", "suspended"):
        return False
    return game.system in unusable() or system_of(game).seating(game.options).anonymous
