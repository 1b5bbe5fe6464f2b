"""Mails answered a second by one, two and four nodes, each a process of its own, on one PostgreSQL. Once from a crowd:
fourteen players in four games, and now and then something that touches everything. Once from tables apart: players of
one game each, who send their sheets. Seconds on the wall, which say something only on as many idle cores, and of CPU,
the nodes' and the server's. The first mails are not counted: a node compiles its statements and templates with them.
"""

from __future__ import annotations

import email.policy
import logging
import multiprocessing
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier
from pathlib import Path

from sqlalchemy import select

from bench._server import postgresql, spent
from judge.app import Judge, judge_at
from judge.clock import SetClock
from judge.play import outage
from judge.store import secret
from judge.store.engine import Database
from judge.store.migrate import migrate
from judge.store.nodes import Node
from judge.store.tables import InboundRow
from judge.workers.clerk import Clerk
from tests.durability import story
from tests.durability.crowd import PLACES, POWERS, UNITS, Crowd, Mail, come_in, gather
from tests.support.house import House, open_house

WARM = 100
"""Mails that are read before it is measured."""

MAILS = WARM + 100
APART = WARM + 400
TABLES = 24
SEED = 1900

Lot = Callable[[], Iterator[Mail]]
"""The mails of one measurement, the same at each call."""


def _quiet() -> None:
    logging.getLogger("judge").setLevel(50)


def _node(judge: Judge, warm: Barrier, cpu: SimpleQueue[float]) -> None:
    """Read the first mails, wait for the other nodes, and work until nothing is left."""
    _quiet()
    database = Database(judge.settings.database)
    with Node(database, "serve") as node:
        with database.reading() as session:
            last = session.scalars(_ACCEPTED.offset(WARM - 1)).first()
        _work_off(Clerk(replace(judge, db=database), node, until=lambda: last), database)
        warm.wait()
        begun = time.process_time()
        _work_off(Clerk(replace(judge, db=database), node), database)
        cpu.put(time.process_time() - begun)
    database.close()
    os._exit(0)


_ACCEPTED = select(InboundRow.accepted_at).order_by(InboundRow.accepted_at, InboundRow.id)


def _work_off(clerk: Clerk, database: Database) -> None:
    """Work until no mail is left that was accepted until the clerk's instant."""
    unread = _ACCEPTED.where(InboundRow.status == "new").limit(1)
    until = clerk.until()
    while True:
        clerk.work_off()
        with database.reading() as session:
            oldest = session.scalars(unread).first()
        if oldest is None or (until is not None and oldest > until):
            return


def _measured(judge: Judge, nodes: int) -> tuple[float, float, float]:
    """Seconds on the wall, and of the nodes' and of the server's CPU."""
    fork = multiprocessing.get_context("fork")
    warm, cpu = fork.Barrier(nodes + 1), fork.SimpleQueue()
    processes = [fork.Process(target=_node, args=(judge, warm, cpu)) for _ in range(nodes)]
    for each in processes:
        each.start()
    warm.wait()
    begun, before = time.monotonic(), spent(judge)[0]
    for each in processes:
        each.join()
    wall = time.monotonic() - begun
    return wall, sum(cpu.get() for _ in processes), spent(judge)[0] - before


def _apart(house: House) -> Lot:
    """Games of seven, and a sheet at a time from one of their players by chance, who are in no other game."""
    people = []
    master = house.registered("Mara")
    for table in range(TABLES):
        game = f"table{table}"
        house.tell(master, f"CREATE payola {game}\nEND CREATE")
        for place in range(len(POWERS)):
            who = house.registered(f"P{table}x{place}")
            house.tell(who, f"JOIN {game}")
            people.append((f"{who.address}", f"KEY {who.key}\nGAME {game}\n"))
        house.tell(master, f"GAME {game}\nSTART")

    def mails() -> Iterator[Mail]:
        chance = random.Random(SEED)
        for number in range(APART):
            address, head = chance.choice(people)
            units = chance.sample(UNITS, 4)
            sheet = "\n".join(f"{chance.randrange(1, 4)} : {unit} - {chance.choice(PLACES)}" for unit in units)
            message = EmailMessage(policy=email.policy.SMTP)
            message["From"], message["To"] = address, house.judge.settings.address
            message["Message-ID"], message["Subject"] = f"<{number}@example.org>", "my offers"
            message.set_content(head + sheet + "\n")
            yield Mail(address, message.as_bytes(), timedelta(seconds=10))

    return mails


def _crowded(house: House) -> Lot:
    keys = gather(house)
    return lambda: Crowd(SEED, keys, house.judge.settings.address).mails(MAILS, timedelta(hours=12))


def _row(saved: story.Rows, judge: Judge, what: str, lot: Lot, nodes: int) -> tuple[str, str, str]:
    with postgresql() as url:
        database = Database(url)
        story.restore(database, saved)
        clock = SetClock(judge.clock.now())
        settings = judge.settings.model_copy(update={"database": url, "secret_file": secret.file_for(judge.settings)})
        shared = judge_at(database, settings, clock, judge.entropy)
        mails = list(lot())
        come_in(shared, mails, clock.advance)
        outage.note_awake(shared)
        database.close()
        count = len(mails) - WARM
        wall, cpu, server = _measured(shared, nodes)
        each = f"{cpu / count * 1000:.1f} ms CPU + {server / count * 1000:.1f} ms server a mail"
        return (
            f"{what}: {nodes} node{'s' * (nodes > 1)}, {count} mails",
            f"{count / wall:.1f} mails a second, {each}",
            "",
        )


def _case(what: str, begun: Callable[[House], Lot]) -> list[tuple[str, str, str]]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = f"sqlite:///{folder / 'judge.db'}"
        migrate(url)
        house = stack.enter_context(open_house(url, folder, replies_per_hour=100_000))
        lot = begun(house)
        saved = story.rows(house.judge.db)
        return [_row(saved, house.judge, what, lot, nodes) for nodes in (1, 2, 4)]


def rows() -> list[tuple[str, str, str]]:
    return _case("a crowd", _crowded) + _case("tables apart", _apart)
