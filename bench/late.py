"""How long new mail waits where much is late, on PostgreSQL and in real time: the first mail after a node has taken
over 9,001 late games, and mail that comes while two nodes adjudicate 1,000 phases that are due at one instant.

The mail is of a player who is in none of these games. Seconds are from its acceptance to the commit of its answer, and
say something only on a machine that is left alone: beside them stands how long one phase takes there.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from bench._games import all_due, multiplied
from bench._server import postgresql
from judge.app import Judge, judge_at
from judge.clock import SystemClock
from judge.mailbox.intake import Intake
from judge.play import outage
from judge.store.engine import Database
from judge.store.nodes import Node
from judge.store.tables import InboundRow, PhaseRow
from judge.testing.correspondent import Correspondent
from judge.workers.clerk import Clerk
from tests.support.house import open_house
from tests.support.table_of_seven import seven

LATE_GAMES, AT_ONCE = 9_001, 1_000
NODES = 2
SECONDS, EVERY = 40, 2
"""The peak is watched for so long, and a mail comes in every so often."""
LIMIT = 600


@contextmanager
def _late(games: int) -> Iterator[tuple[Judge, Correspondent]]:
    """So many games whose phase is due now, on a judge of the real clock; and a player who is in none."""
    with postgresql() as url, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        start = datetime.now(UTC) - timedelta(hours=1)
        with open_house(url, folder, start=start, secret_file=folder / "secret", replies_per_hour=100_000) as house:
            zoe = house.registered("Zoe")
            seven(house, "nmr default", "grace 0", system="diplomacy")
            house.settle()
            multiplied(house.judge, games)
            judge = judge_at(house.judge.db, house.judge.settings, SystemClock(), house.judge.entropy)
            outage.note_awake(judge)
            all_due(judge, datetime.now(UTC))
            house.judge.db.close()  # what follows are processes of their own
            yield judge, zoe


def _node(judge: Judge, is_over: Callable[[], bool]) -> None:
    """A daemon's clerk."""
    logging.getLogger("judge").setLevel(50)
    database = Database(judge.settings.database)
    with Node(database, "serve") as node:
        clerk = Clerk(replace(judge, db=database), node, is_over)
        while not is_over():
            clerk.work_off()
            time.sleep(0.2)
    database.close()
    os._exit(0)


@contextmanager
def _nodes(judge: Judge, count: int) -> Iterator[None]:
    context = multiprocessing.get_context("fork")
    over: Any = context.Event()
    processes: list[ForkProcess] = [context.Process(target=_node, args=(judge, over.is_set)) for _ in range(count)]
    for each in processes:
        each.start()
    try:
        yield
    finally:
        over.set()
        for each in processes:
            each.join()


def _write(judge: Judge, zoe: Correspondent, number: int) -> None:
    raw = f"From: {zoe.address}\r\nMessage-ID: <late{number}@example.org>\r\n\r\nKEY {zoe.key}\r\nGAMES\r\n"
    Intake(judge).accept(zoe.address, (judge.settings.address,), raw.encode("ascii"))


def _waited(judge: Judge) -> list[float]:
    """Seconds of each of these mails, when all are answered."""
    query = select(InboundRow.accepted_at, InboundRow.read_at).order_by(InboundRow.id.desc())
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        with judge.db.reading() as session:
            unread = select(func.count()).select_from(InboundRow).where(InboundRow.status == "new")
            if not session.execute(unread).scalar_one():
                rows = session.execute(query.limit(SECONDS // EVERY)).all()
                return [(read_at - at).total_seconds() for at, read_at in rows if read_at is not None]
        time.sleep(0.2)
    raise RuntimeError("a mail was not answered")


def _closed(judge: Judge) -> int:
    with judge.db.reading() as session:
        query = select(func.count()).select_from(PhaseRow).where(PhaseRow.closed_at.is_not(None))
        return session.execute(query).scalar_one()


def takeover() -> float:
    """Seconds from a mail, behind which a node starts at once, to its answer."""
    with _late(LATE_GAMES) as (judge, zoe):
        _write(judge, zoe, 0)
        judge.db.close()
        with _nodes(judge, 1):
            waited, *_ = _waited(judge)
        return waited


def peak() -> tuple[float, float, float]:
    """The median and the longest time that a mail waits, and phases adjudicated a second meanwhile."""
    with _late(AT_ONCE) as (judge, zoe):
        before, begun = _closed(judge), time.monotonic()
        judge.db.close()
        with _nodes(judge, NODES):
            for number in range(SECONDS // EVERY):
                time.sleep(EVERY)
                _write(judge, zoe, number)
            waited = sorted(_waited(judge))
            done, passed = _closed(judge) - before, time.monotonic() - begun
        return waited[len(waited) // 2], waited[-1], done / passed


def rows() -> list[tuple[str, str, str]]:
    first = takeover()
    median, longest, phases = peak()
    told = f"median {median:.1f} s, longest {longest:.1f} s; {phases:.1f} phases a second"
    return [
        (f"first mail answered after a takeover with {LATE_GAMES} late games", f"{first:.1f} s", "2 s"),
        (f"mail while {AT_ONCE} phases are due at once, {NODES} nodes", told, "5 s"),
    ]
