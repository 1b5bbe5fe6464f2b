"""Nodes live as long as they say so; whoever is silent is ended with all that they held, and writes nothing more."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from sqlalchemy import select, text, update
from sqlalchemy.exc import DBAPIError

from judge import __version__
from judge.clock import SystemClock
from judge.hosting.doctor import look_at_nodes
from judge.store import locks, nodes
from judge.store.engine import Database, NodeLost, session_label
from judge.store.nodes import Node
from judge.store.tables import HoldRow, NodeRow, OutboundRow


@pytest.fixture
def opened(postgresql_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Database]]:
    """Connections of one more process to the same database, in which nodes beat only when they are asked to."""
    monkeypatch.setattr(nodes, "BEAT_SECONDS", 1000)
    made: list[Database] = []

    def open_one() -> Database:
        made.append(Database(postgresql_url))
        return made[-1]

    yield open_one
    for each in made:
        each.close()


def falls_silent(database: Database, node: Node, seconds: float = nodes.SILENT_SECONDS + 1) -> None:
    """The node has last been seen so long ago."""
    with database.writing() as session:
        seen = session.execute(select(NodeRow.seen_at).where(NodeRow.id == node.number)).scalar_one()
        past = seen - timedelta(seconds=seconds)
        session.execute(update(NodeRow).where(NodeRow.id == node.number).values(seen_at=past))


def hold(database: Database, node: Node, key: str) -> None:
    with database.writing() as session:
        session.add(HoldRow(key=key, node_id=node.number, since=SystemClock().now()))


def held(database: Database) -> list[str]:
    with database.reading() as session:
        return list(session.execute(select(HoldRow.key)).scalars())


def test_a_node_is_there_while_it_works_and_its_number_is_never_given_again(opened: Callable[[], Database]) -> None:
    database = opened()
    with Node(database, "serve") as first, database.reading() as session:
        row = session.execute(select(NodeRow)).scalar_one()
        assert (row.id, row.does, row.label) == (first.number, "serve", session_label())
    number = first.number
    assert number is None
    with database.reading() as session:
        assert session.execute(select(NodeRow)).first() is None
    with Node(database) as one:
        before = one.number
    with Node(database) as two:
        assert before is not None
        assert two.number is not None
        assert two.number > before


def test_a_node_that_beats_is_left_alone(opened: Callable[[], Database]) -> None:
    database, other = opened(), opened()
    with Node(database) as node, Node(other) as judge_of_it:
        number = node.number
        falls_silent(database, node)
        node.beat()
        judge_of_it.beat()
        with database.writing() as session:
            node.standing(session)
            assert number in session.execute(select(NodeRow.id)).scalars().all()
        assert node.number == number


def test_what_a_silent_node_held_is_free_and_it_writes_nothing_more(opened: Callable[[], Database]) -> None:
    database, other = opened(), opened()
    with Node(database) as node, Node(other) as judge_of_it:
        hold(database, node, "game 1")
        falls_silent(other, node)
        judge_of_it.beat()
        assert held(other) == []
        with pytest.raises(NodeLost):
            database.guarded(node.standing).write(lambda session: session.execute(text("SELECT 1")))
        assert node.number is None
        node.enter()
        database.guarded(node.standing).write(lambda session: session.execute(text("SELECT 1")))


def test_a_clock_that_was_set_back_keeps_no_dead_node_alive(opened: Callable[[], Database]) -> None:
    database, other = opened(), opened()
    with Node(database) as node, Node(other) as judge_of_it:
        hold(database, node, "game 1")
        falls_silent(other, node, -3600)
        judge_of_it.beat()
        assert held(other) == []


def test_the_transaction_in_which_a_node_froze_is_ended_and_its_locks_are_free(opened: Callable[[], Database]) -> None:
    database, other = opened(), opened()
    with Node(database) as node, Node(other) as judge_of_it:
        with pytest.raises(DBAPIError), database.guarded(node.standing).writing() as frozen:
            hold(other, node, "game 1")
            frozen.execute(text("SELECT * FROM holds FOR UPDATE")).all()
            falls_silent(other, node)
            judge_of_it.beat()
            assert held(other) == []
            frozen.execute(text("INSERT INTO holds VALUES ('game 2', 1, now())"))
        assert held(other) == []


def claimed(database: Database, *by: Node) -> None:
    """Each of them has claimed a mail."""
    now = SystemClock().now()
    with database.writing() as session:
        for node in by:
            session.add(
                OutboundRow(
                    purpose="notice",
                    recipient="ann@example.org",
                    message_id=f"<{node.number}@example.org>",
                    raw=b"",
                    status="claimed",
                    claimed_by=node.number,
                    claimed_until=now + timedelta(minutes=5),
                    next_try=now,
                    made_at=now,
                )
            )


def fates(database: Database) -> list[str]:
    with database.reading() as session:
        return list(session.execute(select(OutboundRow.status).order_by(OutboundRow.id)).scalars())


def test_mail_that_a_silent_node_had_claimed_is_to_be_sent_by_others(opened: Callable[[], Database]) -> None:
    database, other = opened(), opened()
    with Node(database) as node, Node(other) as judge_of_it:
        claimed(database, node, judge_of_it)
        falls_silent(other, node)
        judge_of_it.beat()
        assert fates(database) == ["queued", "claimed"]


def test_mail_that_a_node_had_claimed_when_it_left_is_to_be_sent_by_others(opened: Callable[[], Database]) -> None:
    database = opened()
    with Node(database) as other:
        with Node(opened()) as node:
            claimed(database, node, other)
        assert fates(database) == ["queued", "claimed"]


def test_who_was_frozen_knows_before_it_sends_what_no_transaction_takes_back(
    opened: Callable[[], Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Node(opened()) as node:
        number = node.number
        assert node.is_still(number)
        monkeypatch.setattr(nodes, "SILENT_SECONDS", 2)
        time.sleep(2)
        assert not node.is_still(number)
        node.beat()
        assert node.is_still(number)


def test_the_doctor_names_nodes_their_versions_and_who_holds_what_since_when(opened: Callable[[], Database]) -> None:
    database, other = opened(), opened()
    with Node(database, "serve") as node, Node(other, "tick") as silent:
        hold(database, node, "game 1")
        hold(database, node, "player 3")
        falls_silent(other, silent)
        found = {check.about: check for check in look_at_nodes(database)}
        well, ill = found[f"node {node.number}"], found[f"node {silent.number}"]
        assert well.verdict == "good"
        assert f"judge serve {__version__} on " in well.message
        assert f"process {os.getpid()}" in well.message
        assert re.search(r"holds game 1 and 1 more for \d+ s", well.message)
        assert ill.verdict == "odd"
        assert re.search(r"silent for \d\d s", ill.message)
        assert "holds nothing" in ill.message


def test_nodes_of_two_versions_are_told(opened: Callable[[], Database]) -> None:
    database = opened()
    with Node(database) as node, Node(database):
        with database.writing() as session:
            session.execute(update(NodeRow).where(NodeRow.id == node.number).values(version="0.1.0"))
        assert [check.about for check in look_at_nodes(database)][-1] == "nodes"


def test_on_sqlite_there_is_nobody_else(sqlite_url: str) -> None:
    database = Database(sqlite_url)
    with Node(database) as node, database.writing() as session:
        node.standing(session)
        assert node.is_still(node.number)
        assert session.execute(select(NodeRow)).first() is None
    database.close()


def let_go(database: Database, node: Node, *keys: str) -> None:
    """The node holds these keys and nothing else from now on."""
    with database.writing() as session:
        locks.hold(session, node.number, keys)


def waited(node: Node, seconds: float) -> float:
    begun = time.monotonic()
    node.wait(seconds)
    return time.monotonic() - begun


def test_a_node_that_waits_is_woken_when_another_lets_go_of_something(opened: Callable[[], Database]) -> None:
    with Node(opened()) as one, Node(opened()) as two:
        database = opened()
        let_go(database, one, "game 1", "game 2")
        assert waited(two, 120) < 60  # it begins to listen, and looks again
        let_go(database, one, "game 2")
        assert waited(two, 120) < 60


def test_a_node_that_waits_is_not_woken_by_what_others_take_or_keep(opened: Callable[[], Database]) -> None:
    with Node(opened()) as one, Node(opened()) as two:
        database = opened()
        let_go(database, one, "game 1")
        two.wait(0)
        let_go(database, one, "game 1", "game 2")
        assert waited(two, 0.3) >= 0.3


def test_a_node_that_waits_is_woken_when_a_dead_one_is_struck_out(opened: Callable[[], Database]) -> None:
    with Node(opened()) as dead, Node(opened()) as other, Node(opened()) as two:
        database = opened()
        hold(database, dead, "game 1")
        two.wait(0)
        with database.writing() as session:  # one of another process, or the lines of this one would be cut with it
            gone = update(NodeRow).where(NodeRow.id == dead.number)
            session.execute(gone.values(label="judge elsewhere 1"))
        other.beat()
        assert waited(two, 120) < 60


def test_a_node_whose_line_was_cut_while_it_waits_waits_on_and_listens_again(opened: Callable[[], Database]) -> None:
    with Node(opened()) as one, Node(opened()) as two:
        database = opened()
        two.wait(0)
        with database.writing() as session:
            session.execute(text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"))
        assert waited(two, 0.2) >= 0.2
        two.wait(0)
        let_go(database, one, "game 1")
        let_go(database, one)
        assert waited(two, 120) < 60
