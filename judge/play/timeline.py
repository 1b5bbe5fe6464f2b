"""A game's phases as they count: rollbacks leave branches behind, which are kept and belong to no timeline any more."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, bindparam, select
from sqlalchemy.orm import Session, defer
from sqlalchemy.orm.attributes import set_committed_value

from judge.rules.values import PUBLIC, Audience, Event
from judge.store.tables import EventRow, Game, PhaseRow, RunRow

_PHASES = select(PhaseRow).where(PhaseRow.game_id == bindparam("game_id")).order_by(PhaseRow.number)
_WITHOUT_STATES = _PHASES.options(defer(PhaseRow.state_before))
_RUNS = select(RunRow).where(RunRow.game_id == bindparam("game_id"))


def phases_of(session: Session, game: Game, *, states: bool = True) -> list[PhaseRow]:
    """Return the phases of the game's present timeline, in order. Without `states` those are loaded on demand."""
    which = {"game_id": game.id}
    every = session.scalars(_PHASES if states else _WITHOUT_STATES, which).all()
    begun = {row.run: row for row in session.scalars(_RUNS, which)}
    found: list[PhaseRow] = []
    run, below = game.run, every[-1].number + 1 if every else 0
    while True:
        found += [row for row in every if row.run == run and row.number < below]
        if run not in begun:
            return sorted(found, key=lambda row: row.number)
        below = min(below, begun[run].from_number)
        run = begun[run].parent


def openings_of(session: Session, game: Game, phases: Sequence[PhaseRow]) -> list[list[PhaseRow]]:
    """Return each phase as often as it was opened, first opening first: rollbacks open phases again."""
    which = {"game_id": game.id}
    every = session.scalars(_WITHOUT_STATES, which).all()
    numbered, opened_by = {row.number: row for row in every}, {row.run: row for row in reversed(every)}
    begun = {row.run: row for row in session.scalars(_RUNS, which)}
    found = []
    for phase in phases:
        openings = [phase]
        while openings[0] is opened_by[openings[0].run] and openings[0].run in begun:
            openings.insert(0, numbered[begun[openings[0].run].from_number])
        found.append(openings)
    return found


_STATE = select(PhaseRow.state_before).where(PhaseRow.id == bindparam("id"))


def read_states(session: Session, rows: Sequence[PhaseRow]) -> None:
    """Reads the states in which these few phases opened, one by one."""
    for row in rows:
        set_committed_value(row, "state_before", session.execute(_STATE, {"id": row.id}).scalar_one())


EVENT = (EventRow.run, EventRow.phase, EventRow.audience, EventRow.roles, EventRow.kind, EventRow.data)
"""The columns of an event, and of its phase."""


def event_of(row: EventRow | Row[Any]) -> Event:
    """An event as it was kept."""
    return Event(Audience(row.audience, tuple(row.roles)), row.kind, row.data)  # type: ignore[arg-type]


def events_of(session: Session, phase: PhaseRow) -> tuple[Event, ...]:
    """What happened in a phase, in order."""
    return tuple(map(event_of, session.scalars(select(EventRow).filter_by(**phase.key).order_by(EventRow.id))))


def events_in(
    session: Session,
    game: Game,
    phases: Sequence[PhaseRow],
    kinds: Collection[str] | None = None,
    *,
    public: bool = False,
) -> Iterator[tuple[PhaseRow, datetime, Event]]:
    """Yield the events of these phases as (phase, instant, event); of these `kinds`, or only `public` ones."""
    which: list[ColumnElement[bool]] = [EventRow.game_id == game.id]
    if kinds is not None:
        which.append(EventRow.kind.in_(kinds))
    if public:
        which.append(EventRow.audience == PUBLIC.kind)
    found: dict[tuple[int, str], list[tuple[datetime, Event]]] = {}
    for told in session.execute(select(*EVENT, EventRow.at).where(*which).order_by(EventRow.id)):
        found.setdefault((told.run, told.phase), []).append((told.at, event_of(told)))
    for row in phases:
        yield from ((row, at, event) for at, event in found.get((row.run, row.label), ()))
