"""One clerk at a time; no mail is accepted while a cut is set."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from judge.store import engine, locks
from judge.store.engine import Database, open_database
from judge.store.locks import clerk_lease, intake_exclusive, intake_shared

pytestmark = pytest.mark.both_databases

HOLD = """
import sys
from judge.store.engine import open_database
from judge.store.locks import clerk_lease

lease = clerk_lease(open_database(sys.argv[1]))
print(lease.acquire(), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def elsewhere(database_url: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the clerk's lease of the same database."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, database_url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "True\n"
        yield process
        process.kill()


def test_there_is_one_clerk_at_a_time(database: Database) -> None:
    with clerk_lease(database) as first, clerk_lease(database) as second:
        assert first.owned()
        assert not second.owned()
        first.release()
        assert second.acquire()
        assert not first.acquire()


def test_a_clerk_may_ask_again_for_what_it_has(database: Database) -> None:
    with clerk_lease(database) as lease:
        assert lease.acquire()
        assert lease.owned()
    assert not lease.owned()


def test_another_process_is_the_clerk_until_it_is_killed(database: Database, elsewhere: subprocess.Popen[str]) -> None:
    lease = clerk_lease(database)
    assert not lease.acquire()
    elsewhere.kill()
    elsewhere.wait()
    for _ in range(200):  # the server needs a moment to notice
        if lease.acquire():
            break
        threading.Event().wait(0.02)
    assert lease.owned()
    lease.release()


def test_two_databases_have_two_clerks(database: Database, sqlite_url: str, postgresql_url: str) -> None:
    kind = postgresql_url if database.dialect == "sqlite" else sqlite_url
    other = open_database(kind)
    with clerk_lease(database) as one, clerk_lease(other) as two:
        assert one.owned()
        assert two.owned()
    other.close()


def test_a_clerk_whose_connection_was_lost_is_no_longer_the_clerk(postgresql_url: str) -> None:
    database = open_database(postgresql_url)
    with clerk_lease(database) as lease:
        with database.writing() as session:
            session.execute(
                text(
                    "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks JOIN pg_database ON oid = database "
                    "WHERE locktype = 'advisory' AND datname = current_database()"
                )
            )
        assert not lease.owned()
        assert lease.acquire()
    database.close()


def test_a_clerk_who_is_frozen_is_no_longer_the_clerk(postgresql_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "FROZEN_SECONDS", 1)
    database = open_database(postgresql_url)
    with clerk_lease(database) as frozen, clerk_lease(database) as other:
        assert not other.owned()
        time.sleep(1.5)
        assert other.acquire()
        assert not frozen.owned()
    database.close()


def test_a_writer_who_is_frozen_does_not_hold_up_all_mail(postgresql_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "FROZEN_SECONDS", 1)
    database = open_database(postgresql_url)
    tries = 0

    def accept(session: Session) -> bool:
        nonlocal tries
        tries += 1
        intake_shared(session)
        if tries == 1:
            with database.writing() as clerk:
                clerk.execute(text("SET LOCAL lock_timeout = '10s'"))
                intake_exclusive(clerk)
        session.execute(text("SELECT 1"))
        return True

    assert database.write(accept), "it is done again, whole, by whoever goes on"
    assert tries == 2
    database.close()


def test_the_clerks_lease_leaves_no_connection_behind(postgresql_url: str) -> None:
    database = open_database(postgresql_url)
    with clerk_lease(database):
        pass
    with clerk_lease(database) as holder, clerk_lease(database) as loser:
        assert holder.owned()
        assert not loser.owned()
    others = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    )
    for _ in range(200):  # the server needs a moment to notice
        with database.reading() as session:
            if session.scalar(text(others)) == 0:
                break
        threading.Event().wait(0.02)
    else:
        pytest.fail("a connection that had or wanted the lease is still there")
    database.close()


def test_mails_are_accepted_side_by_side(postgresql_url: str) -> None:
    database = open_database(postgresql_url)
    with database.writing() as one, database.writing() as two:
        two.execute(text("SET LOCAL lock_timeout = '5s'"))
        intake_shared(one)
        intake_shared(two)
    database.close()


def test_a_cut_waits_for_every_mail_that_is_being_accepted(database: Database) -> None:
    accepting, cut = threading.Event(), threading.Event()
    order: list[str] = []

    def accept() -> None:
        with database.writing() as session:
            intake_shared(session)
            accepting.set()
            assert not cut.wait(0.3)
            order.append("accepted")

    def set_the_cut() -> None:
        assert accepting.wait(10)
        with database.writing() as session:
            intake_exclusive(session)
            order.append("cut")
            cut.set()

    with ThreadPoolExecutor(2) as threads:
        for done in [threads.submit(accept), threads.submit(set_the_cut)]:
            done.result()
    assert order == ["accepted", "cut"]
