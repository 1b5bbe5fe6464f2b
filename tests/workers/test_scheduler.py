"""What one node takes, and what it makes of finding nothing, on PostgreSQL."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select

from judge.store.engine import NodeLost
from judge.store.nodes import Node
from judge.store.tables import InboundRow, NodeRow
from judge.workers import scheduler as scheduler_module
from judge.workers.clerk import never, read_one
from judge.workers.scheduler import Scheduler
from tests.support.house import open_house
from tests.support.table_of_seven import Seven, seven


@pytest.fixture
def schedulers(postgresql_url: str, tmp_path: Path) -> Iterator[tuple[Scheduler, Scheduler]]:
    """Those of two nodes, where one mail waits."""
    with open_house(postgresql_url, tmp_path) as house:
        table = seven(house)
        house.settle()
        table.players["AUSTRIA"].write("A VIE - GAL")
        with Node(house.judge.db) as first, Node(house.judge.db) as second:
            yield Scheduler(house.judge, first), Scheduler(house.judge, second)


def test_a_node_takes_what_another_held_as_soon_as_that_lets_go(
    schedulers: tuple[Scheduler, Scheduler], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler_module, "WAIT_SECONDS", 10_000)
    one, two = schedulers
    (mail,) = [mail.id for mail, *_ in one.take().mails]
    for _ in range(2):
        todo = two.take()
        assert (bool(todo), todo.waits) == (False, True)
    one.release()
    two.wait(never)
    (again,) = two.take().mails
    assert (again[0].id, again[0].attempts) == (mail, 0)
    two.release()


def test_an_older_mail_that_comes_while_others_are_looked_through_is_waited_for_by_nobody(
    table: Seven, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host's own mail system stamps mails, and hands them over in any order: each then cost four seconds."""
    look, house = Scheduler._look_through, table.house

    def one_more_comes(self: Scheduler, rows: Sequence[InboundRow]) -> Mapping[int, Any]:
        monkeypatch.setattr(Scheduler, "_look_through", look)
        table.players["ITALY"].write("SHOW")
        with house.judge.db.writing() as session:
            last = session.scalars(select(InboundRow).order_by(InboundRow.id.desc()).limit(1)).one()
            last.accepted_at -= timedelta(minutes=1)
        return look(self, rows)

    monkeypatch.setattr(Scheduler, "_look_through", one_more_comes)
    monkeypatch.delattr(Scheduler, "wait")
    table.players["FRANCE"].write("SHOW")
    house.settle()
    assert not house.every(select(InboundRow.id).where(InboundRow.status == "new"))


def test_a_node_that_waits_looks_at_everything_again_after_some_seconds(
    schedulers: tuple[Scheduler, Scheduler], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler_module, "WAIT_SECONDS", 0.3)
    one, two = schedulers
    assert one.take().mails
    assert not two.take()
    begun = time.monotonic()
    two.wait(never)
    assert time.monotonic() - begun >= 0.3
    one.release()
    assert two.take().mails
    two.release()


def struck_out(scheduler: Scheduler) -> None:
    """The others have not heard of this node for too long, and it does not know that."""
    with scheduler.judge.db.writing() as session:
        session.execute(delete(NodeRow).where(NodeRow.id == scheduler.node.number))


def attempts(scheduler: Scheduler) -> list[int]:
    with scheduler.judge.db.reading() as session:
        return list(session.execute(select(InboundRow.attempts).where(InboundRow.status == "new")).scalars())


def test_a_node_struck_out_while_it_reads_leaves_the_attempt_counted(schedulers: tuple[Scheduler, Scheduler]) -> None:
    scheduler, _ = schedulers
    ((mail, *_, came),) = scheduler.take().mails
    scheduler.begun.add(mail.id)
    assert attempts(scheduler) == [1]
    struck_out(scheduler)
    guarded = replace(scheduler.judge, db=scheduler.judge.db.guarded(scheduler.node.standing))
    with pytest.raises(NodeLost):
        read_one(guarded, mail.id, came)
    scheduler.release()
    assert attempts(scheduler) == [1]  # reading that mail may be why


def test_no_mail_pays_that_it_had_taken_and_not_begun(schedulers: tuple[Scheduler, Scheduler]) -> None:
    scheduler, _ = schedulers
    assert scheduler.take().mails
    assert attempts(scheduler) == [1]
    struck_out(scheduler)
    scheduler.release()
    assert attempts(scheduler) == [0]
