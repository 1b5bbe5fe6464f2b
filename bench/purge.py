"""`judge purge` of 1,000 mails of strangers beside 400,000 orders, on each kind of database."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import insert

from bench._server import Cost, postgresql
from judge.app import Judge, judge_at
from judge.clock import SetClock
from judge.hosting.upkeep import purge
from judge.settings import Settings
from judge.store.engine import Database
from judge.store.migrate import migrate
from judge.store.tables import Game, InboundRow, OrdersRow, Player

MAILS, ORDERS, PIECE = 1_000, 400_000, 20_000
LONG_AGO, NOW = datetime(2024, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC)


@contextmanager
def _judges(database: str) -> Iterator[Judge]:
    """An open judge with nothing in its database."""
    with tempfile.TemporaryDirectory() as folder:
        url = database or f"sqlite:///{folder}/judge.db"
        migrate(url)
        settings = Settings(database=url, secret_file=Path(folder) / "secret")
        judge = judge_at(Database(url), settings, SetClock(NOW), bytes)
        try:
            yield judge
        finally:
            judge.db.close()


def _fill(judge: Judge) -> None:
    with judge.db.writing() as session:
        player = Player(name="Ann", status="active", registered_at=LONG_AGO)
        session.add(player)
        session.flush()
        values = {"system": "diplomacy", "system_version": 1, "options": {}, "settings": {}, "status": "active"}
        game = Game(name="oslo", master_id=player.id, seed=b"", created_at=LONG_AGO, **values)
        session.add(game)
        mails = [
            {
                "fingerprint": str(number),
                "accepted_at": LONG_AGO,
                "mail_from": "",
                "recipients": [],
                "raw": b"x" * 500,
                "status": "read",
            }
            for number in range(MAILS)
        ]
        session.execute(insert(InboundRow), mails)
        session.flush()
        same = {"game_id": game.id, "run": 0, "role": "FRANCE", "part": "move", "text": "A PAR H", "written": True}
        for start in range(0, ORDERS, PIECE):
            rows = [{**same, "phase": f"P{number}", "revision": 1, "at": NOW} for number in range(start, start + PIECE)]
            session.execute(insert(OrdersRow), rows)


def measure(database: str) -> Cost:
    cost = Cost()
    with _judges(database) as judge:
        _fill(judge)
        cost.add(judge, lambda: judge.write(lambda work: purge(work.session, timedelta(days=365), work.now)))
    return cost


def rows() -> list[tuple[str, str, str]]:
    with postgresql() as url:
        server = measure(url)
    what = f"purge of {MAILS} mails beside {ORDERS} orders"
    return [
        (f"{what}, SQLite", f"{measure('').wall:.2f} s", "1 s"),
        (f"{what}, PostgreSQL", f"{server.wall:.2f} s", "1 s"),
    ]
