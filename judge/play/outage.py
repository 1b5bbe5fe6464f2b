"""What stops the judge or its games: an outage, a clock that jumped, rules that cannot be used. After an outage what
fell due gets a new deadline (fault T5). After a jump of more than an hour the judge waits for `judge resume` (fault
T4).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from judge.app import Judge, Work
from judge.games import tenures
from judge.games.lookup import LiveGame, live_game, open_phase
from judge.letters.dates import when
from judge.logs import log
from judge.outbox import delivery, news
from judge.outbox.queue import URGENT, tell_host
from judge.play import absences, agenda, deadlines, game_clock, journal, watch
from judge.play.game_clock import go_on, tell_deadline
from judge.rules.registry import is_usable, unusable
from judge.store.engine import DATABASE_TROUBLE
from judge.store.tables import Game, Host, InboundRow, PhaseRow


def may_work(judge: Judge) -> bool:
    """Return whether mail may be read and phases adjudicated now. After an outage, first move what fell due."""
    may = watch.keep_watch(judge)
    return judge.write(_look) if may is None else may


def _look(work: Work) -> bool:
    host = work.session.execute(select(Host).with_for_update()).scalar_one()
    if host.last_seen is not None and host.stopped_at is None:
        jumped = _jumped(work.judge, host, work.now)
        if jumped:
            host.stopped_at, host.stopped_why = work.now, jumped
            log.error("clock jumped", why=jumped)
            text = (
                f"{jumped}\nUntil you say which is right nothing is read or adjudicated; mail is accepted and kept. "
                "Set the clock right, then run: judge resume"
            )
            tell_host(work, "The clock has jumped: the judge waits for you", text, URGENT)
            return False
        if work.now - host.last_seen > timedelta(minutes=work.settings.outage_minutes):
            _settle(work, host.last_seen)
    watch.note(work.judge, host, work.now)
    return True


def _jumped(judge: Judge, host: Host, now: datetime) -> str:
    """What is wrong with the clock; empty if nothing is."""
    told = watch.right_time(judge.clock, host, now)
    if told is None:
        return ""
    by, instant = told
    if by == "uptime":
        return f"The clock says {when(now, 'UTC')}; by the machine's uptime it is {when(instant, 'UTC')}."
    return f"The clock says {when(now, 'UTC')}, and it was {when(instant, 'UTC')} before."


def _settle(work: Work, last_seen: datetime) -> None:
    """New deadlines for what fell due while nobody was there."""
    to = work.now + timedelta(hours=work.settings.settle_hours)
    why = "The judge was down when it fell due. Mail that was sent meanwhile is still coming in."
    fell_due = (PhaseRow.deadline <= work.now) | (PhaseRow.early_at <= work.now)
    for live in game_clock.taking_mail(work.session, fell_due):
        if any(last_seen < at <= work.now for at in _ends(work.session, live)):
            due = absences.deadline_from(work.session, live.game, live.phase, max(to, live.row.deadline), any_hour=True)
            game_clock.shift(work, live, due, why)
    log.warning("was down", since=last_seen.isoformat(), until=work.now.isoformat())


def _ends(session: Session, live: LiveGame) -> list[datetime]:
    """When the phase could be adjudicated, or a seat be lost in it, as things stand."""
    row = live.row
    ends = [row.deadline, row.early_at]
    if not tenures.lost_seats(session, live.game):
        ends += [deadlines.grace_end(live), deadlines.lost_from(live)]
    return [at for at in ends if at is not None]


def note_awake(judge: Judge) -> None:
    """The judge is awake and the clock is right, whatever it said before."""

    def unit(work: Work) -> None:
        watch.note(judge, work.session.execute(select(Host).with_for_update()).scalar_one(), work.now)

    judge.write(unit)


def lift_stop(work: Work) -> str | None:
    """Resume work as the host says that the clock is right. Return what was wrong; None if nothing was."""
    host = work.session.scalar(select(Host).with_for_update())
    if host is None or host.stopped_at is None:
        return None
    why = host.stopped_why or ""
    host.stopped_at = host.stopped_why = None
    if host.last_seen is not None:
        host.last_seen = min(host.last_seen, work.now)
    host.boot = host.up_seconds = None
    # What was accepted under a clock that ran ahead counts from now.
    ahead = update(InboundRow).where(InboundRow.status == "new", InboundRow.accepted_at > work.now)
    work.session.execute(ahead.values(accepted_at=work.now))
    delivery.due_again(work)
    return why


def follow_rules(judge: Judge) -> None:
    """Suspend running games whose rules cannot be used, and resume those whose rules can be used again."""
    with judge.db.reading() as session:
        broken = [name for name in session.scalars(agenda.PLAYED) if not is_usable(name)]
        for name in broken:
            log.error("rules cannot be used", system=name, why=unusable()[name])
        running = session.scalars(
            select(Game.id).where(Game.status == "active", Game.system.in_(broken)).order_by(Game.id)
        )
        waiting = session.scalars(
            select(Game.id).where(*agenda.WAITS_FOR_RULES, Game.system.not_in(broken)).order_by(Game.id)
        )
        to_stop, to_go_on = running.all(), waiting.all()
    for game_id in to_stop:
        judge.write(partial(_stop, game_id=game_id))
    for game_id in to_go_on:
        try:
            judge.write(partial(_go_on, game_id=game_id))
        except DATABASE_TROUBLE:
            raise
        except Exception:
            log.exception("game cannot go on", game_id=game_id)  # it waits, and the others go on


def _stop(work: Work, game_id: int) -> None:
    game = work.session.get_one(Game, game_id, with_for_update=True)
    phase = open_phase(work.session, game)
    why = unusable()[game.system]
    if game.status != "active" or phase is None:
        return
    game.status = "suspended"
    game.suspended_why = f"The rules of {game.system} cannot be used: {why}"
    game.paused_at = work.now
    game.version += 1
    log.error("game suspended", game_id=game_id, phase=phase.label)
    said = (
        "This judge cannot use the rules of this game now. Nothing is lost. Your orders are kept, the clock stands "
        "still, and the people who run this judge know about it. The game goes on by itself when that is mended. "
        "Every deadline then comes later by the time that the clock stood still."
    )
    news.announce(work, game, f"{game.name} waits", (said,), for_masters=(why,), dated=True)
    journal.note(work, game, "suspended: its rules cannot be used")
    tell_host(work, f"{game.name} waits: the rules of {game.system} cannot be used", why, URGENT)


def _go_on(work: Work, game_id: int) -> None:
    game = work.session.get_one(Game, game_id, with_for_update=True)
    live = live_game(work.session, game)
    if game.status != "suspended" or game.paused_at is None or live is None:
        return
    game.suspended_why = ""
    if live.row.sealed_at is None and live.row.cut is None:
        go_on(work, live)
    else:  # it was over before the clock stood
        game.status, game.paused_at = "active", None
        game.version += 1
    tell_deadline(work, live, "The game goes on")
    journal.note(work, game, "goes on: its rules can be used again")
