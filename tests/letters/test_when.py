"""Instants in the reader's zone and in UTC (promise 5), and deadlines as iCalendar entries (RFC 5545)."""

from __future__ import annotations

import email
import email.policy
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.letters.calendar import Due, deadlines
from judge.letters.dates import read_dates, relative, when
from judge.mail.compose import compose
from judge.mail.values import Headers, Letter
from judge.testing.correspondent import Received
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven
from tests.support.troubles import write_all

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


# Deadlines as iCalendar entries (RFC 5545), and how they travel.

DUE = datetime(2026, 3, 5, 12, tzinfo=UTC)
OPENED = DUE - timedelta(days=3)


def test_an_entry_names_its_instant_in_utc_and_keeps_its_uid_when_the_deadline_moves() -> None:
    due = Due("oslo-S1901M@x", "oslo: Spring", DUE)
    first = deadlines([due], OPENED, OPENED)
    moved = deadlines([due._replace(at=DUE + timedelta(days=1))], OPENED, OPENED + timedelta(hours=1))
    assert "DTSTART:20260305T120000Z\r\n" in first
    assert "SEQUENCE:0\r\n" in first
    assert "UID:oslo-S1901M@x\r\n" in moved
    assert "DTSTART:20260306T120000Z\r\n" in moved
    assert "SEQUENCE:3600\r\n" in moved


def test_c12_a_title_cannot_break_out_of_its_line_and_long_ones_are_folded() -> None:
    entry = deadlines([Due("x@y", "a;b,c\\d\r\nATTENDEE:mailto:x@y " + "ü" * 80, DUE)], OPENED, OPENED)
    assert "\r\nATTENDEE" not in entry
    assert "SUMMARY:a\\;b\\,c\\\\d ATTENDEE" in entry
    assert all(len(line.encode()) <= 75 for line in entry.split("\r\n"))
    assert "ü" * 80 in entry.replace("\r\n ", "")


def test_it_travels_beside_text_and_html() -> None:
    headers = Headers("a@x.org", "", "j@x.org", "", "j@x.org", "<1@x.org>", DUE)
    entry = deadlines([Due("x@y", "t", DUE)], OPENED, OPENED)
    raw = compose(Letter("s", "the text", "<p>the html</p>", calendar=entry), headers)
    message = email.message_from_bytes(raw, _class=EmailMessage, policy=email.policy.default)
    assert message.get_content_type() == "multipart/mixed"
    plain, html = message.get_body(("plain",)), message.get_body(("html",))
    assert plain is not None
    assert html is not None
    assert "the text" in plain.get_content()
    (attached,) = message.iter_attachments()
    assert attached.get_content_type() == "text/calendar"
    assert attached.get_filename() == "deadline.ics"
    assert attached.get_content().replace("\r\n", "\n") == entry.replace("\r\n", "\n")


def test_results_and_moved_deadlines_bring_one(house: House, table: Seven) -> None:
    (opening,) = table.players["FRANCE"].last().message.iter_attachments()
    assert "DTSTART:20260305T120000Z" in opening.get_content()
    house.pass_time(hours=1)
    table.direct("EXTEND 24h")
    (moved,) = table.players["FRANCE"].last().message.iter_attachments()
    assert "DTSTART:20260306T120000Z" in moved.get_content()
    assert "UID:oslo-S1901M@judge.localhost" in moved.get_content()


def test_an_entry_of_a_phase_that_is_opened_again_takes_the_place_of_the_old_one(house: House) -> None:
    table = seven(house, "nmr default")
    house.pass_time(hours=73)
    table.direct("ROLLBACK S1901M")
    (again,) = table.players["FRANCE"].last().message.iter_attachments()
    assert "UID:oslo-S1901M@judge.localhost" in again.get_content()
    assert f"SEQUENCE:{73 * 3600}" in again.get_content()


def test_who_moves_the_deadline_by_his_absence_has_the_new_one_in_his_calendar_too(table: Seven) -> None:
    table.tell("FRANCE", "ABSENCE 2026-03-04 TO 2026-03-09")
    moved = table.players["FRANCE"].last(lambda mail: "will be away" in mail.subject)
    (entry,) = moved.message.iter_attachments()
    assert "DTSTART:20260310T120000Z" in entry.get_content()


def test_a_deadline_that_will_not_come_is_called_off(table: Seven) -> None:
    table.direct("TERMINATE")
    (entry,) = table.players["FRANCE"].last(lambda mail: "over" in mail.subject).message.iter_attachments()
    assert "STATUS:CANCELLED" in entry.get_content()
    assert "UID:oslo-S1901M@judge.localhost" in entry.get_content()


def _entries(mail: Received) -> dict[str, bool]:
    """Phase -> whether it is called off, of the entries that a mail brings."""
    (attached,) = mail.message.iter_attachments()
    events = attached.get_content().split("BEGIN:VEVENT")[1:]
    return {each.split("UID:oslo-")[1].split("@")[0]: "STATUS:CANCELLED" in each for each in events}


def test_a_phase_adjudicated_before_it_was_due_leaves_the_calendar(house: House) -> None:
    table = seven(house, "early 1h")
    write_all(table)
    house.pass_time(hours=2)
    assert _entries(table.players["FRANCE"].last()) == {"S1901M": True, "F1901M": False}


def test_a_phase_that_was_undone_leaves_the_calendar(house: House) -> None:
    table = seven(house, "nmr default")
    house.pass_time(hours=73)
    table.direct("ROLLBACK S1901M")
    assert _entries(table.players["FRANCE"].last()) == {"F1901M": True, "S1901M": False}


def test_a_paused_game_has_no_deadline_in_the_calendar_until_it_goes_on(house: House, table: Seven) -> None:
    table.direct("PAUSE")
    assert _entries(table.players["FRANCE"].last()) == {"S1901M": True}
    house.pass_time(hours=5)
    table.direct("RESUME")
    assert _entries(table.players["FRANCE"].last()) == {"S1901M": False}
