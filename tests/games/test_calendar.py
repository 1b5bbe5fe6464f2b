"""When a phase is due, and how times are written (faults T3, T8): nothing is guessed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.games.calendar import (
    MOST_OFF,
    Away,
    Calendar,
    Slot,
    aligned,
    deadline_of,
    read_day,
    read_duration,
    read_instant,
    read_off,
    read_slots,
    read_time,
    read_zone,
)

BERLIN = ZoneInfo("Europe/Berlin")
UTC_ZONE = ZoneInfo("UTC")
PLAIN = Calendar(UTC_ZONE)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_a_weekly_schedule_takes_the_next_slot_after_the_least_notice() -> None:
    """Absence of Plague 18.2: Mondays and Thursdays at noon, Greenwich."""
    slots, zone = read_slots("MON,THU 12:00 GMT")
    assert zone is not None
    assert zone.key == "UTC"
    calendar = Calendar(UTC_ZONE, slots=slots, notice=timedelta(hours=12))
    opened = at("2026-03-02 13:00")  # a Monday
    assert deadline_of(calendar, opened, "3d") == at("2026-03-05 12:00")
    assert deadline_of(calendar, at("2026-03-05 00:00"), "3d") == at("2026-03-05 12:00")
    assert deadline_of(calendar, at("2026-03-05 00:01"), "3d") == at("2026-03-09 12:00")
    assert deadline_of(replace(calendar, slots=()), opened, "24h") == at("2026-03-03 13:00")


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("MON 12:00", (Slot(0, time(12)),)),
        ("thu, mon 9:30", (Slot(0, time(9, 30)), Slot(3, time(9, 30)))),
        ("Monday 12:00, Friday 18:00", (Slot(0, time(12)), Slot(4, time(18)))),
        ("SUN 00:00; SUN 12:00", (Slot(6, time(0)), Slot(6, time(12)))),
    ],
)
def test_schedules_are_read_as_people_write_them(text: str, slots: tuple[Slot, ...]) -> None:
    assert read_slots(text)[0] == slots


@pytest.mark.parametrize("text", ["", "noon", "MON", "12:00", "MOO 12:00", "MON 25:00", "MON 12:00 EST", "MON 12"])
def test_t8_a_schedule_that_could_mean_several_things_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"written|day of the week"):
        read_slots(text)


@pytest.mark.parametrize("text", ["EST", "CET", "berlin", "Europe/Atlantis", "../etc/passwd", "/etc", ""])
def test_t8_a_zone_is_named_in_full(text: str) -> None:
    with pytest.raises(ValueError, match="area/city"):
        read_zone(text)


def test_t3_days_keep_the_hour_of_the_wall_clock_and_hours_do_not() -> None:
    calendar = Calendar(BERLIN)
    before = datetime(2026, 3, 28, 20, tzinfo=BERLIN)  # the clocks go forward in the night
    in_a_day = deadline_of(calendar, before, "1d")
    assert in_a_day.astimezone(BERLIN).hour == 20
    assert in_a_day - before.astimezone(UTC) == timedelta(hours=23)
    assert deadline_of(calendar, before, "24h") - before.astimezone(UTC) == timedelta(hours=24)
    autumn = datetime(2026, 10, 24, 20, tzinfo=BERLIN)
    assert deadline_of(calendar, autumn, "1d") - autumn.astimezone(UTC) == timedelta(hours=25)


def test_t3_an_hour_that_is_skipped_is_taken_an_hour_later_and_one_that_comes_twice_the_first_time() -> None:
    calendar = Calendar(BERLIN, at=time(2, 30))
    spring = aligned(calendar, datetime(2026, 3, 28, 12, tzinfo=UTC))
    assert spring == at("2026-03-29 01:30")
    autumn = aligned(calendar, datetime(2026, 10, 24, 12, tzinfo=UTC))
    assert autumn == at("2026-10-25 00:30")


def test_t3_leap_days_and_the_year_2038_are_days_like_others() -> None:
    assert deadline_of(PLAIN, at("2028-02-28 12:00"), "1d") == at("2028-02-29 12:00")
    assert deadline_of(PLAIN, at("2038-01-18 12:00"), "3d") == at("2038-01-21 12:00")
    with pytest.raises(ValueError, match="no such day"):
        read_off("2026-02-31")


def test_an_hour_of_the_day_costs_no_day_for_the_seconds_of_an_adjudication() -> None:
    calendar = Calendar(UTC_ZONE, at=time(20))
    assert deadline_of(calendar, at("2026-03-02 20:00:05"), "48h") == at("2026-03-04 20:00")
    assert deadline_of(calendar, at("2026-03-02 09:00"), "24h") == at("2026-03-03 20:00")


def test_no_deadline_falls_on_a_day_off() -> None:
    days, dates = read_off("SAT SUN 2026-12-24..2027-01-01")
    calendar = Calendar(UTC_ZONE, off_days=days, off_dates=dates)
    assert deadline_of(calendar, at("2026-03-06 12:00"), "1d") == at("2026-03-09 12:00")
    assert deadline_of(calendar, at("2026-12-23 12:00"), "1d") == at("2027-01-04 12:00")


def test_every_day_off_is_refused() -> None:
    with pytest.raises(ValueError, match="some day"):
        read_off("MON TUE WED THU FRI SAT SUN")


def test_more_than_a_year_of_dates_is_refused() -> None:
    _, dates = read_off("2026-01-01..2026-12-31 2027-01-01")
    Calendar(UTC_ZONE, off_dates=dates).check()
    with pytest.raises(ValueError, match="at most 366 days"):
        Calendar(UTC_ZONE, off_dates=(*dates, *read_off("2028-01-01")[1])).check()


def test_a_day_is_found_however_the_days_off_are_chosen() -> None:
    mondays = tuple((day, day) for day in (date(2026, 3, 2) + timedelta(weeks=week) for week in range(MOST_OFF)))
    calendar = Calendar(UTC_ZONE, off_days=frozenset(range(1, 7)), off_dates=mondays)
    last = mondays[-1][0]
    due = deadline_of(calendar, at("2026-03-02 12:00"), "1d")
    assert due.date() == last + timedelta(weeks=1)


def test_a_schedule_all_of_whose_days_are_off_is_refused() -> None:
    slots, _ = read_slots("MON,THU 12:00")
    Calendar(UTC_ZONE, slots=slots, off_days=frozenset({0})).check()
    with pytest.raises(ValueError, match="all days of the schedule are off"):
        Calendar(UTC_ZONE, slots=slots, off_days=frozenset({0, 3})).check()


def test_a_deadline_is_clear_of_all_absences_even_if_they_follow_each_other() -> None:
    away = [Away(at("2026-03-04 00:00"), at("2026-03-08 00:00")), Away(at("2026-03-08 00:00"), at("2026-03-09 12:00"))]
    assert deadline_of(PLAIN, at("2026-03-02 12:00"), "3d", away) == at("2026-03-09 12:00")


def test_a_deadline_behind_an_absence_keeps_its_hour() -> None:
    away = [Away(at("2026-03-04 00:00"), at("2026-03-08 23:59"))]
    assert deadline_of(PLAIN, at("2026-03-02 12:00"), "72h", away) == at("2026-03-09 12:00")


ZONES = st.sampled_from(
    ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "Australia/Lord_Howe"]
)


@given(
    zone=ZONES,
    opened=st.datetimes(datetime(2026, 1, 1), datetime(2037, 1, 1), timezones=st.just(UTC)),
    hour=st.integers(0, 23),
    days=st.frozensets(st.integers(0, 6), max_size=6),
    hours=st.integers(1, 200),
    notice=st.integers(0, 100),
)
def test_laws_a_deadline_is_never_before_the_notice_never_on_a_day_off_and_at_its_hour(
    zone: str, opened: datetime, hour: int, days: frozenset[int], hours: int, notice: int
) -> None:
    slots = tuple(Slot(day, time(hour)) for day in range(7) if day not in days)
    calendar = Calendar(ZoneInfo(zone), slots=slots, off_days=days, notice=timedelta(hours=notice))
    by_slots = deadline_of(calendar, opened, "1h")
    assert by_slots >= opened + timedelta(hours=notice)
    assert not calendar.is_off(by_slots.astimezone(ZoneInfo(zone)).date())
    by_length = deadline_of(replace(calendar, slots=()), opened, f"{hours}h")
    assert by_length >= opened + timedelta(hours=hours)
    assert not calendar.is_off(by_length.astimezone(ZoneInfo(zone)).date())


def test_a_time_of_day_is_written_with_a_colon() -> None:
    assert read_time("9:05") == time(9, 5)
    for wrong in ("9", "24:00", "9.05", "12:60", "noon"):
        with pytest.raises(ValueError, match="20:00"):
            read_time(wrong)


def test_dates_and_ranges_are_read() -> None:
    assert read_off("2026-05-01")[1] == ((date(2026, 5, 1), date(2026, 5, 1)),)
    with pytest.raises(ValueError, match="within a year"):
        read_off("2026-05-02..2026-05-01")


# How times are written (faults T3, T8): nothing is guessed.

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("3d", timedelta(days=3)),
        ("36h", timedelta(hours=36)),
        ("90 m", timedelta(minutes=90)),
        ("2 days", timedelta(days=2)),
        ("15s", timedelta(seconds=15)),
        ("1w", timedelta(weeks=1)),
    ],
)
def test_a_length_is_a_number_and_a_unit(text: str, length: timedelta) -> None:
    assert read_duration(text) == length


@pytest.mark.parametrize("text", ["", "3", "0h", "h", "-3h", "1.5d", "٣h", "3 moons", "999999h"])
def test_anything_else_is_no_length(text: str) -> None:
    with pytest.raises(ValueError, match="is written 3d"):
        read_duration(text)


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2026-12-01 20:00", datetime(2026, 12, 1, 19, tzinfo=UTC)),
        ("2026-07-01 20:00", datetime(2026, 7, 1, 18, tzinfo=UTC)),
        ("2026-12-01 20:00 UTC", datetime(2026, 12, 1, 20, tzinfo=UTC)),
        ("2026-12-01T20:00Z", datetime(2026, 12, 1, 20, tzinfo=UTC)),
        ("2028-02-29 00:00", datetime(2028, 2, 28, 23, tzinfo=UTC)),
        ("2038-02-01 12:00 UTC", datetime(2038, 2, 1, 12, tzinfo=UTC)),
        ("+48h", NOW + timedelta(hours=48)),
    ],
)
def test_an_instant_is_in_the_writers_zone_unless_it_says_utc(text: str, instant: datetime) -> None:
    assert read_instant(text, "Europe/Berlin", NOW) == instant


@pytest.mark.parametrize("text", ["03/04 20:00", "Friday", "2026-12-01 20:00 EST", "tomorrow", "3", "may"])
def test_t8_what_could_mean_two_things_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="A time is written"):
        read_instant(text, "Europe/Berlin", NOW)


@pytest.mark.parametrize("text", ["2026-02-31 20:00", "2027-02-29 20:00", "2026-12-01 25:00"])
def test_t3_a_day_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no such day"):
        read_instant(text, "Europe/Berlin", NOW)


@pytest.mark.parametrize("text", ["2026-03-29 02:30", "2026-10-25 02:30"])
def test_t3_an_hour_that_the_change_of_clocks_skips_or_repeats_is_refused_with_both_readings(text: str) -> None:
    with pytest.raises(ValueError, match=r"twice or never .* 00:30 UTC or .* 01:30 UTC"):
        read_instant(text, "Europe/Berlin", NOW)


@pytest.mark.parametrize(
    ("zone", "day", "first", "last"),
    [
        ("UTC", "2026-03-04", "2026-03-04T00:00:00", "2026-03-04T23:59:59"),
        ("Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00", "2026-04-24T20:59:59"),  # midnight is skipped
        ("America/Santiago", "2026-04-04", "2026-04-04T03:00:00", "2026-04-05T03:59:59"),  # its last hour comes twice
        ("Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00", "2026-04-05T13:29:59"),  # half an hour comes twice
    ],
)
def test_t3_a_day_is_the_whole_day_whatever_the_clocks_do_in_it(zone: str, day: str, first: str, last: str) -> None:
    assert [f"{instant:%Y-%m-%dT%H:%M:%S}" for instant in read_day(day, zone)] == [first, last]


@pytest.mark.parametrize("day", ["2026-02-31", "0001-01-01", "9999-12-31"])
def test_t3_a_day_beyond_the_calendar_is_refused(day: str) -> None:
    with pytest.raises(ValueError, match=day):
        read_day(day, "America/New_York")
    with pytest.raises(ValueError, match=day):
        read_instant(f"{day} 23:59", "America/New_York", NOW)
