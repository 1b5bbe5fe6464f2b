"""Keys of 64 bits on PostgreSQL: they come while mail is accepted, and letters of before are answered as ever."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, func, select, text
from sqlalchemy.orm import Session

from judge.app import Judge, judge_at
from judge.clock import SystemClock
from judge.settings import Settings
from judge.store import widen
from judge.store.engine import SCHEMA_REVISION, Database, open_database
from judge.store.migrate import downgrade, migrate
from judge.store.tables import Base, EventRow, Game, InboundRow, OutboundRow, PhaseRow
from tests.support.house import open_house

NARROW = "0023"
LARGE = 2**31 + 7
FEW: widen.Keys = {"players": ("id", "tokens_above"), "inbound_mails": ("id", "player_id"), "holds": ("node_id",)}

MAILS = text(
    "INSERT INTO inbound_mails (fingerprint, accepted_at, mail_from, recipients, raw, status, attempts, trouble) "
    "SELECT 'before ' || number, now(), '', '[]', '', 'read', 0, '' FROM generate_series(1, :count) AS number"
)

ACCEPTED = text(
    "INSERT INTO inbound_mails (fingerprint, accepted_at, mail_from, recipients, raw, status, attempts, trouble) "
    "VALUES (:fingerprint, now(), :mail_from, '[]', '', 'new', 0, '') ON CONFLICT (fingerprint) DO NOTHING RETURNING id"
)


def accept(judge: Judge, mail_from: str, fingerprint: str) -> None:
    """What a judge of the version before does with a mail, whose table has not all columns of today."""
    judge.db.write(
        lambda session: session.execute(ACCEPTED, {"mail_from": mail_from, "fingerprint": fingerprint}).one()
    )


@pytest.fixture
def narrow(postgresql_url: str) -> str:
    """A database as it was before."""
    downgrade(postgresql_url, NARROW)
    return postgresql_url


@pytest.fixture
def connection(narrow: str) -> Iterator[Connection]:
    with (
        closing(open_database(narrow)) as database,
        database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as opened,
    ):
        yield opened


def assert_as_declared(database: Database) -> None:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, Base.metadata) == []
        left = text(
            "SELECT (SELECT count(*) FROM pg_constraint WHERE NOT convalidated), "
            "(SELECT count(*) FROM pg_class WHERE relname LIKE 'wide@_%' ESCAPE '@'), "
            "(SELECT count(*) FROM pg_proc WHERE proname LIKE 'wide@_%' ESCAPE '@'), "
            "(SELECT count(*) FROM information_schema.columns WHERE column_name LIKE 'wide@_%' ESCAPE '@'), "
            "(SELECT count(*) FROM pg_sequences WHERE data_type <> 'bigint'::regtype)"
        )
        assert tuple(connection.execute(left).one()) == (0, 0, 0, 0, 0)


class Writers:
    """People who write all the time to a judge of the version before, until `with` ends."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._write, args=(name,)) for name in ("ann", "bob")]
        self.accepted = 0
        self.refused: list[BaseException] = []
        self.longest = 0.0

    def __enter__(self) -> Writers:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _write(self, name: str) -> None:
        while not self._over.wait(0.01):
            begun = time.monotonic()
            try:
                accept(self._judge, name, f"{name} {begun}")
                self.accepted += 1
            except Exception as error:  # noqa: BLE001 - whatever it is, it would be a 451
                self.refused.append(error)
            self.longest = max(self.longest, time.monotonic() - begun)


@pytest.fixture
def earlier(narrow: str) -> Iterator[Judge]:
    """A judge of the version before."""
    with closing(open_database(narrow, schema=NARROW)) as database:
        yield judge_at(database, Settings(database=narrow), SystemClock(), os.urandom)


def test_keys_become_wide_while_mail_is_accepted(narrow: str, earlier: Judge) -> None:
    with earlier.db.writing() as session:
        session.execute(MAILS, {"count": widen.ROWS_AT_ONCE + 500})
    with Writers(earlier) as writers:
        while writers.accepted < 40:  # by then the driver has prepared what it does again and again
            time.sleep(0.01)
        assert migrate(narrow) == (NARROW, SCHEMA_REVISION)
        until = writers.accepted + 10
        while writers.accepted < until:
            time.sleep(0.01)
    assert writers.refused == []
    assert writers.longest < 10, "seconds that somebody waited"
    assert_as_declared(earlier.db)
    with earlier.db.reading() as session:
        before, since = (
            session.execute(select(InboundRow.id).where(InboundRow.mail_from == name).order_by(InboundRow.id)).scalars()
            for name in ("", "ann")
        )
        assert list(before) == list(range(1, widen.ROWS_AT_ONCE + 501))
        assert len(list(since)) + _count(session, "bob") == writers.accepted


def test_what_a_session_had_prepared_is_done_again_with_the_new_columns(earlier: Judge, connection: Connection) -> None:
    def ask(session: Session) -> list[int]:
        return list(session.execute(select(InboundRow.id)).scalars())

    for _ in range(10):
        earlier.db.write(ask)  # the driver has prepared it by then
    connection.execute(text("ALTER TABLE inbound_mails ALTER COLUMN id TYPE bigint"))
    assert earlier.db.write(ask) == []


def test_what_was_interrupted_goes_on(narrow: str, earlier: Judge, connection: Connection) -> None:
    connection.execute(MAILS, {"count": 3})
    widen.prepare(connection, FEW)
    assert widen.is_prepared(connection, FEW)
    connection.execute(
        text("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'wide_pk_inbound_mails'::regclass")
    )
    connection.execute(text("ALTER TABLE players DROP CONSTRAINT wide_players"))
    assert not widen.is_prepared(connection, FEW)
    accept(earlier, "ann", "meanwhile")
    assert connection.execute(text("SELECT count(*) FROM inbound_mails WHERE wide_id = id")).scalar() == 4
    migrate(narrow)
    assert_as_declared(earlier.db)


def test_what_was_prepared_is_made_anew_where_it_was_not_ended(
    narrow: str, earlier: Judge, connection: Connection
) -> None:
    widen.prepare(connection, FEW)
    downgrade(narrow, "0022")
    migrate(narrow)
    assert_as_declared(earlier.db)


def test_numbers_beyond_32_bits_are_as_any(postgresql_url: str, tmp_path: Path) -> None:
    with open_house(postgresql_url, tmp_path, practice=True) as house:
        with house.judge.db.writing() as session:
            session.execute(text("SELECT setval(sequencename::regclass, :to) FROM pg_sequences"), {"to": LARGE})
        ann = house.registered("Ann")
        opening = house.tell(ann, "PRACTICE PAYOLA")
        house.settle()
        assert "practice-" in opening.subject + opening.text
        with house.judge.db.reading() as session:
            for row in (InboundRow, OutboundRow, Game, PhaseRow, EventRow):
                assert session.execute(select(func.min(row.id))).scalar_one() > 2**31
        answer = house.tell(ann, "STATUS", to=ann.inbox()[-1], key=False)
        assert "practice-" in answer.text


def _count(session: Session, name: str) -> int:
    return session.execute(select(func.count()).where(InboundRow.mail_from == name)).scalar_one()
