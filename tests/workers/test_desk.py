"""What one node takes, and what it makes of finding nothing, on PostgreSQL."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import delete, select

from judge.store.engine import NodeLost
from judge.store.nodes import Node
from judge.store.tables import InboundRow, NodeRow
from judge.workers import desk as desk_module
from judge.workers.clerk import never, read_one
from judge.workers.desk import Desk
from tests.support.house import open_house
from tests.support.table_of_seven import seven


@pytest.fixture
def desks(postgresql_url: str, tmp_path: Path) -> Iterator[tuple[Desk, Desk]]:
    """Those of two nodes, where one mail waits."""
    with open_house(postgresql_url, tmp_path) as house:
        table = seven(house)
        house.settle()
        table.players["AUSTRIA"].write("A VIE - GAL")
        with Node(house.judge.db) as first, Node(house.judge.db) as second:
            yield Desk(house.judge, first), Desk(house.judge, second)


def test_a_node_takes_what_another_held_as_soon_as_that_lets_go(
    desks: tuple[Desk, Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk_module, "WAIT_SECONDS", 10_000)
    one, two = desks
    (mail,) = [mail.id for mail, *_ in one.take().mails]
    for _ in range(2):
        todo = two.take()
        assert (bool(todo), todo.waits) == (False, True)
    one.let_go()
    two.wait(never)
    (again,) = two.take().mails
    assert (again[0].id, again[0].attempts) == (mail, 0)
    two.let_go()


def test_a_node_that_waits_looks_at_everything_again_after_some_seconds(
    desks: tuple[Desk, Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk_module, "WAIT_SECONDS", 0.3)
    one, two = desks
    assert one.take().mails
    assert not two.take()
    begun = time.monotonic()
    two.wait(never)
    assert time.monotonic() - begun >= 0.3
    one.let_go()
    assert two.take().mails
    two.let_go()


def struck_out(desk: Desk) -> None:
    """The others have not heard of this node for too long, and it does not know that."""
    with desk.judge.db.writing() as session:
        session.execute(delete(NodeRow).where(NodeRow.id == desk.node.number))


def attempts(desk: Desk) -> list[int]:
    with desk.judge.db.reading() as session:
        return list(session.execute(select(InboundRow.attempts).where(InboundRow.status == "new")).scalars())


def test_no_mail_pays_for_a_node_that_is_struck_out_while_it_reads(desks: tuple[Desk, Desk]) -> None:
    desk, _ = desks
    ((mail, _, parsed),) = desk.take().mails
    desk.begun.add(mail.id)
    assert attempts(desk) == [1]
    struck_out(desk)
    guarded = replace(desk.judge, db=desk.judge.db.guarded(desk.node.stands))
    with pytest.raises(NodeLost):
        read_one(guarded, mail.id, counted=True, parsed=parsed)
    desk.let_go()
    assert attempts(desk) == [0]


def test_nor_does_a_mail_that_it_had_taken_and_not_begun(desks: tuple[Desk, Desk]) -> None:
    desk, _ = desks
    assert desk.take().mails
    assert attempts(desk) == [1]
    struck_out(desk)
    desk.let_go()
    assert attempts(desk) == [0]
