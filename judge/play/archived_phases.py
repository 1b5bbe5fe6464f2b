"""The phases of a game as an archive holds them, out of the database: each table is read at one go."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from sqlalchemy import Row, Select, bindparam, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from judge.archive.document import ArchivedPhase
from judge.games.current import filed_in, system_of
from judge.rules.values import Act, Audience, Event, Posting
from judge.store.tables import ActRow, EventRow, Game, LedgerRow, OrdersRow, PhaseRow, RunRow

Found: TypeAlias = Mapping[tuple[int, str], Sequence[Row[Any]]]
"""(run, phase) -> rows in the order in which they were written."""


def _of_game(table: type[ActRow | EventRow | LedgerRow], *columns: InstrumentedAttribute[Any]) -> Select[Any]:
    return select(table.run, table.phase, *columns).where(table.game_id == bindparam("game_id")).order_by(table.id)


_ACTS = _of_game(ActRow, ActRow.role, ActRow.kind, ActRow.data)
_EVENTS = _of_game(EventRow, EventRow.at, EventRow.audience, EventRow.roles, EventRow.kind, EventRow.data)
_POSTINGS = _of_game(
    LedgerRow,
    LedgerRow.at,
    LedgerRow.account,
    LedgerRow.currency,
    LedgerRow.amount,
    LedgerRow.reason,
    LedgerRow.reverses,
)
_PARTS: tuple[InstrumentedAttribute[Any], ...] = (
    *(OrdersRow.run, OrdersRow.phase, OrdersRow.id, OrdersRow.role, OrdersRow.part),
    *(OrdersRow.revision, OrdersRow.text, OrdersRow.written),
)
_ORDERS = (
    select(*_PARTS)
    .where(OrdersRow.game_id == bindparam("game_id"))
    .order_by(OrdersRow.role, OrdersRow.part, OrdersRow.revision)
)
_RUNS = select(RunRow).where(RunRow.game_id == bindparam("game_id"))


class Kept:
    """What is kept of the phases of one game. A table is read when it is first asked for."""

    def __init__(self, session: Session, game: Game) -> None:
        self._session = session
        self._game = game

    def phase(self, row: PhaseRow) -> ArchivedPhase:
        """With everything in it; closed as most phases are."""
        openings = self._openings(row)
        first = openings[0]
        filed = filed_in(system_of(self._game), self._orders.get((row.run, row.label), ()))
        return ArchivedPhase(
            label=row.label,
            title=row.title,
            system_version=first.system_version,
            run=row.run,
            opened_at=first.opened_at.isoformat(),
            closed_at=(row.closed_at or row.opened_at).isoformat(),
            closed_by="adjudication",
            state_before=first.state_before,
            orders={role: each.parts for role, each in filed.items()},
            acts=self._acts_of(openings),
            events=tuple(
                Event(Audience(each.audience, tuple(each.roles)), each.kind, each.data)
                for each in _still_counted(openings, self._events)
            ),
            postings=tuple(
                Posting(each.account, each.currency, each.amount, each.reason) for each in self._postings_of(openings)
            ),
        )

    def acts(self, row: PhaseRow) -> tuple[PhaseRow, tuple[tuple[str, Act], ...]]:
        """The row with which the phase first opened, and what was done in it."""
        openings = self._openings(row)
        return openings[0], self._acts_of(openings)

    def _openings(self, row: PhaseRow) -> list[PhaseRow]:
        """The rows with which a phase opened, the first one first.

        A phase that a ROLLBACK opened again begins with the acts that it had the first time; its adjudication then, and
        the reversals that the rollback entered, are no part of the game any more.
        """
        found = [row]
        while (begun := self._begun.get(found[0].run)) is not None and self._begins(found[0]):
            query = select(PhaseRow).where(PhaseRow.game_id == self._game.id, PhaseRow.number == begun.from_number)
            found.insert(0, self._session.execute(query).scalar_one())
        return found

    def _begins(self, row: PhaseRow) -> bool:
        """Is it the first phase of its run?"""
        query = select(PhaseRow.id).where(PhaseRow.game_id == row.game_id, PhaseRow.run == row.run)
        return self._session.execute(query.order_by(PhaseRow.number).limit(1)).scalar_one() == row.id

    def _acts_of(self, openings: Sequence[PhaseRow]) -> tuple[tuple[str, Act], ...]:
        rows = [each for row in openings for each in self._acts.get((row.run, row.label), ())]
        return tuple((each.role, Act(each.kind, each.data)) for each in rows)

    def _postings_of(self, openings: Sequence[PhaseRow]) -> Sequence[Row[Any]]:
        found = _still_counted(openings, self._postings)
        return [each for each in found if not each.reverses]

    @cached_property
    def _begun(self) -> Mapping[int, RunRow]:
        found = self._session.execute(_RUNS, {"game_id": self._game.id}).scalars()
        return {row.run: row for row in found}

    @cached_property
    def _acts(self) -> Found:
        return self._found(_ACTS)

    @cached_property
    def _events(self) -> Found:
        return self._found(_EVENTS)

    @cached_property
    def _postings(self) -> Found:
        return self._found(_POSTINGS)

    @cached_property
    def _orders(self) -> Found:
        return self._found(_ORDERS)

    def _found(self, query: Select[Any]) -> Found:
        found: dict[tuple[int, str], list[Row[Any]]] = defaultdict(list)
        for row in self._session.execute(query, {"game_id": self._game.id}):
            found[row.run, row.phase].append(row)
        return found


def _still_counted(openings: Sequence[PhaseRow], found: Found) -> list[Row[Any]]:
    """What happened in a phase since it first opened, but for what a ROLLBACK has undone."""
    rows: list[Row[Any]] = []
    for number, opening in enumerate(openings):
        rows += found.get((opening.run, opening.label), ())
        closed = opening.closed_at
        if number + 1 < len(openings) and closed is not None:
            rows = [each for each in rows if each.at < closed]
    return rows
