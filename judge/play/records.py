"""How the finished games of a family went, as far as everybody may know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session, load_only

from judge.games.visibility import is_shown, shown_games
from judge.rules.registry import playing, unusable
from judge.store.tables import Game

LATEST = 200
"""So many finished games are looked at, the latest: a record costs the same however many there are."""


@dataclass(frozen=True)
class Records:
    """Of the latest games that have ended: how many they are, how many one player won alone, how many several shared,
    how long the quickest and the slowest took, and who won how often, where seats are no person's name.
    """

    games: int
    alone: int
    shared: int
    quickest: timedelta
    slowest: timedelta
    wins: Mapping[str, int]


def records_of(session: Session, family: str) -> Records | None:
    """None where no game of this family has ended, or its rules cannot be used."""
    if family in unusable():
        return None
    own = (Game.system, Game.options, Game.settings, Game.status, Game.result, Game.started_at, Game.ended_at)
    query = select(Game).options(load_only(*own)).where(Game.status == "ended", Game.system == family, shown_games())
    games = session.execute(query.order_by(Game.ended_at.desc(), Game.id.desc()).limit(LATEST)).scalars()
    won: list[tuple[Game, list[str]]] = [
        (game, list(game.result["winners"]) if game.result else []) for game in games if is_shown(game)
    ]
    took = [game.ended_at - game.started_at for game, _ in won if game.ended_at and game.started_at]
    if not took:
        return None
    wins: Counter[str] = Counter()
    for game, winners in won:
        seating = playing(family, game.options).seating(game.options)
        if not (seating.players_names or seating.anonymous):
            wins.update(winner for winner in winners if winner in seating.names)
    return Records(
        games=len(won),
        alone=sum(len(winners) == 1 for _, winners in won),
        shared=sum(len(winners) > 1 for _, winners in won),
        quickest=min(took),
        slowest=max(took),
        wins=dict(wins.most_common()),
    )
