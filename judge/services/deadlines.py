"""What falls due: reminders, deadlines, and the games that wait past one for sheets that are missing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.letters import write
from judge.services import news
from judge.services.current import Current, card_of, current, missing_roles, on_file
from judge.services.game_settings import NEVER, grace_of, reminder_of
from judge.services.judge import Judge
from judge.store.tables import Game, PhaseRow


@dataclass(frozen=True)
class Due:
    """A phase whose deadline has come, in a game of this version."""

    game_id: int
    label: str
    version: int


def due_phases(session: Session, until: datetime) -> list[Due]:
    """The open phases of running games whose deadline is not after `until`, earliest first. Uses the index on
    deadlines.
    """
    query = (
        select(PhaseRow.game_id, PhaseRow.label, Game.version)
        .join(Game, Game.id == PhaseRow.game_id)
        .where(
            PhaseRow.closed_at.is_(None), PhaseRow.deadline <= until, Game.status == "active", PhaseRow.run == Game.run
        )
        .order_by(PhaseRow.deadline, PhaseRow.id)
    )
    return [Due(*row) for row in session.execute(query)]


def ready_from(session: Session, here: Current) -> datetime | None:
    """The instant from which a phase can be adjudicated, as far as its sheets go; None while it waits for one (Payola
    P18).
    """
    if here.row.cut is not None:
        return here.row.cut
    if here.phase.hides_writers and here.phase.missing == "default":
        # A grace that is used only when somebody has not written would tell so.
        return here.row.deadline
    if not missing_roles(here.phase, on_file(session, here.game, here.row.label)):
        return here.row.deadline
    if here.phase.missing == "default":
        return here.row.deadline + grace_of(here.game.settings)
    return None


def look_at(judge: Judge, due: Due, at: datetime) -> tuple[bool, datetime | None]:
    """Cuts a phase that is due if it can be adjudicated at that instant, else tells the late, once.

    Returns whether it is cut and, if not, from when it could be as things stand.
    """

    def unit(session: Session) -> tuple[bool, datetime | None]:
        game = session.get_one(Game, due.game_id, with_for_update=True)
        here = current(session, game)
        if game.status != "active" or here is None or here.row.label != due.label or here.row.deadline > at:
            return False, None
        from_then = ready_from(session, here)
        if from_then is not None and from_then <= at:
            if here.row.cut is None:
                here.row.cut = at
            return True, from_then
        if here.row.late_told_at is None:
            here.row.late_told_at = judge.now(session)
            _tell_late(judge, session, here, here.row.late_told_at)
        return False, from_then

    return judge.db.write(unit)


def _tell_late(judge: Judge, session: Session, here: Current, now: datetime) -> None:
    missing = missing_roles(here.phase, on_file(session, here.game, here.row.label))
    card = card_of(session, here.game)
    for to in news.recipients(session, here.game, here.roles_of):
        if to.seat is not None and to.reader.role not in missing:
            continue
        letter = write.late(judge.renderer, to.reader, card, here.phase, here.deadline, missing, now)
        news.deliver(judge, session, here.game, to, letter, "late", here.row.label, now)


def near_phases(judge: Judge, session: Session) -> list[Due]:
    """The open phases of running games whose deadline is so near that a reminder is due."""
    now = judge.now(session)
    query = (
        select(PhaseRow.game_id, PhaseRow.label, Game.version, PhaseRow.deadline, PhaseRow.opened_at, Game.settings)
        .join(Game, Game.id == PhaseRow.game_id)
        .where(
            PhaseRow.closed_at.is_(None),
            PhaseRow.reminded_at.is_(None),
            PhaseRow.deadline > now,
            Game.status == "active",
            PhaseRow.run == Game.run,
        )
        .order_by(PhaseRow.id)
    )
    near = []
    for game_id, label, version, deadline, opened_at, settings in session.execute(query):
        before = reminder_of(settings, judge.settings.reminder_hours)
        # A phase that is shorter than the warning was announced just now: no need to repeat it.
        if before != NEVER and deadline - now <= before < deadline - opened_at:
            near.append(Due(game_id, label, version))
    return near


def remind(judge: Judge, near: Due) -> None:
    """Reminds those who have not written in this phase, once."""

    def unit(session: Session) -> None:
        game = session.get_one(Game, near.game_id, with_for_update=True)
        here = current(session, game)
        if game.status != "active" or here is None or here.row.label != near.label or here.row.reminded_at is not None:
            return
        now = here.row.reminded_at = judge.now(session)
        filed = on_file(session, game, here.row.label)
        missing = missing_roles(here.phase, filed)
        card = card_of(session, game)
        for to in news.recipients(session, game, here.roles_of):
            if to.seat is None or to.reader.role not in missing:
                continue
            view = here.system.view(here.state, to.reader.audience)
            parts = filed[to.reader.role].parts if to.reader.role in filed else {}
            letter = write.reminder(
                judge.renderer,
                to.reader,
                card,
                view,
                here.deadline,
                here.system.show(view, parts) if parts else "",
                here.system.form(view, parts),
                now,
            )
            news.deliver(judge, session, game, to, letter, "reminder", here.row.label, now)

    judge.db.write(unit)
