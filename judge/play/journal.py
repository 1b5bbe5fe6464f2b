"""What was done to a game that its rules know nothing of, for AUDIT: no line of it may hold a secret."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.store.tables import Game, JournalRow, Player


def note(work: Work, game: Game, text: str, by: Player | None = None, *, kind: str = "") -> None:
    """Add an entry. `kind`: by which the judge finds it again, if it has to."""
    number = by.id if by else None
    work.session.add(JournalRow(game_id=game.id, player_id=number, at=work.now, kind=kind, text=text))


def of_game(session: Session, game: Game) -> Sequence[JournalRow]:
    return session.scalars(select(JournalRow).where(JournalRow.game_id == game.id).order_by(JournalRow.id)).all()
