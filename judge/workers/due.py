"""What the clerk has to do beside reading mail, asked for in one statement: phases whose instant has come, games whose
computer players have to write, and press that no seat signs whose quarter has come.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import CompoundSelect, Select, bindparam, literal, null, union_all
from sqlalchemy.orm import Session

from judge.phases import computers
from judge.phases.schedule import deadlines
from judge.press import delivery


class FallenDue(NamedTuple):
    """Games (ids) whose computer players have to write, games (ids) with press to go out, and phases to be looked at,
    earliest first.
    """

    computers: Sequence[int]
    veiled: Sequence[int]
    phases: Sequence[deadlines.Due]

    def __bool__(self) -> bool:
        return bool(self.computers or self.veiled or self.phases)


NOTHING_DUE = FallenDue((), (), ())

_PHASE, _COMPUTERS, _VEILED = 1, 2, 3
_LIKE_A_PHASE = (null(),) * 4


def _statement(*within: Any) -> CompoundSelect[Any]:
    """Made once: the clerk asks before each mail."""

    def of(query: Select[Any], kind: int) -> Select[Any]:
        game_id = query.selected_columns.game_id
        return query.where(*(game_id.in_(games) for games in within)).add_columns(literal(kind).label("kind"))

    def padded(query: Select[Any]) -> Select[Any]:
        game_id = query.selected_columns.game_id
        return query.with_only_columns(null(), game_id, *_LIKE_A_PHASE)

    return union_all(
        *(of(query, _PHASE) for query in deadlines.DUE),
        of(padded(computers.DUE), _COMPUTERS),
        of(padded(delivery.GAMES_DUE), _VEILED),
    )


_DUE = _statement()
_DUE_IN = _statement(bindparam("games", expanding=True))


def fallen_due(session: Session, until: datetime, games: Collection[int] | None = None) -> FallenDue:
    """What is due by then, in these games (ids) or in all. Reads nothing that is not, by the indexes."""
    if games is not None and not games:
        return NOTHING_DUE
    values = {"until": until} if games is None else {"until": until, "games": sorted(games)}
    rows = session.execute(_DUE if games is None else _DUE_IN, values).all()
    if not rows:
        return NOTHING_DUE
    return FallenDue(
        sorted({row.game_id for row in rows if row.kind == _COMPUTERS}),
        sorted({row.game_id for row in rows if row.kind == _VEILED}),
        deadlines.in_order(row for row in rows if row.kind == _PHASE),
    )
