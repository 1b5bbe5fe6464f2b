"""Who sat where, from when to when. What a seat's player may read of its past begins with their tenure."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from judge.rules.game import AnySystem
from judge.rules.values import GameState
from judge.store.tables import Game, Player, Seat, Tenure

LATE = "late"
"""How a tenure ends whose player was too late."""

ELIMINATED = "eliminated"
"""The status of a seat whose player has left, and which nobody could play any more."""


def begin(session: Session, seat: Seat, player_id: int, now: datetime) -> None:
    """The player sits down: the seat is theirs, and a tenure begins."""
    seat.player_id = player_id
    seat.status, seat.computer = "taken", ""
    session.add(Tenure(seat_id=seat.id, player_id=player_id, since=now, until=None))
    session.flush()


def finish(session: Session, seat: Seat, how: str, status: str, now: datetime) -> None:
    """End the tenure of a seat's player, and the reply addresses of their mails. `how`: resigned, replaced, ejected or
    late; `status`: the seat's from now on.
    """
    query = select(Tenure).where(Tenure.seat_id == seat.id, Tenure.until.is_(None))
    for tenure in session.scalars(query):
        tenure.until, tenure.ended = now, how
    seat.player_id = None
    seat.status = status
    seat.generation += 1
    session.flush()


_PLAYERLESS = select(Seat).where(Seat.game_id == bindparam("game_id"), Seat.status.in_(("vacant", ELIMINATED)))


def note_eliminated(session: Session, game: Game, system: AnySystem, state: GameState) -> None:
    """Mark the seats without a player that are out of the game in this state. A ROLLBACK may bring them back."""
    for seat in session.scalars(_PLAYERLESS, {"game_id": game.id}):
        seat.status = ELIMINATED if system.is_eliminated(state, seat.name) else "vacant"
    session.flush()


def since(session: Session, seat: Seat) -> datetime | None:
    """When the present player of a seat sat down; None if nobody sits there."""
    query = select(Tenure.since).where(Tenure.seat_id == seat.id, Tenure.until.is_(None))
    return session.scalar(query.order_by(Tenure.id.desc()).limit(1))


def of_game(session: Session, game: Game) -> dict[int, list[tuple[Tenure, Player]]]:
    """Seat (id) -> all its tenures and whose they were, first come first."""
    query = (
        select(Tenure, Player)
        .join(Seat, Seat.id == Tenure.seat_id)
        .join(Player, Player.id == Tenure.player_id)
        .where(Seat.game_id == game.id)
    )
    found: dict[int, list[tuple[Tenure, Player]]] = {}
    for tenure, player in session.execute(query.order_by(Tenure.id)):
        found.setdefault(tenure.seat_id, []).append((tenure, player))
    return found


def has_left(session: Session, seat: Seat, player_id: int) -> bool:
    """Has this player sat there and given the seat up, or lost it?"""
    query = select(Tenure.id).where(Tenure.seat_id == seat.id, Tenure.player_id == player_id, Tenure.until.is_not(None))
    return session.execute(query.limit(1)).first() is not None


def has_sat(session: Session, player_id: int) -> bool:
    """Has this player ever sat in a game here?"""
    return session.execute(select(Tenure.id).where(Tenure.player_id == player_id).limit(1)).first() is not None


_VACANT = select(Seat).where(Seat.game_id == bindparam("game_id"), Seat.status == "vacant").order_by(Seat.id)


def lost_seats(session: Session, game: Game) -> tuple[str, ...]:
    """The seats that nobody has filled since their players lost them for lateness: a due phase waits for them."""
    vacant = session.scalars(_VACANT, {"game_id": game.id}).all()
    tenures = of_game(session, game) if vacant else {}
    return tuple(seat.name for seat in vacant if tenures.get(seat.id) and tenures[seat.id][-1][0].ended == LATE)
