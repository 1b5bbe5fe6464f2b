"""Many games where there is one: its rows, many times over."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import insert, select, text, update

from judge.app import Judge
from judge.store.tables import Game, PhaseRow, Seat

PIECE = 1_000


def multiplied(judge: Judge, games: int) -> None:
    """The one game that there is becomes so many, of the same players."""
    with judge.db.writing() as session:
        (game,) = session.execute(select(Game.__table__)).mappings().all()
        phases = session.execute(select(PhaseRow.__table__)).mappings().all()
        seats = session.execute(select(Seat.__table__)).mappings().all()
        for start in range(game["id"] + 1, game["id"] + games, PIECE):
            numbers = range(start, min(start + PIECE, game["id"] + games))
            session.execute(insert(Game), [{**game, "id": each, "name": f"oslo-{each}"} for each in numbers])
            for table, rows in ((PhaseRow, phases), (Seat, seats)):
                session.execute(insert(table), [_of(row, each) for each in numbers for row in rows])
        if judge.db.dialect == "postgresql":  # as a server does by and by
            session.execute(text("ANALYZE"))


def _of(row: Any, game_id: int) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "id"} | {"game_id": game_id}


def all_due(judge: Judge, at: datetime) -> None:
    """Every open phase is due at this instant."""
    with judge.db.writing() as session:
        session.execute(update(PhaseRow).where(PhaseRow.closed_at.is_(None)).values(deadline=at))
