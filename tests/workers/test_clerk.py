"""What a clerk does first, when it stops, and how little it asks of the database."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any

import pytest
from sqlalchemy import select

from judge.mailbox.intake import Intake
from judge.play import outage
from judge.play.deadlines import Due
from judge.store.tables import InboundRow, OutboundRow
from judge.workers import clerk
from judge.workers.clerk import Clerk
from judge.workers.scheduler import Deferrals
from judge.workers.tick import before_the_next
from tests.support.house import House
from tests.support.statements import listening
from tests.support.table_of_seven import PLAYERS, Seven, seven
from tests.support.troubles import HOLDS

STRANGER = b"From: zoe%d@example.net\r\nMessage-ID: <%d@example.net>\r\n\r\nWhat is this?\r\n"


def late_game_and_mail(house: House, mails: int) -> None:
    """A phase is due, all of its sheets are in, and mail of strangers has come since."""
    table = seven(house)
    for role, player in table.players.items():
        player.reply(table.results(role), f"1 : {HOLDS[role]} H", with_key=False)
    house.settle()
    house.clock.advance(timedelta(hours=80))
    outage.note_awake(house.judge)
    for number in range(mails):
        Intake(house.judge).accept("zoe@example.net", (house.judge.settings.address,), STRANGER % (number, number))


def written(house: House) -> list[str]:
    """What was queued, in order: what strangers are answered, and results."""
    purposes = house.every(select(OutboundRow.purpose).order_by(OutboundRow.id))
    return [each for each in purposes if each in ("stranger", "results")]


def unread(house: House) -> list[int]:
    """How often each unread mail was begun."""
    return house.every(select(InboundRow.attempts).where(InboundRow.status == "new"))


def test_new_mail_is_answered_before_late_games_that_it_does_not_touch(house: House) -> None:
    late_game_and_mail(house, 2)
    Clerk(house.judge).work_off()
    assert written(house)[:3] == ["stranger", "stranger", "results"]


def test_a_tick_that_has_lasted_until_the_next_leaves_what_has_come_since_it_began(house: House) -> None:
    late_game_and_mail(house, 2)
    until = before_the_next(house.judge, patience=0)
    house.clock.advance(timedelta(seconds=5))
    for number in range(2, 5):
        Intake(house.judge).accept("zoe@example.net", (house.judge.settings.address,), STRANGER % (number, number))
    Clerk(house.judge, until=until).work_off()
    assert written(house).count("stranger") == 2
    assert "results" in written(house)
    assert unread(house) == [0, 0, 0]


def test_a_tick_does_what_comes_while_it_works_too_for_its_first_minute(house: House) -> None:
    late_game_and_mail(house, 2)
    until = before_the_next(house.judge)
    house.clock.advance(timedelta(seconds=5))
    Intake(house.judge).accept("zoe@example.net", (house.judge.settings.address,), STRANGER % (3, 3))
    Clerk(house.judge, until=until).work_off()
    assert unread(house) == []


def test_a_clerk_that_is_told_to_stop_ends_between_two_mails_and_the_others_were_never_begun(house: House) -> None:
    late_game_and_mail(house, 3)
    begun = 0

    def enough() -> bool:
        nonlocal begun
        begun += 1
        return begun > 3  # once before the mails, once before each

    Clerk(house.judge, is_over=enough).work_off()
    assert unread(house)
    assert set(unread(house)) == {0}
    assert "results" not in written(house)
    Clerk(house.judge).work_off()
    assert unread(house) == []
    assert "results" in written(house)


@pytest.mark.parametrize(
    ("seconds", "order"), [(0, ["results", "stranger", "results"]), (1000, ["results", "stranger"])]
)
def test_new_mail_is_looked_for_between_late_games_when_these_take_long(
    house: House, monkeypatch: pytest.MonkeyPatch, seconds: float, order: list[str]
) -> None:
    monkeypatch.setattr(clerk, "LATE_SECONDS", seconds)
    for name in ("oslo", "rome"):
        seven(house, "nmr default", "grace 0", system="diplomacy", name=name)
    house.settle()
    house.clock.advance(timedelta(hours=80))
    outage.note_awake(house.judge)
    begun = len(written(house))

    def mail_comes() -> bool:
        """Once the first game's results are written."""
        if written(house)[begun:] and not unread(house):
            Intake(house.judge).accept("zoe@example.net", (house.judge.settings.address,), STRANGER % (1, 1))
        return False

    Clerk(house.judge, is_over=mail_comes).work_off()
    told = [purpose for purpose, _ in groupby(written(house)[begun:])]
    assert told == order


