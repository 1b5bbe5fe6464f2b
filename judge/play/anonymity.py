"""Whether it is told who sits where."""

from __future__ import annotations

from judge.games.current import RUNNING, system_of
from judge.rules.registry import unusable
from judge.store.tables import Game


def is_hidden(game: Game) -> bool:
    """Is it a secret now who sits where? It is where nobody can say."""
    if game.status not in RUNNING:
        return False
    return game.system in unusable() or system_of(game).seating(game.options).anonymous
