"""When phases end: zones that get other rules (fault T3), games that are paused, and reminders."""

from __future__ import annotations

import struct
import zoneinfo
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from judge.games.calendar import instant_on, wall_in
from judge.play.deadlines import NO_MORE, follow_reminder_hours
from judge.store.tables import UNRECKONED, OutboundRow, PhaseRow
from judge.workers.clerk import Clerk
from tests.support.flat import flat
from tests.support.house import House, any_house
from tests.support.table_of_seven import PLAYERS, Seven, seven
from tests.support.troubles import all_have_written, label, subjects, write_all

house = any_house

ISLAND = "Atlantic/Avalon"


def _zone_file(hours: int) -> bytes:
    """A zone that is always so many hours ahead of UTC (RFC 9636 3.1, version 1)."""
    counts = struct.pack(">6l", 0, 0, 0, 0, 1, 4)
    return b"TZif" + bytes(16) + counts + struct.pack(">lBB", hours * 3600, 0, 0) + b"AVA\0"


@pytest.fixture
def rules(tmp_path: Path) -> Iterator[Callable[[int], None]]:
    """Sets how many hours the island is ahead of UTC, as a newer tzdata does."""
    zone_file = tmp_path / "zones" / ISLAND
    zone_file.parent.mkdir(parents=True)

    def change(hours: int) -> None:
        zone_file.write_bytes(_zone_file(hours))
        zoneinfo.ZoneInfo.clear_cache()

    change(2)
    usual = zoneinfo.TZPATH
    zoneinfo.reset_tzpath([str(tmp_path / "zones"), *usual])
    yield change
    zoneinfo.reset_tzpath(usual)
    zoneinfo.ZoneInfo.clear_cache()


def _start_again(house: House) -> None:
    house.clerk = Clerk(house.judge)
    house.settle()


def test_t3_a_deadline_at_an_hour_keeps_it_when_the_zone_falls_back_and_all_are_told(
    house: House, rules: Callable[[int], None]
) -> None:
    table = seven(house, f"zone {ISLAND}", "at 20:00", "nmr default")
    house.tell(table.players["FRANCE"], f"ZONE {ISLAND}")
    before = table.here().row.deadline
    assert before == datetime(2026, 3, 5, 18, tzinfo=UTC)
    rules(1)
    _start_again(house)
    assert table.here().row.deadline == datetime(2026, 3, 5, 19, tzinfo=UTC)
    told = table.players["FRANCE"].last()
    assert "New deadline: " in told.subject
    assert "Thu 5 Mar 2026, 20:00" in told.text
    assert f"The time of {ISLAND} has new rules" in " ".join(told.text.split())
    _start_again(house)
    assert sum("New deadline: " in subject for subject in subjects(table.players["FRANCE"])) == 1
    house.pass_time(seconds=(before - house.clock.now()).total_seconds() + 60)
    assert label(table) == "S1901M"
    house.pass_time(hours=1)
    assert label(table) == "F1901M"


def test_t3_a_deadline_never_comes_earlier_by_new_rules(house: House, rules: Callable[[int], None]) -> None:
    table = seven(house, f"zone {ISLAND}", "schedule THU 20:00", "nmr default")
    before = table.here().row.deadline
    rules(5)
    _start_again(house)
    assert table.here().row.deadline == before
    assert not any("New deadline: " in subject for subject in subjects(table.players["FRANCE"]))
    assert "You cannot make that deadline earlier" in table.direct("DEADLINE +12h").text
    write_all(table)
    assert "is due" in table.direct("DEADLINE +12h").text, "with everybody's consent it may"


def test_t3_a_length_in_hours_is_an_instant_whatever_the_walls_show(house: House, rules: Callable[[int], None]) -> None:
    table = seven(house, f"zone {ISLAND}")
    before = table.here().row.deadline
    rules(1)
    _start_again(house)
    assert table.here().row.deadline == before


def test_t3_the_gamemasters_hour_keeps_to_the_clock_of_his_own_zone(
    house: House, table: Seven, rules: Callable[[int], None]
) -> None:
    house.tell(table.master, f"ZONE {ISLAND}")
    table.direct("DEADLINE 2026-03-09 20:00")
    rules(1)
    _start_again(house)
    assert table.here().row.deadline == datetime(2026, 3, 9, 19, tzinfo=UTC)
    table.direct("EXTEND 24h")
    rules(0)
    _start_again(house)
    assert table.here().row.deadline == datetime(2026, 3, 10, 19, tzinfo=UTC)


def test_t3_the_second_of_two_hours_alike_is_kept_as_an_instant() -> None:
    first = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    shown = wall_in(first, "Europe/Berlin")
    assert shown == "2026-10-25T02:30:00 Europe/Berlin"
    assert instant_on(shown) == first
    assert wall_in(first + timedelta(hours=1), "Europe/Berlin") is None


@pytest.mark.parametrize(
    ("zone", "due"), [("Europe/Berlin", (2026, 4, 2, 11)), ("Australia/Lord_Howe", (2026, 4, 9, 12, 30)), ("UTC", None)]
)
def test_days_and_weeks_of_extend_keep_the_hour_over_a_change_of_summer_time(
    house: House, zone: str, due: tuple[int, ...] | None
) -> None:
    table = seven(house, f"zone {zone}")
    before = table.here().row.deadline
    days = 35 if zone.startswith("Australia") else 28
    expected = before + timedelta(days=days) if due is None else datetime(*due, tzinfo=UTC)  # type: ignore[arg-type, misc]
    france = table.players["FRANCE"]
    house.tell(france, f"GAME oslo\nLATE {days}d The mountains.")
    assert f"{expected:%H:%M} UTC" in table.master.last().text.partition("The deadline would then be")[2]
    table.direct(f"EXTEND {days // 7}w")
    assert table.here().row.deadline == expected
    table.direct("EXTEND 90 seconds")
    assert table.here().row.deadline == expected + timedelta(seconds=90)


