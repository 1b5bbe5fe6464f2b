"""The judge's watch over its own clock. Beside the machine's uptime it is noted that the judge is awake; what was noted
last tells an outage, and a clock that jumped.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select

from judge.app import JUMP, Judge, Work
from judge.clock import Clock
from judge.store.tables import Host

NOTED_EVERY = timedelta(seconds=30)
_AWAKE = select(Host.stopped_at, Host.last_seen, Host.boot)


def keep_watch(judge: Judge) -> bool | None:
    """Return whether the judge may work, which is noted from time to time; None where it was down, or its clock has
    jumped, and `judge.play.outage` has to see to that.
    """
    with judge.db.reading() as session:
        stopped_at, last_seen, boot = session.execute(_AWAKE).one()
        if stopped_at is not None:
            return False
        # Without the uptime beside it, as after `judge resume`, nobody could tell a jump from an outage.
        if boot is not None and last_seen is not None and timedelta(0) <= judge.now(session) - last_seen < NOTED_EVERY:
            return True
    return judge.write(_note_unless_wrong)


def _note_unless_wrong(work: Work) -> bool | None:
    host = work.session.execute(select(Host).with_for_update()).scalar_one()
    if host.last_seen is not None and host.stopped_at is None:
        was_down = work.now - host.last_seen > timedelta(minutes=work.settings.outage_minutes)
        if was_down or right_time(work.judge.clock, host, work.now) is not None:
            return None
    note(work.judge, host, work.now)
    return True


def note(judge: Judge, host: Host, now: datetime) -> None:
    """Note that the judge is awake, and that its clock is right."""
    host.last_seen = now
    host.boot, host.up_seconds = judge.clock.uptime()


def right_time(clock: Clock, host: Host, now: datetime) -> tuple[str, datetime] | None:
    """Return what tells that the clock has jumped, `uptime` or `before`, and what the time is or was by it; None where
    it has not.
    """
    if host.last_seen is None:
        return None
    boot, up = clock.uptime()
    passed = now - host.last_seen
    if boot and boot == host.boot and host.up_seconds is not None:
        really = timedelta(seconds=up - host.up_seconds)
        return ("uptime", host.last_seen + really) if abs(passed - really) > JUMP else None
    return ("before", host.last_seen) if passed < -JUMP else None
