"""What a judge of 10,000 running games costs while nothing is due: a round of the clerk, and a start, on each kind of
database. The games are one game's rows, many times over.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy import insert, select, text

from bench._server import Cost, postgresql
from judge.app import Judge, judge_at
from judge.settings import Settings
from judge.store.engine import open_database
from judge.store.migrate import migrate
from judge.store.nodes import Node
from judge.store.tables import Game, PhaseRow, Seat
from judge.workers.clerk import Clerk
from tests.support.house import open_house
from tests.support.table_of_seven import seven

GAMES, PIECE, ROUNDS = 10_000, 1_000, 10


def _multiplied(judge: Judge) -> None:
    """All the games that there are, as rows of many more."""
    with judge.db.writing() as session:
        (game,) = session.execute(select(Game.__table__)).mappings().all()
        phases = session.execute(select(PhaseRow.__table__)).mappings().all()
        seats = session.execute(select(Seat.__table__)).mappings().all()
        for start in range(game["id"] + 1, game["id"] + GAMES, PIECE):
            numbers = range(start, min(start + PIECE, game["id"] + GAMES))
            session.execute(insert(Game), [{**game, "id": each, "name": f"oslo-{each}"} for each in numbers])
            for table, rows in ((PhaseRow, phases), (Seat, seats)):
                session.execute(insert(table), [_of(row, each) for each in numbers for row in rows])
        if judge.db.dialect == "postgresql":  # as a server does by and by
            session.execute(text("ANALYZE"))


def _of(row: Any, game_id: int) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "id"} | {"game_id": game_id}


def measure(database: str) -> tuple[Cost, Cost]:
    """An idle round; a start, with its first round."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    idle, start = Cost(), Cost()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = database or f"sqlite:///{folder}/judge.db"
        if not database:
            migrate(url)
        house = stack.enter_context(open_house(url, folder, secret_file=folder / "secret"))
        seven(house)
        house.settle()
        _multiplied(house.judge)
        clerk = Clerk(house.judge, stack.enter_context(Node(house.judge.db, "serve")))
        clerk.work_off()
        for _ in range(ROUNDS):
            idle.add(house.judge, clerk.work_off)
        for _ in range(2):
            start.add(house.judge, lambda: _started(house.judge))
    structlog.reset_defaults()
    return idle, start


def _started(judge: Judge) -> None:
    settings: Settings = judge.settings
    again = judge_at(open_database(settings.database), settings, judge.clock, judge.entropy)
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
