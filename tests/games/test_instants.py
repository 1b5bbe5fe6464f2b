"""How times are written (faults T3, T8): nothing is guessed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from judge.games.calendar import read_day, read_duration, read_instant

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