# An order mail asks the database no more than it must.

MOST = 21
"""Statements for the reply to a letter of the game, its share of the round among them; on PostgreSQL two more."""


MOST_ALONE = {"sqlite": 28, "postgresql": 46}
"""The same of one that comes alone, the whole round among them."""


def _statements(house: House, table: Seven, roles: Collection[str]) -> list[str]:
    """What a round asks in which the mails of these roles are read."""
    for role in roles:
        unit = next(iter(table.view(role).table.position.of(role)))
        table.players[role].reply(table.results(role), f"3 : {unit} H", with_key=False)
    sent: list[str] = []

    def count(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        sent.append(statement)

    with listening(house.judge.db, before_cursor_execute=count):
        house.clerk.work_off()
    assert set(table.missing()).isdisjoint(roles)
    return sent


def test_an_order_mail_of_seven_asks_few_statements(house: House, table: Seven) -> None:
    house.settle()  # what a clerk does once is done
    sent = _statements(house, table, table.players)
    assert len(sent) / len(PLAYERS) <= MOST + 2 * (house.judge.db.dialect == "postgresql"), sent


def test_an_order_mail_that_comes_alone_asks_few_statements(house: House, table: Seven) -> None:
    house.settle()
    sent = _statements(house, table, ("FRANCE",))
    assert len(sent) <= MOST_ALONE[house.judge.db.dialect], sent


# A round of the clerk in which nothing is due goes through no table, however many games run.

WHOLE = ("SCAN", "(closed_at=?)")
"""What SQLite's plan says of a whole table, and of all phases that are open."""


def _asked(house: House) -> list[tuple[str, Any]]:
    """The statements of a round, with their values."""
    found: list[tuple[str, Any]] = []

    def sent(_connection: Any, _cursor: Any, statement: str, values: Any, *_: Any) -> None:
        if statement.startswith("SELECT"):
            found.append((statement, values))

    with listening(house.judge.db, before_cursor_execute=sent):
        house.clerk.work_off()
    return found


def test_an_idle_round_reads_no_table_whole_and_not_all_open_phases(house: House) -> None:
    seven(house)
    house.settle()
    asked = _asked(house)
    with house.judge.db.engine.connect() as connection:
        plans = [
            row[3]
            for statement, values in asked
            for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        ]
    small = ("SCAN alembic_version", "SCAN host", "SCAN CONSTANT ROW")  # the last is of no table
    assert [plan for plan in plans if any(word in plan for word in WHOLE) and plan not in small] == []
    assert {"ix_phases_due", "ix_phases_early", "ix_phases_remind"} <= {
        word for plan in plans for word in plan.replace("(", " ").split()
    }


# What was looked at in vain is let be until something may have changed.

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
LATE = Due(7, "S1901M", 4)


def test_a_game_that_was_found_waiting_is_let_be_until_then() -> None:
    aside = Deferrals()
    assert not aside.is_deferred(LATE, NOON)
    aside.defer(LATE, NOON + HOUR)
    assert aside.is_deferred(LATE, NOON)
    assert not aside.is_deferred(LATE, NOON + HOUR)


def test_a_game_that_waits_for_somebody_is_looked_at_again_when_it_has_changed() -> None:
    aside = Deferrals()
    aside.defer(LATE, None)
    assert aside.is_deferred(LATE, NOON + 1000 * HOUR)
    assert not aside.is_deferred(Due(7, "S1901M", 5), NOON)
    assert not aside.is_deferred(Due(8, "S1901M", 4), NOON)


def test_press_that_a_fault_kept_back_is_tried_again_in_the_next_quarter() -> None:
    aside = Deferrals()
    aside.defer_press(7, NOON)
    assert aside.is_press_deferred(7, NOON + timedelta(minutes=14))
    assert not aside.is_press_deferred(7, NOON + timedelta(minutes=15))
    assert not aside.is_press_deferred(8, NOON)
