"""One clerk at a time; a clerk sees every mail that was accepted before it looked at the clock."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from judge.store import locks, nodes
from judge.store.engine import Database, open_database
from judge.store.locks import Lease, accepting, all_accepted, clerk_lease, intake_exclusive
from judge.store.nodes import Node

pytestmark = pytest.mark.both_databases

HOLD = """
import sys
from judge.store.engine import open_database
from judge.store.locks import clerk_lease
from judge.store.nodes import Node

database = open_database(sys.argv[1])
lease = clerk_lease(database, Node(database))
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


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes that are silent for a second and a half are given up."""
    monkeypatch.setattr(nodes, "SILENT_SECONDS", 1.5)
    monkeypatch.setattr(nodes, "BEAT_SECONDS", 0.2)


@contextmanager
def leases(database: Database, count: int = 2) -> Iterator[list[Lease]]:
    """As many that have been asked for, in this order, each for a node of its own."""
    with ExitStack() as stack:
        made = [stack.enter_context(Node(database)) for _ in range(count)]
        yield [stack.enter_context(clerk_lease(database, node)) for node in made]


def comes_to_own(lease: Lease, seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not lease.acquire():
        assert time.monotonic() < end, "it is never granted"
        time.sleep(0.05)


def test_there_is_one_clerk_at_a_time(database: Database) -> None:
    with leases(database) as (first, second):
        assert first.owned()
        assert not second.owned()
        first.release()
        assert second.acquire()
        assert not first.acquire()


def test_a_clerk_may_ask_again_for_what_it_has(database: Database) -> None:
    with leases(database, 1) as (lease,):
        assert lease.acquire()
        assert lease.owned()
    assert not lease.owned()


@pytest.mark.usefixtures("quick")
def test_another_process_is_the_clerk_until_it_is_killed(database: Database, elsewhere: subprocess.Popen[str]) -> None:
    with leases(database, 1) as (lease,):
        assert not lease.acquire()
        elsewhere.kill()
        elsewhere.wait()
        comes_to_own(lease)


@pytest.mark.usefixtures("quick")
def test_another_process_is_the_clerk_until_it_is_frozen(
    postgresql_url: str, database: Database, elsewhere: subprocess.Popen[str]
) -> None:
    if database.dialect == "sqlite":
        pytest.skip("a file's lock goes with its process")
    with leases(database, 1) as (lease,):
        elsewhere.send_signal(signal.SIGSTOP)
        comes_to_own(lease)


def test_two_databases_have_two_clerks(database: Database, sqlite_url: str, postgresql_url: str) -> None:
    kind = postgresql_url if database.dialect == "sqlite" else sqlite_url
    other = open_database(kind)
    with leases(database, 1) as (one,), leases(other, 1) as (two,):
        assert one.owned()
        assert two.owned()
    other.close()


@pytest.mark.usefixtures("quick")
def test_a_mail_that_is_accepted_by_a_frozen_process_holds_nobody_up_for_long(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "_SOON_ENDED", "set_config('idle_in_transaction_session_timeout', '1s', true)")
    database = open_database(postgresql_url)
    tries = 0

    def accept(session: Session) -> bool:
        nonlocal tries
        tries += 1
        accepting(session)
        if tries == 1:
            begun = time.monotonic()
            all_accepted(database)
            assert time.monotonic() - begun < 5
        session.execute(text("SELECT 1"))
        return True

    assert database.write(accept), "it is done again, whole, by whoever goes on"
    assert tries == 2
    database.close()


def test_who_waits_for_all_that_is_accepted_keeps_nobody_from_accepting(postgresql_url: str) -> None:
    database = open_database(postgresql_url)
    with ThreadPoolExecutor(1) as threads, database.writing() as slow:
        accepting(slow)
        waits = threads.submit(all_accepted, database)
        for _ in range(20):
            with database.writing() as quick:
                quick.execute(text("SET LOCAL lock_timeout = '5s'"))
                accepting(quick)
        assert not waits.done(), "the slow one began before"
        slow.commit()
        waits.result(5)
    database.close()


def test_mails_are_accepted_side_by_side(postgresql_url: str) -> None:
    database = open_database(postgresql_url)
    with database.writing() as one, database.writing() as two:
        two.execute(text("SET LOCAL lock_timeout = '5s'"))
        accepting(one)
        accepting(two)
    database.close()


def test_whoever_wants_no_mail_meanwhile_waits_for_every_one_that_is_being_accepted(database: Database) -> None:
    begun, cut = threading.Event(), threading.Event()
    order: list[str] = []

    def accept() -> None:
        with database.writing() as session:
            accepting(session)
            begun.set()
            assert not cut.wait(0.3)
            order.append("accepted")

    def set_the_cut() -> None:
        assert begun.wait(10)
        with database.writing() as session:
            intake_exclusive(session)
            order.append("cut")
            cut.set()

    with ThreadPoolExecutor(2) as threads:
        for done in [threads.submit(accept), threads.submit(set_the_cut)]:
            done.result()
    assert order == ["accepted", "cut"]
