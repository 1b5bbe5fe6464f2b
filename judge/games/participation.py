"""The games that a player has a part in: at a seat, as GameMaster, or as one who watches."""

from __future__ import annotations

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import Session

from judge.store.tables import CoMaster, Game, Observer, Player, Seat
from judge.store.tables.games import OVER


def _own(player: Player) -> ColumnElement[bool]:
    seated = select(Seat.game_id).where(Seat.player_id == player.id)
    appointed = select(CoMaster.game_id).where(CoMaster.player_id == player.id)
    return or_(Game.id.in_(seated), Game.id.in_(appointed), Game.master_id == player.id)


def _watched(player: Player) -> ColumnElement[bool]:
    return Game.id.in_(select(Observer.game_id).where(Observer.player_id == player.id))


def own_games(session: Session, player: Player) -> dict[Game, Seat | None]:
    """Return the games not over in which the player sits or is GameMaster, each with their first seat; locked."""
    query = (
        select(Game, Seat)
        .outerjoin(Seat, (Seat.game_id == Game.id) & (Seat.player_id == player.id))
        .where(Game.status.not_in(OVER), _own(player))
        .order_by(Game.id, Seat.id)
        .with_for_update(of=Game)
    )
    games: dict[Game, Seat | None] = {}
    for game, seat in session.execute(query):
        games.setdefault(game, seat)
    return games


def watched_games(session: Session, player: Player) -> list[Game]:
    """Return the games not over that the player watches; locked."""
    query = select(Game).where(Game.status.not_in(OVER), _watched(player))
    return list(session.execute(query.order_by(Game.id).with_for_update()).scalars())


def has_part(session: Session, player: Player, game: Game) -> bool:
    """Whether the player sits in this game, runs it or watches it, over or not."""
    query = select(Game.id).where(Game.id == game.id, or_(_own(player), _watched(player)))
    return session.execute(query).first() is not None
