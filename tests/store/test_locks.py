"""What is held is held by one; a clerk sees every mail that was accepted before it looked at the clock."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import Session

from judge.store import locks
from judge.store.engine import Database
from judge.store.locks import accepting, held_by_others, hold, in_sight, intake_exclusive, lease, sharing
from judge.store.nodes import Node

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOLD = """
import sys
from pathlib import Path
from judge.store.locks import lease

with lease(Path(sys.argv[1]), "clerk") as is_ours:
    print(is_ours, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def file(sqlite_url: str) -> Path:
    found = Database(sqlite_url).file
    assert found is not None
    return found


@pytest.fixture
def elsewhere(file: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the clerk's lease of the same file."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "True\n"
        yield process
        process.kill()


def test_there_is_one_clerk_at_a_time_for_a_file(file: Path) -> None:
    with lease(file, "clerk") as first:
        assert first
        with lease(file, "clerk") as second:
            assert not second
    with lease(file, "clerk") as again:
        assert again


def test_another_process_is_the_clerk_until_it_is_killed(file: Path, elsewhere: subprocess.Popen[str]) -> None:
    with lease(file, "clerk") as is_ours:
        assert not is_ours
    elsewhere.kill()
    elsewhere.wait()
    with lease(file, "clerk") as is_ours:
        assert is_ours


def test_two_files_have_two_clerks(file: Path) -> None:
    with lease(file, "clerk") as one, lease(file.with_name("other.db"), "clerk") as two:
        assert one
        assert two


@pytest.fixture
def nodes(postgresql_url: str) -> Iterator[tuple[Database, int, int]]:
    """A database with two nodes, and what they are called."""
    database = Database(postgresql_url)
    with Node(database) as one, Node(database) as two:
        assert one.number is not None
        assert two.number is not None
        yield database, one.number, two.number
    database.close()


def test_what_one_node_holds_others_see_until_it_holds_something_else(nodes: tuple[Database, int, int]) -> None:
    database, one, two = nodes
    with database.writing() as session:
        hold(session, one, {"game 1", "player 3"})
        assert held_by_others(session, one) == set()
        assert held_by_others(session, two) == {"game 1", "player 3"}
        hold(session, one, {"game 2"})
        assert held_by_others(session, two) == {"game 2"}


def test_two_nodes_never_hold_the_same(nodes: tuple[Database, int, int]) -> None:
    database, one, two = nodes
    with pytest.raises(IntegrityError), database.writing() as session:
        hold(session, one, {"game 1"})
        hold(session, two, {"game 1"})


def test_one_node_at_a_time_shares_out_the_work(nodes: tuple[Database, int, int]) -> None:
    database, *_ = nodes
    with database.writing() as one:
        sharing(one)
        with pytest.raises(OperationalError), database.writing() as two:
            two.execute(text("SET LOCAL lock_timeout = '100ms'"))
            sharing(two)


def test_a_mail_that_is_accepted_by_a_frozen_process_holds_nobody_up_for_long(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "_SOON_ENDED", "set_config('idle_in_transaction_session_timeout', '1s', true)")
    database = Database(postgresql_url)
    tries = 0

    def accept(session: Session) -> bool:
        nonlocal tries
        tries += 1
        accepting(session)
        if tries == 1:
            in_sight(database, lambda _: START)
        session.execute(text("SELECT 1"))
        return True

    assert database.write(accept), "it is done again, whole, by whoever goes on"
    assert tries == 2
    database.close()


def test_who_waits_for_all_that_is_accepted_keeps_nobody_from_accepting(postgresql_url: str) -> None:
    database = Database(postgresql_url)
    with ThreadPoolExecutor(1) as threads, database.writing() as slow:
        accepting(slow)
        waits = threads.submit(in_sight, database, lambda _: START)
        for _ in range(20):
            with database.writing() as quick:
                quick.execute(text("SET LOCAL lock_timeout = '60s'"))
                accepting(quick)
        assert not waits.done(), "the slow one began before"
        slow.commit()
        waits.result(60)
    database.close()


ACCEPTING_HERE = """
    SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


def test_mails_are_accepted_side_by_side(postgresql_url: str) -> None:
    database = Database(postgresql_url)
    with database.writing() as one, database.writing() as two:
        two.execute(text("SET LOCAL lock_timeout = '60s'"))
        accepting(one)
        accepting(two)
        assert two.execute(text(ACCEPTING_HERE)).scalar_one() == 2
    database.close()


@pytest.mark.both_databases
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
        assert begun.wait(60)
        with database.writing() as session:
            intake_exclusive(session)
            order.append("cut")
            cut.set()

    with ThreadPoolExecutor(2) as threads:
        for done in [threads.submit(accept), threads.submit(set_the_cut)]:
            done.result()
    assert order == ["accepted", "cut"]
