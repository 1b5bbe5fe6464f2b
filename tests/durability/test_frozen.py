"""Promise 8 with real processes on one PostgreSQL: a daemon that is frozen holds up what it held, for a while, and
does nothing when it thaws that others have done.
"""

from __future__ import annotations

import smtplib
import time
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import func, select, text

from judge.settings import Settings
from judge.store.engine import Database
from judge.store.tables import InboundRow, NodeRow, OutboundRow
from tests.durability.served import Served

JUDGE = Settings().address
PATIENCE = 120.0
"""Seconds, on a busy machine, for what takes one."""


@pytest.fixture
def database_url(postgresql_url: str) -> str:
    """On PostgreSQL alone there are several."""
    return postgresql_url


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = Database(database_url)
    yield opened
    opened.close()


def write(daemon: Served, name: str) -> None:
    assert daemon.server is not None
    host, port = daemon.server
    with smtplib.SMTP(host, port, timeout=PATIENCE) as client:
        text = (
            f"From: {name}@example.org\nTo: {JUDGE}\nMessage-ID: <{name}@example.org>\nSubject: me\n\nREGISTER {name}\n"
        )
        client.sendmail(f"{name}@example.org", [JUDGE], text)


def comes(database: Database, statement: object, wanted: int) -> None:
    """Returns when the count is that much; fails when it never is."""
    begun = time.monotonic()
    while True:
        with database.reading() as session:
            if session.execute(statement).scalar_one() == wanted:  # type: ignore[call-overload]
                return
        assert time.monotonic() - begun < PATIENCE, f"not {wanted} within {PATIENCE} s"
        time.sleep(0.05)


READ = select(func.count()).select_from(InboundRow).where(InboundRow.status == "read")
SENT = select(func.count()).select_from(OutboundRow).where(OutboundRow.status == "sent")
NODES = select(func.count()).select_from(NodeRow)


def test_t6_a_daemon_that_is_frozen_holds_up_the_others_for_ten_seconds_at_most(
    serve: Callable[[], Served], database: Database
) -> None:
    frozen, other = serve(), serve()
    comes(database, NODES, 2)
    frozen.freeze()
    with database.writing() as session:  # it was frozen at its work
        session.execute(text("INSERT INTO holds SELECT '*', min(id), now() FROM nodes ON CONFLICT DO NOTHING"))
    write(other, "ann")
    comes(database, READ, 1)
    comes(database, SENT, 1)
    frozen.thaw()
    comes(database, NODES, 2)  # it enters again, under the next number
    write(frozen, "bob")
    comes(database, READ, 2)
    comes(database, SENT, 2)
    assert [frozen.stop(), other.stop()] == [0, 0]
    comes(database, NODES, 0)


def test_t6_a_daemon_that_is_told_to_stop_ends_within_seconds_between_two_mails(
    serve: Callable[[], Served], database: Database
) -> None:
    daemon = serve()
    for number in range(30):
        write(daemon, f"ann{number}")
    assert daemon.stop() == 0
    with database.reading() as session:
        assert session.execute(select(func.max(InboundRow.attempts)).where(InboundRow.status == "new")).scalar() in (
            None,
            0,
        )
    comes(database, NODES, 0)
