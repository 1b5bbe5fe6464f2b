"""Instants in the reader's zone and in UTC (promise 5)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.letters.dates import read_dates, relative, when

FRIDAY = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "text"),
    [
        ("Europe/Vienna", "Fri 27 Nov 2026, 20:00 CET (19:00 UTC)"),
        ("America/New_York", "Fri 27 Nov 2026, 14:00 EST (19:00 UTC)"),
        ("Asia/Tokyo", "Sat 28 Nov 2026, 04:00 JST (Fri 27 Nov, 19:00 UTC)"),
        ("Asia/Kathmandu", "Sat 28 Nov 2026, 00:45 UTC+0545 (Fri 27 Nov, 19:00 UTC)"),
        ("America/Sao_Paulo", "Fri 27 Nov 2026, 16:00 UTC-03 (19:00 UTC)"),
        ("Europe/London", "Fri 27 Nov 2026, 19:00 GMT (19:00 UTC)"),
        ("UTC", "Fri 27 Nov 2026, 19:00 UTC"),
    ],
)
def test_an_instant_is_told_in_the_readers_zone_and_in_utc(zone: str, text: str) -> None:
    assert when(FRIDAY, zone) == text


@pytest.mark.parametrize(
    "zone", ["", "Europe/Atlantis", "Europe", "../../etc/passwd", "/etc/localtime", "\x00", "CET\n"]
)
def test_an_unknown_zone_is_told_as_utc(zone: str) -> None:
    assert when(FRIDAY, zone) == "Fri 27 Nov 2026, 19:00 UTC"


def test_both_hours_of_the_autumn_overlap_can_be_told_apart() -> None:
    first = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert when(first, "Europe/Vienna") == "Sun 25 Oct 2026, 02:30 CEST (00:30 UTC)"
    assert when(first + timedelta(hours=1), "Europe/Vienna") == "Sun 25 Oct 2026, 02:30 CET (01:30 UTC)"


@pytest.mark.parametrize(
    ("ahead", "text"),
    [
        (timedelta(days=2, hours=3, minutes=50), "in 2 days 3 hours"),
        (timedelta(days=1), "in 1 day"),
        (timedelta(days=1, minutes=10), "in 1 day"),
        (timedelta(hours=1, minutes=1), "in 1 hour 1 minute"),
        (timedelta(seconds=45 * 60 - 20), "in 45 minutes"),
        (timedelta(seconds=29), "in less than a minute"),
        (timedelta(0), "in less than a minute"),
        (timedelta(seconds=-29), "less than a minute ago"),
        (timedelta(hours=-5), "5 hours ago"),
    ],
)
def test_a_distance_is_told_in_its_two_largest_units(ahead: timedelta, text: str) -> None:
    assert relative(FRIDAY + ahead, FRIDAY) == text


@dataclass(frozen=True)
class Reader:
    zone: str
    dates: str


WRITTEN = [
    ("", "Fri 27 Nov 2026, 20:00 CET (19:00 UTC)"),
    ("ISO", "Fri 2026-11-27, 20:00 CET (19:00 UTC)"),
    ("de", "Fr., 27. Nov. 2026, 20:00 CET (19:00 UTC)"),
    ("fr", "ven. 27 nov. 2026, 20:00 CET (19:00 UTC)"),
    ("es", "vie, 27 nov 2026, 20:00 CET (19:00 UTC)"),
    ("it", "ven 27 nov 2026, 20:00 CET (19:00 UTC)"),
    ("nl", "vr 27 nov 2026, 20:00 CET (19:00 UTC)"),
    ("en_US", "Fri, Nov 27, 2026, 20:00 CET (19:00 UTC)"),
]


@pytest.mark.parametrize(("dates", "text"), WRITTEN)
def test_dates_are_written_as_the_reader_is_used_to(dates: str, text: str) -> None:
    assert when(datetime(2026, 11, 27, 19, tzinfo=UTC), Reader("Europe/Berlin", dates)) == text


def test_the_other_day_that_utc_has_is_told_in_the_same_language() -> None:
    told = when(datetime(2026, 11, 27, 23, 30, tzinfo=UTC), Reader("Europe/Berlin", "de"))
    assert told == "Sa., 28. Nov. 2026, 00:30 CET (Fr., 27. Nov., 23:30 UTC)"


READ = [
    ("de", "de"),
    ("German", "de"),
    ("french", "fr"),
    ("pt-BR", "pt_BR"),
    ("EN-us", "en_US"),
    ("iso", "ISO"),
    ("usual", ""),
]


@pytest.mark.parametrize(("text", "dates"), READ)
def test_a_language_is_named_by_its_code_or_in_english(text: str, dates: str) -> None:
    assert read_dates(text) == dates


@pytest.mark.parametrize("text", ["", "Klingonese", "../../etc", "de_" + "x" * 500, "xx", "ISO 8601"])
def test_what_is_no_language_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no language"):
        read_dates(text)


@given(st.text(max_size=40))
def test_law_whatever_is_read_can_be_written_on_one_line(text: str) -> None:
    try:
        dates = read_dates(text)
    except ValueError:
        return
    assert "\n" not in when(datetime(2026, 11, 27, 19, tzinfo=UTC), Reader("Europe/Berlin", dates))
