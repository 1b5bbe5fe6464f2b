"""Games for practice: one person among programs. Each phase is adjudicated as soon as they have written, and a game is
ended that they have left, lost, or forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.games.current import Current, Filed, missing_roles, on_file
from judge.play.acts import act
from judge.play.end import finish
from judge.play.position import form_of
from judge.rules.problems import Refused
from judge.rules.values import END, Act, Result
from judge.store.tables import Game, OrdersRow, PhaseRow, Seat

SILENT_DAYS = 14
"""So long a practice game waits for its player."""

IDLE_PHASES = 8
"""After so many phases in a row that want nothing of its player a practice game ends: they are out of it."""

HOUR = timedelta(hours=1)

LEFT = "You have ended this practice game"
SILENT = f"You have not written for {SILENT_DAYS} days, so this practice game has ended"
OUT = "Nothing is left for you to do, so this practice game has ended"


def end(work: Work, here: Current, why: str) -> None:
    """Ends a practice game without a result; its player is mailed all that its rules open."""
    if here.game.status != "ended":
        with suppress(Refused):  # rules that know no END have no votes to forget
            here = act(work, here, "", Act(END), mail_id=None, actor=None)
        finish(work, here, here.state, (), Result((), why))


def hurry(work: Work, here: Current) -> None:
    """Has the phase adjudicated at once, or as soon as the hour allows, if its player has written, and does not WAIT;
    nobody else is waited for.
    """
    row = here.row
    own = _own_roles(work.session, here)
    wanted = [role for role in own if role in here.phase.wanted]
    filed = on_file(work.session, here.game, row.label)
    if wanted or _may_write(here, own):
        ready = not row.waits and _have_written(here, wanted or own, filed)
    else:
        ready = row.computers_at is not None
        if ready and _idle_phases(work.session, here) >= IDLE_PHASES:
            end(work, here, OUT)
            return
    early_at = _earliest(work, here) if ready else None
    if (early_at is None) != (row.early_at is None):
        row.early_at = early_at
        here.game.version += 1


def _may_write(here: Current, own: Sequence[str]) -> bool:
    """Nobody must write, as in an exchange of shares, and there is something that they may."""
    return bool(own) and not here.phase.wanted and bool(form_of(here.system, here.state, own, {}))


def _earliest(work: Work, here: Current) -> datetime:
    """Now, or when an hour has passed since so many phases of this player's practice ended: each mails them a letter
    with a map, and somebody else may have their letters and send NO ORDERS, a hundred octets, again and again.
    """
    most = max(1, work.settings.replies_per_hour // 2)
    ended = (
        select(PhaseRow.closed_at)
        .join(Game, Game.id == PhaseRow.game_id)
        .where(Game.practice, Game.master_id == here.game.master_id, PhaseRow.closed_at > work.now - HOUR)
    )
    first = work.session.execute(
        ended.order_by(PhaseRow.closed_at.desc()).offset(most - 1).limit(1)
    ).scalar_one_or_none()
    return work.now if first is None else first + HOUR


def _have_written(here: Current, roles: Sequence[str], filed: Mapping[str, Filed]) -> bool:
    if any(role in here.phase.wanted for role in roles):
        return not set(roles) & set(missing_roles(here.phase, filed))
    return any(role in filed and filed[role].written for role in roles)


def _own_roles(session: Session, here: Current) -> list[str]:
    query = select(Seat.name).where(Seat.game_id == here.game.id, Seat.player_id.is_not(None))
    return [role for name in session.execute(query).scalars() for role in here.roles_of(name)]


def _idle_phases(session: Session, here: Current) -> int:
    """How many phases have ended since the one for which the player wrote last."""
    wrote = (
        select(func.max(PhaseRow.number))
        .join(OrdersRow, (OrdersRow.game_id == PhaseRow.game_id) & (OrdersRow.phase == PhaseRow.label))
        .where(PhaseRow.game_id == here.game.id, OrdersRow.mail_id.is_not(None))
    )
    return here.row.number - (session.execute(wrote).scalar_one_or_none() or 0)
