"""From when a mail counts (promise 5): its acceptance, or the stamp of the host's own mail system."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from judge.store.tables import InboundRow
from tests.support.flat import flat
from tests.support.house import DAY_ONE, House, Opening, put
from tests.support.table_of_seven import seven

NAME = "mx.host.org"


def stamp(at: datetime, by: str = NAME) -> str:
    return f"Received: from a.example by {by} (Postfix) with ESMTP id 1;\n\t{at:%a, %d %b %Y %H:%M:%S} +0000\n"


def counted_from(house: House, head: str) -> datetime:
    put(house, f"{head}From: ann@example.org\nMessage-ID: <1@x>\n\nLIST\n")
    return house.one(select(InboundRow.accepted_at))


def test_a_mail_counts_from_the_stamp_of_the_hosts_own_mail_system(opened: Opening) -> None:
    before = DAY_ONE - timedelta(hours=3)
    assert counted_from(opened(mta_name=NAME), stamp(before)) == before


@pytest.mark.parametrize(
    "head",
    [
        "",
        stamp(DAY_ONE + timedelta(seconds=1)),
        stamp(DAY_ONE - timedelta(days=6)),
        stamp(DAY_ONE - timedelta(hours=3), by="mx.elsewhere.org") + stamp(DAY_ONE - timedelta(hours=4)),
    ],
    ids=["none", "of the future", "older than a queue", "below another's"],
)
def test_without_a_stamp_that_can_be_right_it_counts_from_its_acceptance(opened: Opening, head: str) -> None:
    assert counted_from(opened(mta_name=NAME), head) == DAY_ONE


def test_nobody_elses_stamp_counts(opened: Opening) -> None:
    house = opened(mta_name=NAME, upstream="192.0.2.1")
    assert counted_from(house, stamp(DAY_ONE - timedelta(hours=3))) == DAY_ONE


def test_without_the_setting_no_stamp_counts(house: House) -> None:
    assert counted_from(house, stamp(datetime(2026, 3, 2, 9, tzinfo=UTC))) == DAY_ONE


def test_c7_orders_that_count_from_before_their_phase_opened_are_not_for_it(opened: Opening) -> None:
    """The judge was down over the deadline, and its host's mail system kept them."""
    house = opened(mta_name=NAME)
    table = seven(house, "nmr default", system="diplomacy")
    fleur = table.players["FRANCE"]
    house.pass_time(hours=120)
    head = f"{stamp(house.clock.now() - timedelta(hours=60))}From: {fleur.address}\nMessage-ID: <2@x>\n\n"
    put(house, f"{head}KEY {fleur.key}\nGAME oslo\nA PAR - BUR\n")
    assert "This was for Spring 1901 Movement, and the game is in Fall 1901 Movement now." in flat(fleur.last().text)
