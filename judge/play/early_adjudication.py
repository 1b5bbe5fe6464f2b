"""WAIT; phases that are adjudicated before their deadline because everybody has written; the pace of practice games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.games import tenures
from judge.games.lookup import Filed, LiveGame, missing_roles, on_file, sheet_of
from judge.games.settings import EARLY, NEVER, duration_of
from judge.letters.dates import when
from judge.letters.tree import named
from judge.outbox import news
from judge.play.acts import act, finish
from judge.play.position import form_of
from judge.rules.problems import Refused, refusal
from judge.rules.values import END, Act, Result
from judge.store.tables import Confirmation, Game, LineRow, OrdersRow, PhaseRow, Player, Seat

SILENT_DAYS = 14
"""So long a practice game waits for its player."""

IDLE_PHASES = 8
"""After so many phases in a row that want nothing of its player a practice game ends: they are out of it."""

HOUR = timedelta(hours=1)

LEFT = "You have ended this practice game"
SILENT = f"You have not written for {SILENT_DAYS} days, so this practice game has ended"
OUT = "Nothing is left for you to do, so this practice game has ended"


def end_without_result(work: Work, live: LiveGame, why: str) -> None:
    """End a game that has no GameMaster, without a winner; its players are mailed all that its rules open."""
    if live.game.status != "ended":
        with suppress(Refused):  # rules that know no END have no votes to forget
            live = act(work, live, "", Act(END), mail_id=None, actor=None)
        finish(work, live, live.state, (), Result((), why))


def hurry(work: Work, live: LiveGame) -> None:
    """Have a practice game's phase adjudicated as soon as its player has written and does not WAIT."""
    row = live.row
    names = select(Seat.name).where(Seat.game_id == live.game.id, Seat.player_id.is_not(None))
    own = [role for name in work.session.scalars(names) for role in live.roles_of(name)]
    wanted = [role for role in own if role in live.phase.wanted]
    filed = on_file(work.session, live.game, row.label)
    if wanted or _may_write(live, own):
        ready = not row.waits and _have_written(live, wanted or own, filed)
    else:
        ready = row.computers_at is not None
        if ready and _idle_phases(work.session, live) >= IDLE_PHASES:
            end_without_result(work, live, OUT)
            return
    early_at = _earliest(work, live) if ready else None
    if (early_at is None) != (row.early_at is None):
        row.early_at = early_at
        live.game.version += 1


def _may_write(live: LiveGame, own: Sequence[str]) -> bool:
    """Nobody must write, as in an exchange of shares, and there is something that they may."""
    return bool(own) and not live.phase.wanted and bool(form_of(live.system, live.state, own, {}))