def test_days_of_deadline_keep_the_hour_of_the_gamemasters_clock(house: House, table: Seven) -> None:
    house.tell(table.master, "ZONE Europe/Berlin")
    now = house.clock.now()
    table.direct("DEADLINE +40d")
    assert timedelta() <= table.here().row.deadline - (now + timedelta(days=40, hours=-1)) < timedelta(minutes=5)


def test_an_offset_is_not_taken_for_the_zone_with_the_opposite_sign(house: House) -> None:
    nora = house.registered("Nora")
    for zone in ("GMT+2", "gmt-3", "Factory", "localtime"):
        answer = house.tell(nora, f"ZONE {zone}").text
        assert "There is no time zone" in answer
        assert "Etc/" not in answer
        assert "Europe/Berlin" in answer


# While a game is paused its clock stands: for deadlines, for grace, and for the patience with whoever is late.


def test_grace_goes_on_where_it_stood(house: House) -> None:
    table = all_have_written(house, "nmr default", "grace 12h", but=["FRANCE"], hours=73)
    table.direct("PAUSE a flood")
    house.pass_time(days=2)
    reply = flat(table.direct("RESUME").text)
    assert "oslo goes on. The deadline of Spring 1901 Movement had passed before the clock stopped." in reply
    house.pass_time(hours=10)
    assert label(table) == "S1901M", "an hour of the twelve is left"
    house.pass_time(hours=2)
    assert label(table) == "F1901M"


def test_nobody_loses_his_seat_for_the_time_that_the_clock_stood(house: House) -> None:
    table = all_have_written(house, "nmr wait", "abandon 7d", but=["FRANCE"])
    house.pass_time(hours=80)
    table.direct("PAUSE")
    house.pass_time(days=10)
    table.direct("RESUME")
    house.pass_time(days=6)
    assert "[oslo] You have lost your seat" not in subjects(table.players["FRANCE"])
    house.pass_time(days=1)
    assert "[oslo] You have lost your seat" in subjects(table.players["FRANCE"])


def test_a_game_goes_on_with_a_deadline_in_nobodys_absence(house: House, table: Seven) -> None:
    table.tell("ITALY", "ABSENCE 2026-03-07 TO 2026-03-12")
    table.direct("PAUSE")
    house.pass_time(days=3)
    table.direct("RESUME")
    assert table.here().row.deadline == datetime(2026, 3, 13, 12, tzinfo=UTC)


def test_an_absence_while_the_clock_stands_is_counted_once(house: House, table: Seven) -> None:
    table.direct("PAUSE")
    reply = flat(table.tell("ITALY", "ABSENCE 2026-03-04 TO 2026-03-09").text)
    assert "No deadline will fall into that time." in reply
    assert "due" not in reply.partition("into that time.")[2].partition("(")[0]
    house.pass_time(days=4)
    table.direct("RESUME")
    assert table.here().row.deadline == datetime(2026, 3, 10, 12, tzinfo=UTC)


def test_a_phase_that_rollback_opens_while_the_clock_stands_has_its_own_length(house: House) -> None:
    table = seven(house, "nmr default")
    house.pass_time(hours=73)
    table.direct("PAUSE")
    house.pass_time(days=20)
    table.direct("ROLLBACK S1901M oops")
    told = table.players["ITALY"].last(lambda mail: "is open again" in mail.subject)
    assert "The clock of the game stands as before." in flat(told.text)
    house.pass_time(days=1)
    table.direct("RESUME")
    assert table.here().row.deadline == datetime(2026, 3, 29, 13, tzinfo=UTC)


def test_who_takes_a_seat_while_the_clock_stands_changes_nothing_of_the_time_left(house: House, table: Seven) -> None:
    table.tell("FRANCE", "RESIGN")
    table.direct("PAUSE")
    house.pass_time(days=20)
    nova = house.registered("Nova")
    house.tell(nova, "TAKEOVER oslo AS FRANCE")
    assert not any("New deadline" in subject for subject in subjects(table.players["ITALY"]))
    assert not list(nova.last(lambda mail: "You now play France" in mail.subject).message.iter_attachments())
    table.direct("RESUME")
    assert table.here().row.deadline == datetime(2026, 3, 25, 12, tzinfo=UTC)


def test_who_takes_a_seat_that_a_paused_game_waits_for_has_a_whole_phase_when_it_goes_on(house: House) -> None:
    table = all_have_written(house, but=["FRANCE"])
    table.tell("FRANCE", "RESIGN")
    house.pass_time(days=4)
    table.direct("PAUSE")
    house.pass_time(days=20)
    house.tell(house.registered("Nova"), "TAKEOVER oslo AS FRANCE")
    table.direct("RESUME")
    assert table.here().row.deadline == datetime(2026, 3, 29, 12, tzinfo=UTC)


def test_wait_and_status_of_a_paused_game_tell_of_no_deadline_that_has_passed(house: House, table: Seven) -> None:
    table.direct("PAUSE")
    house.pass_time(days=9)
    assert "Spring 1901 Movement will not be adjudicated before its deadline." in table.tell("ITALY", "WAIT").text
    status = flat(table.tell("ITALY", "STATUS").text)
    assert "The clock has stood still since Mon 2 Mar 2026, 12:00 UTC. The phase was due in 3 days." in status
    assert "Due " not in status


# When people are reminded of a deadline: as their game and the host say, whatever was reckoned before that changed.

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
    assert (_reminders(house), _look(house)) == (ALL, NO_MORE)
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
    house.pass_time(hours=1)
    assert (_reminders(house), _look(house)) == (0, reckoned)
