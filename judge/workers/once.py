"""The work of the loops done once, for cron. Nothing here listens or shows pages, so nothing of that is loaded."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime

from judge.app import Judge, open_judge
from judge.clock import SystemClock
from judge.outbox.transport import transport_for
from judge.settings import Settings
from judge.store.nodes import Node
from judge.workers.clerk import Clerk
from judge.workers.courier import Courier, deliver_due

PATIENCE_SECONDS = 60.0
"""Until then a tick does what comes while it works, too. Cron's next one begins after such a time at the earliest."""


def before_the_next(judge: Judge, patience: float = PATIENCE_SECONDS) -> Callable[[], datetime | None]:
    """What a clerk leaves to the next tick once this one has taken so many seconds: what has come since it began. Where
    mail never ceases it would else never end, and more and more of them would run beside each other.
    """
    with judge.db.reading() as session:
        begun = judge.now(session)
    since = time.monotonic()
    return lambda: begun if time.monotonic() - since >= patience else None


def tick(settings: Settings) -> tuple[int, int]:
    """What the daemon does, once, until nothing is due, or after a minute until nothing is left of what was due at the
    beginning: (mails read and phases adjudicated, mails sent).
    """
    judge = open_judge(settings, SystemClock())
    try:
        with Node(judge.db, "tick") as node:
            done = Clerk(judge, node, until=before_the_next(judge)).work_off()
            return done, Courier(judge, transport_for(settings.relay, helo=settings.domain), node=node).deliver()
    finally:
        judge.db.close()


def deliver(settings: Settings) -> int:
    """Sends what is due, once; the number of mails."""
    judge = open_judge(settings, SystemClock())
    try:
        return deliver_due(judge, transport_for(settings.relay, helo=settings.domain))
    finally:
        judge.db.close()
