"""A game's phases as they count: rollbacks leave branches behind, which are kept and belong to no timeline any more."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.rules.system import Audience, Event
from judge.store.tables import EventRow, Game, PhaseRow, RunRow


def phases_of(session: Session, game: Game) -> list[PhaseRow]:
    """The phases of the game's present timeline in order, over all the runs that it went through."""
    query = select(PhaseRow).where(PhaseRow.game_id == game.id).order_by(PhaseRow.number)
    every = session.execute(query).scalars().all()
    begun = {row.run: row for row in session.execute(select(RunRow).where(RunRow.game_id == game.id)).scalars()}
    found: list[PhaseRow] = []
    run, below = game.run, every[-1].number + 1 if every else 0
    while True:
        found += [row for row in every if row.run == run and row.number < below]
        if run not in begun:
            return sorted(found, key=lambda row: row.number)
        below = min(below, begun[run].from_number)
        run = begun[run].parent


def event_of(row: EventRow) -> Event:
    """An event as it was kept."""
    return Event(Audience(row.audience, tuple(row.roles)), row.kind, row.data)  # type: ignore[arg-type]


def events_of(session: Session, phase: PhaseRow) -> tuple[Event, ...]:
    """What happened in a phase, in order."""
    query = select(EventRow).where(
        EventRow.game_id == phase.game_id, EventRow.run == phase.run, EventRow.phase == phase.label
    )
    return tuple(event_of(row) for row in session.execute(query.order_by(EventRow.id)).scalars())
