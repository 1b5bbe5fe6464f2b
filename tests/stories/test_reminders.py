"""When people are reminded of a deadline: as their game and the host say, whatever was reckoned before that changed."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from sqlalchemy import select

from judge.play.reminders import NEVER, follow_reminder_hours, near_phases
from judge.store.tables import UNRECKONED, OutboundRow, PhaseRow
from tests.support.house import House
from tests.support.table_of_seven import PLAYERS, Seven, seven

ALL = len(PLAYERS)
# The phases of a table last for 72 hours, and a day before their end people are reminded.


def _reminders(house: House) -> int:
    """How many have been written so far."""
    with house.judge.db.reading() as session:
        return len(session.execute(select(OutboundRow.id).where(OutboundRow.purpose == "reminder")).all())


def _look(house: House) -> datetime:
    """When the clerk looks at the open phase again."""
    return house.one(select(PhaseRow.remind_at).where(PhaseRow.closed_at.is_(None)))


@pytest.mark.both_databases
def test_people_are_reminded_once_a_day_before_the_deadline(house: House) -> None:
    seven(house)
    begun = house.clock.now()
    assert _look(house) == begun + timedelta(hours=48)
    house.pass_time(hours=47)
    assert _reminders(house) == 0
    house.pass_time(hours=1)
    assert (_reminders(house), _look(house)) == (ALL, NEVER)
    house.pass_time(hours=2)
    assert _reminders(house) == ALL


def test_each_of_several_reminders_comes_at_its_time(house: House) -> None:
    seven(house, "remind 60h 30h 10h")
    counts = []
    for _ in range(7):
        house.pass_time(hours=10)
        counts.append(_reminders(house) // ALL)
    assert counts == [0, 1, 1, 1, 2, 2, 3]


def test_a_deadline_that_is_moved_is_reminded_of_anew(house: House, table: Seven) -> None:
    house.pass_time(hours=49)
    table.direct("EXTEND 48h")
    assert _reminders(house) == ALL
    house.pass_time(hours=46)
    assert _reminders(house) == ALL
    house.pass_time(hours=2)
    assert _reminders(house) == 2 * ALL


def test_set_remind_counts_for_the_open_phase(house: House, table: Seven) -> None:
    table.direct("SET remind 40h")
    house.pass_time(hours=33)
    assert _reminders(house) == ALL


def test_a_host_who_changes_the_hours_changes_them_for_open_phases(house: House) -> None:
    seven(house)
    settings = house.judge.settings.model_copy(update={"reminder_hours": 60})
    house.judge = house.clerk.judge = replace(house.judge, settings=settings)
    follow_reminder_hours(house.judge)
    house.pass_time(hours=13)
    assert _reminders(house) == ALL


def test_after_an_upgrade_what_is_open_is_reckoned_once(house: House) -> None:
    seven(house)
    reckoned = _look(house)
    with house.judge.db.writing() as session:
        session.execute(select(PhaseRow).where(PhaseRow.closed_at.is_(None))).scalar_one().remind_at = UNRECKONED
    assert near_phases(house.judge) == []
    assert _look(house) == reckoned
