"""What there is to do: statements that find it by indexes.

They need the tables alone, so that a tick that finds nothing loads no rules, letters or commands. `is_empty` has to see
whatever the clerk and the courier do by themselves: a tick does nothing else.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import Select, bindparam, exists, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from judge.app import Judge
from judge.games.calendar import instant_on
from judge.store.tables import (
    MOVED,
    OVER,
    Dispatch,
    Game,
    Host,
    InboundRow,
    Nomination,
    OutboundRow,
    PhaseRow,
    Player,
    Seat,
    Tenure,
    Tournament,
    Waiting,
)

VACANT_FOR = timedelta(days=3)
"""How long a seat of a table stays open to people before a program plays it."""


def _due_by(instant: InstrumentedAttribute[Any]) -> Select[*tuple[Any, ...]]:
    """Select open phases of running games with `instant <= until` (index scan)."""
    columns = (PhaseRow.id, PhaseRow.game_id, PhaseRow.label, Game.version, PhaseRow.deadline, PhaseRow.early_at)
    return (
        select(*columns)
        .join(Game, Game.id == PhaseRow.game_id)
        .where(
            PhaseRow.closed_at.is_(None),
            PhaseRow.sealed_at.is_(None),
            instant <= bindparam("until"),
            Game.status == "active",
            PhaseRow.run == Game.run,
        )
    )


DUE = (_due_by(PhaseRow.deadline), _due_by(PhaseRow.early_at))
"""The phases to be looked at, as `deadlines.in_order` takes their rows; some are in both."""
NEAR = _due_by(PhaseRow.remind_at)
"""The phases to be looked at for a reminder."""
UNWRITTEN = (
    # From the seats of computers, by their index: most games have none.
    select(PhaseRow.game_id)
    .select_from(Seat)
    .join(PhaseRow, PhaseRow.game_id == Seat.game_id)
    .join(Game, Game.id == PhaseRow.game_id)
    .where(
        Seat.status == "computer",
        PhaseRow.closed_at.is_(None),
        PhaseRow.computers_at.is_(None),
        PhaseRow.sealed_at.is_(None),
        PhaseRow.cut.is_(None),
        Game.status == "active",
        PhaseRow.run == Game.run,
    )
)
"""Games (ids) whose computer players have not written in the open phase, or have press to read."""
VEILED = (
    # In no order: asked for in one, SQLite would go through all press there has ever been.
    select(Dispatch.game_id)
    .join(Game, Game.id == Dispatch.game_id)
    .where(Dispatch.status == "veiled", Dispatch.due_at <= bindparam("until"), Game.status != MOVED)
)
"""Games (ids) with press whose quarter has come by `until` (index scan)."""
EXPIRED = (Nomination.ended_at.is_(None), Nomination.expires_at <= bindparam("now"))
"""The nominations whose time is over."""
WAITS_FOR_RULES = (Game.status == "suspended", Game.paused_at.is_not(None))
"""The games that were suspended since their rules could not be used. No other fault stops the clock of a game."""
VACANT = (
    select(Game.master_id, Game.id, Seat.id)
    .join(Seat, Seat.game_id == Game.id)
    .where(
        Seat.status == "vacant",
        Game.status == "active",
        select(func.max(Tenure.until)).where(Tenure.seat_id == Seat.id).scalar_subquery() <= bindparam("left"),
    )
)
_SITS = aliased(Seat)
DESERTED = (
    select(Game.master_id, Game.id)
    .join(Seat, Seat.game_id == Game.id)
    .where(
        Seat.status.in_(("vacant", "eliminated")),
        Game.status.in_(("active", "paused")),
        ~exists().where(_SITS.game_id == Game.id, _SITS.player_id.is_not(None)),
        select(func.max(Tenure.until))
        .join(_SITS, _SITS.id == Tenure.seat_id)
        .where(_SITS.game_id == Game.id)
        .scalar_subquery()
        <= bindparam("left"),
    )
)
"""Games whose last player has left a seat that no program plays: found by the index on what seats are."""
_TABLES = or_(
    exists().where(Waiting.since <= bindparam("now")),
    exists().where(Player.news_at <= bindparam("now")),
    VACANT.exists(),
    DESERTED.exists(),
)
_TOURNAMENTS = or_(
    exists().where(Tournament.status == "open", Tournament.closes_at <= bindparam("now")),
    exists().where(
        Tournament.status == "running",
        ~exists().where(Game.tournament_id == Tournament.id, Game.status.not_in(OVER)),
    ),
)
STIRS = select(_TABLES, _TOURNAMENTS)
"""Whether standing tables or tournaments are to go on `now`; `left`: VACANT_FOR before that."""
_ANYTHING = select(
    or_(
        exists().where(InboundRow.status == "new"),
        exists().where(OutboundRow.status == "queued", OutboundRow.next_try <= bindparam("now")),
        exists().where(OutboundRow.status == "claimed"),
        *(query.exists() for query in (*DUE, NEAR, UNWRITTEN, VEILED)),
        exists().where(*EXPIRED),
        _TABLES,
        _TOURNAMENTS,
        exists().where(*WAITS_FOR_RULES),
        exists().where(Host.reminder_hours.is_distinct_from(bindparam("reminder_hours"))),
    )
)
PLAYED = select(Game.system).where(Game.status.in_(("active", "suspended"))).distinct()
"""The systems of games that run, or wait for their rules."""


def is_empty(judge: Judge) -> bool:
    """Return whether the clerk and the courier have nothing at all to do now; in doubt they have."""
    with judge.reading() as work:
        values = {
            "now": work.now,
            "until": work.now,
            "left": work.now - VACANT_FOR,
            "reminder_hours": work.settings.reminder_hours,
        }
        if work.session.scalar(_ANYTHING, values) or on_other_walls(work.session):
            return False
        played = work.session.scalars(PLAYED).all()
    if not played:
        return True
    from judge.rules.registry import is_usable  # noqa: PLC0415 - not loaded where there are no games

    return all(map(is_usable, played))


def on_other_walls(session: Session) -> list[int]:
    """The open phases (ids) whose hour on the wall comes later than their deadline."""
    which = (PhaseRow.closed_at.is_(None), PhaseRow.sealed_at.is_(None), PhaseRow.wall.is_not(None))
    rows = session.execute(select(PhaseRow.id, PhaseRow.wall, PhaseRow.deadline).where(*which)).all()
    instants = {wall: instant_on(wall) for wall in {row.wall for row in rows}}
    return [row.id for row in rows if instants[row.wall] > row.deadline]
