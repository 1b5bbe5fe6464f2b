"""Which games may be read by whom."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, case, false, func, or_

from judge.games.settings import OBSERVERS, WORD, value_of
from judge.store.tables import Game, Player

SHOWN = ("forming", "active", "paused", "suspended")
"""Of these and of those that are over the pages tell."""


def is_known_to(game: Game, player: Player) -> bool:
    """May this player learn that there is such a game? Of a practice game nobody else may, while it runs or after."""
    return not game.practice or game.master_id == player.id


def is_public(game: Game) -> bool:
    """May whoever is registered read what is no secret in it?"""
    return not game.practice and not value_of(game.settings, WORD) and bool(value_of(game.settings, OBSERVERS))


def is_shown(game: Game) -> bool:
    """May the whole world read on the pages what is no secret in it? A game for practice is its player's alone."""
    if game.practice:
        return False
    if game.status == "ended":
        return game.started_at is not None
    return game.status in SHOWN and is_public(game)


def shown_games() -> ColumnElement[bool]:
    """The same, asked of the database. Whoever shows a game asks `is_shown` of it as well."""
    word = func.coalesce(Game.settings[WORD.name].as_string(), "")
    observers = Game.settings[OBSERVERS.name].as_boolean()
    open_to_all = and_(word == "", or_(observers.is_(None), observers))
    # A case, not an `or`: no index is chosen for it, which would find games in another order than they are listed in.
    return case(
        (Game.practice, false()),
        (Game.status == "ended", Game.started_at.is_not(None)),
        (Game.status.in_(SHOWN), open_to_all),
        else_=false(),
    )
