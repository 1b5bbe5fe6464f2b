"""The work of the loops done once, for cron. Nothing here listens or shows pages, so nothing of that is loaded."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from judge.app import Judge
from judge.play import agenda
from judge.play.watch import keep_watch
from judge.store.nodes import Node

PATIENCE_SECONDS = 60.0
"""How long a tick also takes work that comes in meanwhile. Cron starts the next tick after a minute at the earliest."""


def tick(judge: Judge) -> tuple[int, int]:
    """Do what the daemon does until nothing is due; after PATIENCE_SECONDS, only what was due at the start.

    Return the number of mails read and phases adjudicated, and the number of mails sent.
    """
    if judge.settings.fetch:
        _fetch(judge)
    with Node(judge.db, "tick") as node:
        if keep_watch(replace(judge, db=judge.db.guarded(node.standing))) and agenda.is_empty(judge):
            return 0, 0
        # All that a mail or a phase may need, which takes longer to load than all else.
        from judge.workers.clerk import Clerk  # noqa: PLC0415
        from judge.workers.courier import couriers  # noqa: PLC0415

        done = Clerk(judge, node, until=before_the_next(judge)).work_off()
        return done, sum(courier.deliver() for courier in couriers(judge, node=node))


def _fetch(judge: Judge) -> None:
    """Accept the mail that lies in the mailbox. Games go on where it cannot be read."""
    from judge.hosting.dns import check_of, resolver_at  # noqa: PLC0415 - not loaded without a mailbox
    from judge.mailbox.intake import Intake  # noqa: PLC0415
    from judge.workers.fetcher import Fetcher  # noqa: PLC0415 - it needs the extra `mailbox`

    fetcher = Fetcher(judge, Intake(judge, check_of(judge.settings, resolver_at)).accept)
    try:
        fetcher.fetch(wait=False)
    finally:
        fetcher.close()


def before_the_next(judge: Judge, patience: float = PATIENCE_SECONDS) -> Callable[[], datetime | None]:
    """Return the clerk's limit: none for `patience` seconds, then the instant at which this tick began.

    Where mail never ceases, ticks would else never end, and run beside each other.
    """
    with judge.db.reading() as session:
        begun = judge.now(session)
    since = time.monotonic()
    return lambda: begun if time.monotonic() - since >= patience else None
