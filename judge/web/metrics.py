"""How the judge is doing, in numbers: for Prometheus and for whoever looks whether it lives.

Labels are states and nothing else: no game, no name, no address. There is no count of what players write (fault P4).
No number moves with a single mail either: one that waits counts when it has waited for long, and what is free on the
disk is told in steps.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from prometheus_client import CollectorRegistry, Gauge, generate_latest
from sqlalchemy import ColumnExpressionArgument, Select, func, select

from judge.app import Judge
from judge.store.nodes import nodes_now
from judge.store.tables import OVER, Address, Game, Host, InboundRow, OutboundRow, PhaseRow

ASLEEP = timedelta(minutes=10)
LONG = timedelta(minutes=1)
"""What waits is no news before: a judge that is well has read and sent it by then."""
DISK_STEP = 64 * 2**20
"""Octets."""


def metrics(judge: Judge) -> bytes:
    """The exposition format of Prometheus, read from the database now."""
    registry = CollectorRegistry()
    gauge = partial(Gauge, registry=registry)
    with judge.db.reading() as session:
        now = judge.now(session)
        games = gauge("judge_games", "Games, by state.", ["state"])
        shown = select(Game.status, func.count()).where(~Game.practice).group_by(Game.status)
        for state, count in session.execute(shown):
            games.labels(state).set(count)
        for name, about, query, number in _numbers(now):
            gauge(name, about).set(number(session.scalar(query)))
        # By node, where several share the work. What one holds is no news before it does so for long.
        seen = gauge("judge_node_seen_seconds", "How long ago a node said that it lives.", ["node"])
        held = gauge("judge_node_holds_seconds", "How long a node holds what it holds.", ["node"])
        for node in nodes_now(session):
            seen.labels(str(node.number)).set(_seconds(node.now, node.seen_at))
            held.labels(str(node.number)).set(_long(node.now, node.since))
    file = judge.db.file
    if file is not None:
        free = gauge("judge_disk_free_bytes", "What is free beside an SQLite database.")
        free.set(shutil.disk_usage(file.resolve().parent).free // DISK_STEP * DISK_STEP)
    return generate_latest(registry)


def _numbers(now: datetime) -> Iterator[tuple[str, str, Select[Any], Callable[[Any], float]]]:
    """Yield each gauge without labels: its name, what it tells, a query for one value, and its number."""
    ago, waited = partial(_seconds, now), partial(_long, now)
    unsent = OutboundRow.status.in_(("queued", "claimed"))
    overdue = (
        select(func.min(PhaseRow.deadline))
        .join(Game, Game.id == PhaseRow.game_id)
        .where(Game.status == "active", Game.run == PhaseRow.run, PhaseRow.closed_at.is_(None), PhaseRow.deadline < now)
    )
    # It should have been adjudicated, or its late should have been told.
    due = overdue.where(PhaseRow.sealed_at.is_(None), PhaseRow.late_told_at.is_(None) | PhaseRow.cut.is_not(None))
    unread = select(func.min(InboundRow.accepted_at)).where(InboundRow.status == "new")
    yield (
        "judge_practice_games",
        "Practice games that are running.",
        _count(Game.practice, ~Game.status.in_(OVER)),
        float,
    )
    yield "judge_phases_overdue_seconds", "How long the oldest phase is overdue.", overdue, ago
    yield "judge_phases_due_seconds", "How long a phase is due that nobody has seen to.", due, waited
    yield "judge_inbound_oldest_seconds", "How long the oldest unread mail has waited.", unread, waited
    quarantined = _count(InboundRow.status == "quarantined")
    yield "judge_inbound_quarantined", "Mails in quarantine.", quarantined, float
    oldest = select(func.min(OutboundRow.made_at)).where(unsent)
    yield "judge_outbound_oldest_seconds", "How long the oldest unsent mail has waited.", oldest, waited
    queued = _count(unsent, OutboundRow.made_at <= now - LONG)
    yield "judge_outbound_waiting", "Mails that have waited a minute to be sent.", queued, float
    yield "judge_outbound_failed", "Mails given up.", _count(OutboundRow.status == "failed"), float
    yield "judge_clerk_seen_seconds", "How long ago the clerk last worked.", select(Host.last_seen), ago
    stopped = select(func.count(Host.stopped_at))
    yield "judge_stopped", "1 if the judge waits for the host: judge resume.", stopped, float
    suspended = _count(Address.suspended_at.is_not(None))
    yield "judge_addresses_suspended", "Addresses whose mail came back too often.", suspended, float


def _count(*where: ColumnExpressionArgument[bool]) -> Select[Any]:
    return select(func.count()).where(*where)


def healthy(judge: Judge) -> tuple[str, int]:
    """A line and its HTTP status: 200 if the database answers and the clerk has worked lately."""
    with judge.db.reading() as session:
        now = judge.now(session)
        seen = session.scalar(select(Host.last_seen))
    if seen is None or now - seen > ASLEEP:
        return "the clerk has not worked lately\n", 503
    return "ok\n", 200


def _long(now: datetime, since: datetime | None) -> float:
    """How long something waits, if that is long enough to say."""
    waited = _seconds(now, since)
    return waited if waited >= LONG.total_seconds() else 0.0


def _seconds(now: datetime, since: datetime | None) -> float:
    return max(0.0, (now - since).total_seconds()) if since is not None else 0.0
