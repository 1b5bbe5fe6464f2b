"""A relay that takes only so many mails within an hour or a day: the others wait, and results go first."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, update

from judge.outbox import delivery
from judge.outbox.transport import Deferred
from judge.store.tables import OutboundRow
from judge.workers.courier import Courier
from tests.support.house import House, open_house
from tests.workers.test_courier import Far, rows_of

pytestmark = pytest.mark.both_databases


def waiting(house: House, *purposes: str) -> None:
    """As many letters wait as there are purposes."""
    for number in range(len(purposes)):
        house.person(f"P{number}").write(f"REGISTER P{number}")
    house.clerk.work_off()
    with house.judge.db.writing() as session:
        for row, purpose in zip(rows_of(house), purposes, strict=True):
            session.execute(update(OutboundRow).where(OutboundRow.id == row.id).values(purpose=purpose))


def taken(far: Far) -> list[str]:
    return [recipient.partition("@")[0] for recipient, _ in far.taken]


def test_the_courier_sends_so_many_an_hour_and_results_and_press_first(database_url: str, tmp_path: Path) -> None:
    with open_house(database_url, tmp_path, relay_per_hour=3) as house:
        far = house.transport = Far()
        waiting(house, "notice", "reply", "results", "notice", "press", "reply")
        assert Courier(house.judge, far).deliver() == 3
        assert taken(far) == ["p2", "p4", "p0"]
        house.pass_time(minutes=59)
        assert len(far.taken) == 3
        house.pass_time(minutes=2)
        assert taken(far)[3:] == ["p1", "p3", "p5"]
        assert all(row.attempts == 1 for row in rows_of(house)), "what waits for the limit has not failed"


def test_a_day_s_limit_holds_beside_an_hour_s(database_url: str, tmp_path: Path) -> None:
    with open_house(database_url, tmp_path, relay_per_hour=2, relay_per_day=3) as house:
        far = house.transport = Far()
        waiting(house, *["notice"] * 5)
        sent = []
        for hours in (1, 1, 1, 21, 1):
            house.pass_time(hours=hours)
            sent.append(len(far.taken))
        assert sent == [2, 3, 3, 3, 5]


def test_what_is_being_sent_counts_and_what_the_relay_put_off_does_not(database_url: str, tmp_path: Path) -> None:
    with open_house(database_url, tmp_path, relay_per_hour=2) as house:
        far = Far(p0=Deferred("450 4.2.0 greylisted"))
        waiting(house, *["notice"] * 4)
        claims = delivery.claim(house.judge)
        assert len(claims) == 2
        assert delivery.claim(house.judge) == [], "another node's are on their way"
        delivery.give_back(house.judge, claims)
        Courier(house.judge, far).deliver()
        assert taken(far) == ["p1", "p2"]


def test_a_killed_courier_s_claims_hold_the_others_up_for_a_lease_at_most(database_url: str, tmp_path: Path) -> None:
    with open_house(database_url, tmp_path, relay_per_hour=2) as house:
        waiting(house, *["notice"] * 2)
        assert len(delivery.claim(house.judge)) == 2
        house.clock.advance(delivery.LEASE + timedelta(seconds=1))
        assert Courier(house.judge, Far()).deliver() == 2


def test_without_limits_mail_goes_in_the_order_in_which_it_was_written(database_url: str, tmp_path: Path) -> None:
    with open_house(database_url, tmp_path) as house:
        far = house.transport = Far()
        waiting(house, "notice", "results", "press")
        house.settle()
        assert taken(far) == ["p0", "p1", "p2"]
        assert not house.every(select(OutboundRow).where(OutboundRow.status != "sent"))
