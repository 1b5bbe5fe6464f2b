"""What a judge of 10,000 running games costs while nothing is due: a round of the clerk, and a start, on each kind of
database. The games are one game's rows, many times over.
"""

from __future__ import annotations

import logging
import tempfile
from contextlib import ExitStack
from pathlib import Path

from bench._games import multiplied
from bench._server import Cost, postgresql
from judge.app import Judge, judge_at
from judge.settings import Settings
from judge.store.engine import Database
from judge.store.migrate import migrate
from judge.store.nodes import Node
from judge.workers.clerk import Clerk
from tests.support.house import open_house
from tests.support.table_of_seven import seven

GAMES, ROUNDS = 10_000, 10


def measure(database: str) -> tuple[Cost, Cost]:
    """An idle round; a start, with its first round."""
    logging.getLogger("judge").setLevel(50)
    idle, start = Cost(), Cost()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = database or f"sqlite:///{folder}/judge.db"
        if not database:
            migrate(url)
        house = stack.enter_context(open_house(url, folder, secret_file=folder / "secret"))
        seven(house)
        house.settle()
        multiplied(house.judge, GAMES)
        clerk = Clerk(house.judge, stack.enter_context(Node(house.judge.db, "serve")))
        clerk.work_off()
        for _ in range(ROUNDS):
            idle.add(house.judge, clerk.work_off)
        for _ in range(2):
            start.add(house.judge, lambda: _started(house.judge))
    logging.getLogger("judge").setLevel(logging.NOTSET)
    return idle, start


def _started(judge: Judge) -> None:
    settings: Settings = judge.settings
    again = judge_at(Database(settings.database), settings, judge.clock, judge.entropy)
    Clerk(again).work_off()
    again.db.close()


def rows() -> list[tuple[str, str, str]]:
    measured = []
    with postgresql() as server:
        for kind, url in (("SQLite", ""), ("PostgreSQL", server)):
            idle, start = measure(url)
            measured.append((f"an idle round at {GAMES} games, {kind}", idle.each(), "3 ms"))
            measured.append((f"a start at {GAMES} games, {kind}", start.each(), "300 ms"))
    return measured
