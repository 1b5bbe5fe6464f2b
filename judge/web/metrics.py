"""How the judge is doing, in numbers: for Prometheus and for whoever looks whether it lives.

Labels are states and nothing else: no game, no name, no address. There is no count of what players write (fault P4).
No number moves with a single mail either: one that waits counts when it has waited for long, and what is free on the
disk is told in steps.
"""

from __future__ import annotations

import shutil
from datetime import datetime, timedelta

from prometheus_client import CollectorRegistry, Gauge, generate_latest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from judge.app import Judge
from judge.store.nodes import nodes_now
from judge.store.tables import OVER, Address, Game, Host, InboundRow, OutboundRow, PhaseRow

ASLEEP = timedelta(minutes=10)
WAITING = ("queued", "claimed")
LONG = timedelta(minutes=1)
"""What waits is no news before: a judge that is well has read and sent it by then."""
DISK_STEP = 64 * 2**20
"""Octets."""


def metrics(judge: Judge) -> bytes:
    """The exposition format of Prometheus, read from the database now."""
    registry = CollectorRegistry()
    with judge.db.reading() as session:
        now = judge.now(session)
        games = Gauge("judge_games", "Games, by state.", ["state"], registry=registry)
        shown = select(Game.status, func.count()).where(~Game.practice).group_by(Game.status)
        for state, count in session.execute(shown):
            games.labels(state).set(count)
        practice = Gauge("judge_practice_games", "Practice games that are running.", registry=registry)
        running = select(func.count()).select_from(Game).where(Game.practice, Game.status.not_in(OVER))
        practice.set(session.execute(running).scalar_one())
        overdue = Gauge("judge_phases_overdue_seconds", "How long the oldest phase is overdue.", registry=registry)
        overdue.set(_seconds(_oldest_overdue(session, now), now))
        due = Gauge("judge_phases_due_seconds", "How long a phase is due that nobody has seen to.", registry=registry)
        due.set(_long(_oldest_due(session, now), now))
        unread = Gauge("judge_inbound_oldest_seconds", "How long the oldest unread mail has waited.", registry=registry)
        oldest = select(func.min(InboundRow.accepted_at)).where(InboundRow.status == "new")
        unread.set(_long(session.execute(oldest).scalar_one(), now))
        poison = Gauge("judge_inbound_quarantined", "Mails in quarantine.", registry=registry)
        query = select(func.count()).select_from(InboundRow).where(InboundRow.status == "quarantined")
        poison.set(session.execute(query).scalar_one())
        unsent = Gauge(
            "judge_outbound_oldest_seconds", "How long the oldest unsent mail has waited.", registry=registry
        )
        oldest = select(func.min(OutboundRow.made_at)).where(OutboundRow.status.in_(WAITING))
        unsent.set(_long(session.execute(oldest).scalar_one(), now))
        queued = Gauge("judge_outbound_waiting", "Mails that have waited a minute to be sent.", registry=registry)
        long = (OutboundRow.status.in_(WAITING), OutboundRow.made_at <= now - LONG)
        query = select(func.count()).select_from(OutboundRow).where(*long)
        queued.set(session.execute(query).scalar_one())
        failed = Gauge("judge_outbound_failed", "Mails given up.", registry=registry)
        query = select(func.count()).select_from(OutboundRow).where(OutboundRow.status == "failed")
        failed.set(session.execute(query).scalar_one())
        clerk = Gauge("judge_clerk_seen_seconds", "How long ago the clerk last worked.", registry=registry)
        clerk.set(_seconds(session.scalar(select(Host.last_seen)), now))
        stopped = Gauge("judge_stopped", "1 if the judge waits for the host: judge resume.", registry=registry)
        stopped.set(session.scalar(select(Host.stopped_at)) is not None)
        suspended = Gauge("judge_addresses_suspended", "Addresses whose mail came back too often.", registry=registry)
        query = select(func.count()).select_from(Address).where(Address.suspended_at.is_not(None))
        suspended.set(session.execute(query).scalar_one())
        _nodes(session, registry)
    file = judge.db.file
    if file is not None:
        free = Gauge("judge_disk_free_bytes", "What is free beside an SQLite database.", registry=registry)
        free.set(shutil.disk_usage(file.resolve().parent).free // DISK_STEP * DISK_STEP)
    return generate_latest(registry)


def _nodes(session: Session, registry: CollectorRegistry) -> None:
    """By node, where several share the work. What one holds is no news before it does so for long."""
    seen = Gauge("judge_node_seen_seconds", "How long ago a node said that it lives.", ["node"], registry=registry)
    held = Gauge("judge_node_holds_seconds", "How long a node holds what it holds.", ["node"], registry=registry)
    for node in nodes_now(session):
        seen.labels(str(node.number)).set(_seconds(node.seen_at, node.now))
        held.labels(str(node.number)).set(_long(node.since, node.now))


def healthy(judge: Judge) -> tuple[str, int]:
    """A line and its HTTP status: 200 if the database answers and the clerk has worked lately."""
    with judge.db.reading() as session:
        now = judge.now(session)
        seen = session.scalar(select(Host.last_seen))
    if seen is None or now - seen > ASLEEP:
        return "the clerk has not worked lately\n", 503
    return "ok\n", 200


def _oldest_overdue(session: Session, now: datetime) -> datetime | None:
    query = (
        select(func.min(PhaseRow.deadline))
        .join(Game, Game.id == PhaseRow.game_id)
        .where(Game.status == "active", Game.run == PhaseRow.run, PhaseRow.closed_at.is_(None), PhaseRow.deadline < now)
    )
    found: datetime | None = session.execute(query).scalar_one()
    return found


def _oldest_due(session: Session, now: datetime) -> datetime | None:
    """The deadline of the oldest phase that should have been adjudicated, or whose late should have been told."""
    query = (
        select(func.min(PhaseRow.deadline))
        .join(Game, Game.id == PhaseRow.game_id)
        .where(Game.status == "active", Game.run == PhaseRow.run, PhaseRow.deadline < now)
        .where(PhaseRow.closed_at.is_(None), PhaseRow.sealed_at.is_(None))
        .where(PhaseRow.late_told_at.is_(None) | PhaseRow.cut.is_not(None))
    )
    found: datetime | None = session.execute(query).scalar_one()
    return found


def _long(since: datetime | None, now: datetime) -> float:
    """How long something waits, if that is long enough to say."""
    waited = _seconds(since, now)
    return waited if waited >= LONG.total_seconds() else 0.0


def _seconds(since: datetime | None, now: datetime) -> float:
    return max(0.0, (now - since).total_seconds()) if since is not None else 0.0
