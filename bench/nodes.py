"""Mails answered a second by one, two and four nodes, each a process of its own, on one PostgreSQL. Once from a crowd:
fourteen players in four games, and now and then something that touches everything. Once from tables apart: players of
one game each, who send their sheets. Seconds on the wall, which say something only on as many idle cores, and of the
nodes' CPU, without the server's.
"""

from __future__ import annotations

import email.policy
import logging
import multiprocessing
import os
import random
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

from sqlalchemy import func, select

from bench._server import postgresql
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

MAILS = 100
APART = 400
TABLES = 24
SEED = 1900

Lot = Callable[[], Iterator[Mail]]
"""The mails of one measurement, the same at each call."""


def _quiet() -> None:
    logging.getLogger("judge").setLevel(50)


def _node(judge: Judge) -> None:
    """Works until nothing is left."""
    _quiet()
    database = Database(judge.settings.database)
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
        wall, cpu = _measured(shared, nodes)
        figure = f"{len(mails) / wall:.1f} mails a second, {cpu / len(mails) * 1000:.0f} ms CPU a mail"
        return f"{what}: {nodes} node{'s' * (nodes > 1)}, {len(mails)} mails", figure, ""


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
