"""Reminders of deadlines. Each open phase stores, in an index, when it is next to be looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import bindparam, select, update

from judge.app import Judge, Work
from judge.games.lookup import card_of, live_game, missing_roles, on_file
from judge.games.settings import reminders_of
from judge.letters import write
from judge.letters.briefing import known_of
from judge.outbox import news
from judge.play.deadlines import Due, written_by
from judge.play.position import form_of, shown
from judge.store.tables import UNRECKONED, Base, Game, Host, PhaseRow

NEVER = datetime(9999, 1, 1, tzinfo=UTC)
_PHASES = Base.metadata.tables[PhaseRow.__tablename__]
MOST = 1000
"""Phases that are reckoned in one transaction: after an upgrade, all that are open."""

_LOOKED_AT = (
    PhaseRow.closed_at.is_(None),
    PhaseRow.sealed_at.is_(None),
    PhaseRow.remind_at <= bindparam("present"),
    Game.status == "active",
    PhaseRow.run == Game.run,
)
IS_ANY_NEAR = select(PhaseRow.id).join(Game, Game.id == PhaseRow.game_id).where(*_LOOKED_AT).limit(1)
"""Whether `near_phases` has anything to look at, at the `present` instant."""
_NEAR = (
    select(
        PhaseRow.id,
        PhaseRow.game_id,
        PhaseRow.label,
        Game.version,
        PhaseRow.deadline,
        PhaseRow.opened_at,
        PhaseRow.reminded_at,
        Game.settings,
    )
    .join(Game, Game.id == PhaseRow.game_id)
    .where(*_LOOKED_AT)
    .order_by(PhaseRow.remind_at, PhaseRow.id)
    .limit(MOST)
)
_TO_RECKON = _NEAR.with_for_update(of=(PhaseRow, Game), skip_locked=True)


def near_phases(judge: Judge) -> list[Due]:
    """Return the open phases of which a reminder is due; set for the others when to look again."""
    with judge.reading() as work:
        found = work.session.execute(_NEAR, {"present": work.now}).mappings().all()
        near = [row for row in found if _is_near(_instants(judge, row, work.now), row["reminded_at"], work.now)]
    if len(near) < len(found):
        judge.write(_reckon)
    return [Due(row["game_id"], row["label"], row["version"]) for row in near]


def _reckon(work: Work) -> None:
    """Writes beside each phase that was found, and of which no reminder is due, when one will be."""
    found = work.session.execute(_TO_RECKON, {"present": work.now}).mappings().all()
    instants = {row["id"]: _instants(work.judge, row, work.now) for row in found}
    reckoned = [
        {"which": row["id"], "then": _next(instants[row["id"]], work.now)}
        for row in found
        if not _is_near(instants[row["id"]], row["reminded_at"], work.now)
    ]
    if reckoned:
        mine = update(_PHASES).where(_PHASES.c.id == bindparam("which"))
        work.session.execute(mine.values(remind_at=bindparam("then")), reckoned)


def first_look(judge: Judge, game: Game, row: PhaseRow, now: datetime) -> datetime:
    """When a phase that opens now is first to be looked at for a reminder."""
    values = {"settings": game.settings, "deadline": row.deadline, "opened_at": row.opened_at}
    return _next(_instants(judge, values, now), now)


def follow_reminder_hours(judge: Judge) -> None:
    """Recompute all reminders if the host has changed their usual hours. For a judge that starts."""

    def unit(work: Work) -> None:
        host = work.session.execute(select(Host).with_for_update()).scalar_one()
        if host.reminder_hours != judge.settings.reminder_hours:
            host.reminder_hours = judge.settings.reminder_hours
            work.session.execute(update(PhaseRow).where(PhaseRow.closed_at.is_(None)).values(remind_at=UNRECKONED))

    with judge.db.reading() as session:
        reckoned_for = session.execute(select(Host.reminder_hours)).scalar_one()
    if reckoned_for != judge.settings.reminder_hours:
        judge.write(unit)


def _instants(judge: Judge, phase: Mapping[Any, Any], now: datetime) -> list[datetime]:
    """Return when reminders of a phase are due; none past its deadline, or before it opened."""
    before = reminders_of(phase["settings"], judge.settings.reminder_hours)
    deadline, opened_at = phase["deadline"], phase["opened_at"]
    return [deadline - each for each in before if each < deadline - opened_at] if deadline > now else []


def _is_near(instants: Sequence[datetime], reminded_at: datetime | None, now: datetime) -> bool:
    """Is a reminder due that has not been sent?"""
    due = [each for each in instants if each <= now]
    return bool(due) and (reminded_at is None or reminded_at < max(due))


def _next(instants: Sequence[datetime], now: datetime) -> datetime:
    return min((each for each in instants if each > now), default=NEVER)


def remind(judge: Judge, near: Due) -> None:
    """Reminds those who have not written in this phase."""

    def unit(work: Work) -> None:
        game = work.session.get_one(Game, near.game_id, with_for_update=True)
        live = live_game(work.session, game)
        if game.status != "active" or live is None or live.row.label != near.label:
            return
        row = live.row
        # Another clerk may have done it, or this one, before it lost its connection.
        values = {"settings": game.settings, "deadline": row.deadline, "opened_at": row.opened_at}
        instants = _instants(judge, values, work.now)
        if not _is_near(instants, row.reminded_at, work.now):
            return
        row.reminded_at, row.remind_at = work.now, _next(instants, work.now)
        filed = on_file(work.session, game, live.row.label)
        missing = missing_roles(live.phase, filed)
        card = card_of(work.session, game)
        for to in news.recipients(work.session, game, live.roles_of):
            if to.seat is None or not to.reader.is_among(missing):
                continue
            parts = written_by(to, filed)
            letter = write.reminder(
                judge.renderer,
                known_of(live.system, live.state, card, to.reader),
                live.deadline,
                shown(live.system, live.state, to.reader.roles, parts),
                form_of(live.system, live.state, to.reader.roles, parts),
                work.now,
            )
            news.deliver(work, game, to, letter, "reminder", live.row.label)

    judge.write(unit)
