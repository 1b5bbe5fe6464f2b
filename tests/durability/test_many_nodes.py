"""Promise 8: what many nodes make of a thousand mails is, per game and per player, what one clerk makes of them in one
line of time.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import timedelta
from multiprocessing.context import ForkProcess
from pathlib import Path

import pytest
from sqlalchemy import select

from judge.app import Judge, judge_at
from judge.clock import SetClock
from judge.play import outage
from judge.store.engine import Database
from judge.store.tables import InboundRow
from judge.workers.allocation import MOMENT
from judge.workers.clerk import Clerk, read_one
from tests.durability.crowd import Crowd, come_in, gather, told
from tests.durability.story import restore, rows
from tests.support.house import open_house
from tests.support.soaking import WHOLE, stride

NODES = 4
ROUNDS = stride(20, 1)
MAILS = stride(1000, 90)
HOURS = stride(40, 60)  # that phases end, too, of which the first lasts a day
SEEDS = range(1900, 1906) if WHOLE else (1906,)


class OneClerk(Clerk):
    """As there was before the work was shared out: one line of time, in which all that is due is settled before each
    mail, whatever the mail is about.
    """

    def read_in_order(self) -> None:
        with self.judge.db.reading() as session:
            waiting = session.execute(
                select(InboundRow.accepted_at, InboundRow.id)
                .where(InboundRow.status == "new")
                .order_by(InboundRow.accepted_at, InboundRow.id)
            ).all()
        for at, mail_id in waiting:
            while self._settle_before(at - MOMENT, None):
                pass
            while not read_one(self.judge, mail_id):
                pass
        self.work_off()


def in_process(judge: Judge, work: Callable[[Judge], None]) -> ForkProcess:
    """Another node, with connections of its own, that works until nothing is left."""

    def node() -> None:
        database = Database(judge.settings.database)
        work(replace(judge, db=database))
        database.close()
        os._exit(0)

    process = multiprocessing.get_context("fork").Process(target=node)
    process.start()
    return process


def work_until_done(judge: Judge) -> None:
    clerk = Clerk(judge)
    while True:
        clerk.work_off()
        with judge.db.reading() as session:
            if session.execute(select(InboundRow.id).where(InboundRow.status == "new").limit(1)).first() is None:
                break
    clerk.work_off()


@pytest.mark.timeout(stride(3 * 3600, 300))  # 20,000 mails, read twice: more than half an hour on two busy cores
@pytest.mark.parametrize("seed", SEEDS)
def test_t6_many_nodes_end_where_one_clerk_ends(
    sqlite_url: str, postgresql_url: str, tmp_path: Path, seed: int
) -> None:
    with ExitStack() as stack:
        house = stack.enter_context(open_house(sqlite_url, tmp_path, replies_per_hour=100_000, strangers_per_hour=1000))
        keys = gather(house)
        start = house.clock.now()
        shared = stack.enter_context(closing(Database(postgresql_url)))
        restore(shared, rows(house.judge.db))
        alone = house.judge
        clocks = [house.clock, SetClock(start)]
        others = judge_at(
            shared, alone.settings.model_copy(update={"database": postgresql_url}), clocks[1], alone.entropy
        )
        one = OneClerk(alone)
        crowds = [Crowd(seed, keys, alone.settings.address) for _ in clocks]
        for count in range(ROUNDS):
            for judge, clock, crowd in zip((alone, others), clocks, crowds, strict=True):
                come_in(judge, list(crowd.mails(MAILS, timedelta(hours=HOURS))), clock.advance)
                outage.note_awake(judge)
            one.read_in_order()
            shared.close()
            processes = [in_process(others, work_until_done) for _ in range(NODES)]
            for each in processes:
                each.join(300)
            assert [each.exitcode for each in processes] == [0] * NODES
            expected, found = told(alone.db), told(shared)
            for whose in expected:
                assert found.get(whose) == expected[whose], f"round {count}: {whose}"
            assert found.keys() == expected.keys()
