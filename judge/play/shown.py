"""A game that may be shown: what is kept of it, read once, and the stamps by which somebody who keeps what was made of
it knows that it is still the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from judge.games.current import open_phase, seats_of
from judge.games.visibility import is_shown
from judge.rules.values import PUBLIC
from judge.store.tables import Dispatch, EventRow, Game, Joining, PhaseRow, Player, Seat

_BY_NAME = select(Game).where(Game.name == bindparam("name"))
_OUT = select(func.count()).where(Dispatch.game_id == Game.id, Dispatch.status == "out").scalar_subquery()
_JOINED = select(func.count()).where(Joining.game_id == Game.id).scalar_subquery()
_COUNTED = _BY_NAME.add_columns(_JOINED, _OUT)
_EVENTS = select(func.count(), func.max(EventRow.id)).where(
    EventRow.game_id == bindparam("game_id"), EventRow.audience == PUBLIC.kind
)


@dataclass(frozen=True)
class Rows:
    """What is kept of a game that may be shown, but for its phases and what happened in them; read once. `here` is the
    open phase; `joined` how many have joined; `out` how many letters of press and articles have come out.
    """

    game: Game
    here: PhaseRow | None
    seats: Sequence[Seat]
    master: Player | None
    joined: int
    out: int


def rows_of(session: Session, name: str) -> Rows | None:
    """Those of the game of exactly this name, if it may be shown."""
    found = session.execute(_COUNTED, {"name": name}).one_or_none()
    if found is None or not is_shown(found[0]):
        return None
    game, joined, out = found
    master = session.get(Player, game.master_id)
    return Rows(game, open_phase(session, game), seats_of(session, game), master, joined, out)


def find_shown(session: Session, name: str) -> Game | None:
    game = session.execute(_BY_NAME, {"name": name}).scalar_one_or_none()
    return game if game is not None and is_shown(game) else None


def stamp(rows: Rows) -> str:
    """Says the same again as long as nothing that is published of the game has changed. It changes more often than
    that, with what others write too: it is not to be shown to anybody.
    """
    return _digest((rows.game.version, *_told(rows)))


def public_stamp(session: Session, rows: Rows) -> str:
    """Says the same again as long as nothing has changed but what `renewed` looks up (`public_record`).
    It does not change with what others write while the game runs: what is made anew by it takes a time that anybody may
    measure (fault P4).
    """
    events = session.execute(_EVENTS, {"game_id": rows.game.id}).one()
    since_the_end = rows.game.version if rows.game.status == "ended" else None
    return _digest((rows.here.id if rows.here else None, since_the_end, *events, *_told(rows)))


def _digest(told: tuple[Any, ...]) -> str:
    return hashlib.sha256(json.dumps(told, default=str, sort_keys=True).encode()).hexdigest()


def _told(rows: Rows) -> tuple[Any, ...]:
    game, here = rows.game, rows.here
    return (
        game.name, game.system_version, game.status, game.run, game.title, game.options, game.settings,
        rows.master.name if rows.master else None,
        (here.label, here.deadline, here.late_told_at, here.sealed_at) if here else None,
        [(seat.name, seat.status) for seat in rows.seats],
        rows.joined,
        rows.out,
    )  # fmt: skip
