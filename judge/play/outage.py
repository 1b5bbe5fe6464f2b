"""A judge that was down, and a clock that jumped. The two look alike until the machine's uptime is asked.

Down: the mails that players wrote meanwhile still wait in others' queues, so what fell due gets a new deadline, told to
all, and is adjudicated once after it (fault T5). Jumped by more than an hour: nothing is read or adjudicated until the
host says that the clock is right (`judge resume`, fault T4).
"""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from judge.app import JUMP, Judge, Work
from judge.games import tenures
from judge.games.current import Current
from judge.letters.when import when
from judge.outbox import delivery
from judge.outbox.outbox import URGENT, tell_host
from judge.play import absences, deadlines, game_clock, lateness
from judge.store.tables import Host, InboundRow, PhaseRow

log = structlog.get_logger()

NOTED_EVERY = timedelta(seconds=30)
_AWAKE = select(Host.stopped_at, Host.last_seen, Host.boot)


def may_work(judge: Judge) -> bool:
    """Whether mails may be read and phases adjudicated now. Notes that the judge is awake, and after an outage first
    moves what fell due meanwhile.
    """
    with judge.db.reading() as session:
        stopped_at, last_seen, boot = session.execute(_AWAKE).one()
        if stopped_at is not None:
            return False
        # Without the uptime beside it, as after `judge resume`, nobody could tell a jump from an outage.
        if boot is not None and last_seen is not None and timedelta(0) <= judge.now(session) - last_seen < NOTED_EVERY:
            return True
    return judge.write(_look)


def _look(work: Work) -> bool:
    host = work.session.execute(select(Host).with_for_update()).scalar_one()
    if host.last_seen is not None and host.stopped_at is None:
        jumped = _jumped(work.judge, host, host.last_seen, work.now)
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
    _note(work.judge, host, work.now)
    return True


def _note(judge: Judge, host: Host, now: datetime) -> None:
    host.last_seen = now
    host.boot, host.up_seconds = judge.clock.uptime()


def _jumped(judge: Judge, host: Host, last_seen: datetime, now: datetime) -> str:
    """What is wrong with the clock; empty if nothing is."""
    boot, up = judge.clock.uptime()
    passed = now - last_seen
    if boot and boot == host.boot and host.up_seconds is not None:
        really = timedelta(seconds=up - host.up_seconds)
        if abs(passed - really) > JUMP:
            return (
                f"The clock says {when(now, 'UTC')}; by the machine's uptime it is {when(last_seen + really, 'UTC')}."
            )
    elif passed < -JUMP:
        return f"The clock says {when(now, 'UTC')}, and it was {when(last_seen, 'UTC')} before."
    return ""


def _settle(work: Work, last_seen: datetime) -> None:
    """New deadlines for what fell due while nobody was there."""
    to = work.now + timedelta(hours=work.settings.settle_hours)
    why = "The judge was down when it fell due. Mail that was sent meanwhile is still coming in."
    fell_due = (PhaseRow.deadline <= work.now) | (PhaseRow.early_at <= work.now)
    for here in game_clock.taking_mail(work.session, fell_due):
        if any(last_seen < at <= work.now for at in _ends(work.session, here)):
            due = absences.deadline_from(work.session, here.game, here.phase, max(to, here.row.deadline), any_hour=True)
            game_clock.shift(work, here, due, why)
    log.warning("was down", since=last_seen.isoformat(), until=work.now.isoformat())


def _ends(session: Session, here: Current) -> list[datetime]:
    """When the phase could be adjudicated, or a seat be lost in it, as things stand."""
    row = here.row
    ends = [row.deadline, row.early_at]
    if not tenures.lost_seats(session, here.game):
        ends += [deadlines.graced(here), lateness.lost_from(here)]
    return [at for at in ends if at is not None]


def note_awake(judge: Judge) -> None:
    """The judge is awake and the clock is right, whatever it said before."""

    def unit(work: Work) -> None:
        _note(judge, work.session.execute(select(Host).with_for_update()).scalar_one(), work.now)

    judge.write(unit)


def lift_stop(work: Work) -> str | None:
    """The host says that the clock is right: work goes on. What had been wrong; None if nothing had stopped.

    What fell due in between is treated like an outage.
    """
    host = work.session.execute(select(Host).with_for_update()).scalar_one_or_none()
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