def _earliest(work: Work, live: LiveGame) -> datetime:
    """Return now, or an hour after this player's latest practice phases: others may write in their name."""
    most = max(1, work.settings.replies_per_hour // 2)
    ended = (
        select(PhaseRow.closed_at)
        .join(Game, Game.id == PhaseRow.game_id)
        .where(Game.practice, Game.master_id == live.game.master_id, PhaseRow.closed_at > work.now - HOUR)
    )
    first = work.session.scalar(ended.order_by(PhaseRow.closed_at.desc()).offset(most - 1).limit(1))
    return work.now if first is None else first + HOUR


def _have_written(live: LiveGame, roles: Sequence[str], filed: Mapping[str, Filed]) -> bool:
    if any(role in live.phase.wanted for role in roles):
        return not set(roles) & set(missing_roles(live.phase, filed))
    return any(role in filed and filed[role].written for role in roles)


def _idle_phases(session: Session, live: LiveGame) -> int:
    """How many phases have ended since the one for which the player wrote last."""
    wrote = (
        select(func.max(PhaseRow.number))
        .join(OrdersRow, (OrdersRow.game_id == PhaseRow.game_id) & (OrdersRow.phase == PhaseRow.label))
        .where(PhaseRow.game_id == live.game.id, OrdersRow.mail_id.is_not(None))
    )
    return live.row.number - (session.scalar(wrote) or 0)


def why_not(session: Session, live: LiveGame) -> str:
    """Why the phase is not adjudicated before its deadline, as its GameMaster may know it; empty if all agree."""
    if live.phase.hides_writers:
        return "In this phase nobody may learn who has written, and ending it early would tell."
    if live.row.waits:
        return f"WAIT was written by {', '.join(map(named, live.row.waits))}."
    if tenures.lost_seats(session, live.game):
        return "A seat has lost its player, and whoever takes it over may still write."
    missing = live.missing(session)
    if missing:
        return f"Orders are still awaited from {', '.join(map(named, missing))}."
    if _somebody_is_asked(session, live):
        return "Somebody has been asked whether they meant to replace their orders, and has not answered yet."
    return ""


def _somebody_is_asked(session: Session, live: LiveGame) -> bool:
    """Return whether a player was asked, in this phase, about lines that would change their sheet in it, and has filed
    nothing in a later mail.
    """
    query = (
        select(Confirmation.mail_id, Seat.name, Confirmation.lines, LineRow.number)
        .join(Seat, Seat.player_id == Confirmation.player_id)
        .join(LineRow, LineRow.mail_id == Confirmation.mail_id)
        .where(Seat.game_id == live.game.id, Confirmation.used_at.is_(None), Confirmation.lines.is_not(None))
        .where(Confirmation.made_at >= live.row.opened_at, LineRow.code == sheet_of(live.game))
    )
    asked = {(mail_id, seat) for mail_id, seat, lines, number in session.execute(query) if number in lines}
    if not asked:
        return False
    mailed = select(OrdersRow.role, OrdersRow.mail_id).filter_by(**live.row.key).order_by(OrdersRow.mail_id)
    filed = {role: mail_id for role, mail_id in session.execute(mailed) if mail_id is not None}
    return any(all(filed.get(role, 0) <= mail_id for role in live.roles_of(seat)) for mail_id, seat in asked)


def reconsider(work: Work, live: LiveGame) -> None:
    """Sets, keeps or drops the time of an early adjudication, as the game stands now; tells everybody of a new one."""
    row = live.row
    if row.sealed_at is not None:
        return
    if live.game.practice:
        if live.game.status == "active" and not _somebody_is_asked(work.session, live):
            hurry(work, live)
        return
    delay = duration_of(live.game.settings, EARLY)
    if delay == NEVER or live.game.status != "active" or why_not(work.session, live):
        if row.early_at is not None:
            row.early_at = None
            live.game.version += 1
            said = f"{live.phase.title} will not be adjudicated early after all. The deadline is still"
            everybody = news.recipients(work.session, live.game)
            told = {to: ("Not before the deadline", (f"{said} {when(row.deadline, to.reader)}.",)) for to in everybody}
            news.notify(work, live.game, told, purpose=news.EARLY)
        return
    if row.early_at is not None or row.deadline <= work.now + delay:
        return
    row.early_at = work.now + delay
    live.game.version += 1
    how = "Everybody has written" if live.phase.wanted else "Nobody has to write"
    told = {}
    for to in news.recipients(work.session, live.game):
        at = when(row.early_at, to.reader)
        said = f"{live.phase.title} will be adjudicated {at}, before its deadline, unless somebody writes WAIT."
        told[to] = how, (said,)
    news.notify(work, live.game, told, purpose=news.EARLY)


def wait(work: Work, live: LiveGame, seat: Seat, player: Player, *, waits: bool) -> str:
    """Hold the phase open until its deadline, or no longer, whoever has written. Raises Refused."""
    awaited = {*live.roles_of(seat.name)} & {*live.phase.wanted}
    if waits and not awaited and live.system.is_eliminated(live.state, seat.name):
        raise refusal("wait/eliminated", "You are eliminated. The game does not wait for you.")
    paused = live.game.status == "paused"
    if live.row.deadline <= (live.game.paused_at or work.now):
        raise refusal("wait/too-late", "The deadline has passed. There is nothing to wait for.")
    others = [name for name in live.row.waits or () if name != seat.name]
    live.row.waits = [*others, seat.name] if waits else others
    live.game.version += 1
    work.session.flush()
    reconsider(work, live)
    due = "its deadline" if paused else when(live.row.deadline, player)
    return (
        f"{live.phase.title} will not be adjudicated before {due}." if waits else "You no longer hold this phase open."
    )
