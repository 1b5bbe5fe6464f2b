"""The work of the loops done once, for cron. Nothing here listens or shows pages, so nothing of that is loaded."""

from __future__ import annotations

from judge.app import open_judge
from judge.clock import SystemClock
from judge.relay.transport import transport_for
from judge.settings import Settings
from judge.store.nodes import Node
from judge.workers.clerk import Clerk
from judge.workers.courier import Courier, deliver_due


def tick(settings: Settings) -> tuple[int, int]:
    """What the daemon does, once, until nothing is due: (mails read and phases adjudicated, mails sent)."""
    judge = open_judge(settings, SystemClock())
    try:
        with Node(judge.db, "tick") as node:
            done = Clerk(judge, node).work_off()
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
