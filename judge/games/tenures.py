"""Who sat where, from when to when. What a seat's player may read of its past begins with their tenure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
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
    """The player of a seat gets up: `how` is resigned, replaced, ejected or late; `status` what the seat is then. The
    reply addresses of their mails end with their tenure.
    """
    query = select(Tenure).where(Tenure.seat_id == seat.id, Tenure.until.is_(None))
    for tenure in session.execute(query).scalars():
        tenure.until, tenure.ended = now, how
    seat.player_id = None
    seat.status = status
    seat.generation += 1
    session.flush()


def note_eliminated(session: Session, game: Game, system: AnySystem, state: GameState) -> None:
    """Of the seats that have lost their players, those that are out of the game in this state are nobody's to take. In
    an earlier state, which a ROLLBACK brings back, they may be vacant again.
    """
    query = select(Seat).where(Seat.game_id == game.id, Seat.status.in_(("vacant", ELIMINATED)))
    for seat in session.execute(query).scalars():
        seat.status = ELIMINATED if system.is_eliminated(state, seat.name) else "vacant"
    session.flush()


def since(session: Session, seat: Seat) -> datetime | None:
    """When the present player of a seat sat down; None if nobody sits there."""
    query = select(Tenure.since).where(Tenure.seat_id == seat.id, Tenure.until.is_(None))
    return session.execute(query.order_by(Tenure.id.desc()).limit(1)).scalar_one_or_none()


def of_seat(session: Session, seat: Seat) -> Sequence[Tenure]:
    """All tenures of a seat, first come first."""
    return session.execute(select(Tenure).where(Tenure.seat_id == seat.id).order_by(Tenure.id)).scalars().all()


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


def lost_seats(session: Session, game: Game) -> tuple[str, ...]:
    """The seats that nobody has filled since their players lost them for lateness: a due phase waits for them."""
    query = select(Seat).where(Seat.game_id == game.id, Seat.status == "vacant").order_by(Seat.id)
    vacant = session.execute(query).scalars().all()
    return tuple(seat.name for seat in vacant if [each.ended for each in of_seat(session, seat)][-1:] == [LATE])
