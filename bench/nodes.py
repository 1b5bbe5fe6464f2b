"""Mails answered a second by one, two and four nodes, each a process of its own, on one PostgreSQL: sheets of fourteen
players in four games, and now and then something that touches everything. Seconds on the wall, which say something only
on as many idle cores, and seconds of CPU of all nodes and of the server together with whatever else the machine does.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import tempfile
import time
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import structlog
from sqlalchemy import func, select

from bench._server import postgresql
from judge.app import Judge, judge_at
from judge.clock import SetClock
from judge.phases.schedule import outage
from judge.store import secret
from judge.store.engine import open_database
from judge.store.migrate import migrate
from judge.store.nodes import Node
from judge.store.tables import InboundRow
from judge.workers.clerk import Clerk
from tests.durability import story
from tests.durability.crowd import Crowd, come_in, gather
from tests.support.house import open_house

MAILS = 100
SEED = 1900


def _quiet() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))


def _node(judge: Judge) -> None:
    """Works until nothing is left."""
    _quiet()
    database = open_database(judge.settings.database)
    unread = select(func.count()).select_from(InboundRow).where(InboundRow.status == "new")
    with Node(database, "serve") as node:
        clerk = Clerk(replace(judge, db=database), node)
        while True:
            clerk.work_off()
            with database.reading() as session:
                if not session.execute(unread).scalar_one():
                    break
    database.close()
    os._exit(0)


def _measured(judge: Judge, nodes: int) -> tuple[float, float]:
    """Seconds on the wall, and of the nodes' CPU."""
    cpu = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.monotonic()
    processes = [multiprocessing.get_context("fork").Process(target=_node, args=(judge,)) for _ in range(nodes)]
    for each in processes:
        each.start()
    for each in processes:
        each.join()
    wall = time.monotonic() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - cpu.ru_utime - cpu.ru_stime


def _row(saved: story.Rows, judge: Judge, keys: dict[str, str], nodes: int) -> tuple[str, str, str]:
    with postgresql() as url:
        database = open_database(url)
        story.restore(database, saved)
        clock = SetClock(judge.clock.now())
        settings = judge.settings.model_copy(update={"database": url, "secret_file": secret.file_for(judge.settings)})
        shared = judge_at(database, settings, clock, judge.entropy)
        crowd = Crowd(SEED, keys, settings.address)
        come_in(shared, list(crowd.mails(MAILS, timedelta(hours=12))), clock.advance)
        outage.note_awake(shared)
        database.close()
        wall, cpu = _measured(shared, nodes)
        figure = f"{MAILS / wall:.1f} mails a second, {cpu / MAILS * 1000:.0f} ms CPU a mail"
        return f"{nodes} node{'s' * (nodes > 1)}, {MAILS} mails", figure, ""


def rows() -> list[tuple[str, str, str]]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = f"sqlite:///{folder / 'judge.db'}"
        migrate(url)
        house = stack.enter_context(open_house(url, folder, replies_per_hour=100_000))
        keys = gather(house)
        saved = story.rows(house.judge.db)
        return [_row(saved, house.judge, keys, nodes) for nodes in (1, 2, 4)]
