"""WAIT, and phases that are adjudicated before their deadline because everybody has written."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.games import tenures
from judge.games.current import Current, missing_roles, on_file, sheet_of
from judge.games.settings import EARLY, NEVER, duration_of
from judge.letters.tree import named
from judge.letters.when import when
from judge.outbox import news
from judge.play.practice_pace import hurry
from judge.rules.problems import Problem, Refused
from judge.store.tables import Confirmation, LineRow, Player, Seat


def all_agree(session: Session, here: Current) -> bool:
    """Has everybody written, and does nobody wait? Where a phase hides who has written nobody is ever told so."""
    return not why_not(session, here)


def why_not(session: Session, here: Current) -> str:
    """Why the phase is not adjudicated before its deadline, as its GameMaster may know it; empty if all agree."""
    if here.phase.hides_writers:
        return "In this phase nobody may learn who has written, and ending it early would tell."
    if here.row.waits:
        return f"WAIT was written by {', '.join(map(named, here.row.waits))}."
    if tenures.lost_seats(session, here.game):
        return "A seat has lost its player, and whoever takes it over may still write."
    missing = missing_roles(here.phase, on_file(session, here.game, here.row.label))
    if missing:
        return f"Orders are still awaited from {', '.join(map(named, missing))}."
    if _somebody_is_asked(session, here):
        return "Somebody has been asked whether they meant to replace their orders, and has not answered yet."
    return ""


def _somebody_is_asked(session: Session, here: Current) -> bool:
    """Has a player of this game been asked, in this phase, about lines that would change their sheet in it? What else
    waits for a code (press, a transfer, a line for another game) keeps nobody waiting.
    """
    query = (
        select(Confirmation.lines, LineRow.number)
        .join(Seat, Seat.player_id == Confirmation.player_id)
        .join(LineRow, LineRow.mail_id == Confirmation.mail_id)
        .where(Seat.game_id == here.game.id, Confirmation.used_at.is_(None), Confirmation.lines.is_not(None))
        .where(Confirmation.made_at >= here.row.opened_at, LineRow.code == sheet_of(here.game))
    )
    return any(number in lines for lines, number in session.execute(query))


def reconsider(work: Work, here: Current) -> None:
    """Sets, keeps or drops the time of an early adjudication, as the game stands now; tells everybody of a new one."""
    row = here.row
    if row.sealed_at is not None:
        return
    if here.game.practice:
        if here.game.status == "active" and not _somebody_is_asked(work.session, here):
            hurry(work, here)
        return
    delay = duration_of(here.game.settings, EARLY)
    if delay == NEVER or here.game.status != "active" or not all_agree(work.session, here):
        if row.early_at is not None:
            row.early_at = None
            here.game.version += 1
            _tell_called_off(work, here)
        return
    if row.early_at is not None or row.deadline <= work.now + delay:
        return
    row.early_at = work.now + delay
    here.game.version += 1
    for to in news.recipients(work.session, here.game):
        at = when(row.early_at, to.reader)
        said = f"{here.phase.title} will be adjudicated {at}, before its deadline, unless somebody writes WAIT."
        how = "Everybody has written" if here.phase.wanted else "Nobody has to write"
        news.notify(work, here.game, to, how, (said,), row.label)


def _tell_called_off(work: Work, here: Current) -> None:
    """Whoever was told of an early adjudication reads that it is off, and not by whom."""
    for to in news.recipients(work.session, here.game):
        due = when(here.row.deadline, to.reader)
        said = f"{here.phase.title} will not be adjudicated early after all. The deadline is still {due}."
        news.notify(work, here.game, to, "Not before the deadline", (said,), here.row.label)


def wait(work: Work, here: Current, seat: Seat, player: Player, *, waits: bool) -> str:
    """The player wants the deadline awaited (or no longer), whoever has written; for this phase. Whoever is eliminated,
    and has nothing to write any more, keeps nobody waiting.
    """
    awaited = {*here.roles_of(seat.name)} & {*here.phase.wanted}
    if waits and not awaited and here.system.is_eliminated(here.state, seat.name):
        raise Refused(Problem("wait/eliminated", "You are eliminated. The game does not wait for you."))
    paused = here.game.status == "paused"
    if here.row.deadline <= (here.game.paused_at or work.now):
        raise Refused(Problem("wait/too-late", "The deadline has passed. There is nothing to wait for."))
    others = [name for name in here.row.waits or () if name != seat.name]
    here.row.waits = [*others, seat.name] if waits else others
    here.game.version += 1
    work.session.flush()
    reconsider(work, here)
    due = "its deadline" if paused else when(here.row.deadline, player)
    return (
        f"{here.phase.title} will not be adjudicated before {due}." if waits else "You no longer hold this phase open."
    )
