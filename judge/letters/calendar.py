"""Deadlines for the reader's own calendar, as iCalendar (RFC 5545)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from judge.letters.columns import one_line

STAMP = "%Y%m%dT%H%M%SZ"
FOLD = 74  # octets, without the line break (RFC 5545 3.1)


def text_value(value: str) -> str:
    """TEXT of 3.3.11."""
    escaped = one_line(value)
    for character in "\\;,":
        escaped = escaped.replace(character, "\\" + character)
    return escaped


def folded(line: str) -> str:
    """A content line, with its break, in pieces of at most 75 octets (3.1)."""
    if len(line.encode()) <= FOLD:
        return line + "\r\n"
    pieces, piece = [], ""
    for character in line:
        if len((piece + character).encode()) > FOLD:
            pieces.append(piece)
            piece = " "
        piece += character
    return "\r\n".join((*pieces, piece)) + "\r\n"


class Due(NamedTuple):
    """One deadline. A later one of the same `uid` takes its place in a calendar, as it has moved or is `called_off`."""

    uid: str
    title: str
    at: datetime
    called_off: bool = False


def deadlines(entries: Sequence[Due], started: datetime, now: datetime) -> str:
    """These deadlines as one file.

    SEQUENCE counts the seconds since the game was started, so that it grows where ROLLBACK opens a phase again, and
    nothing that others do: it must tell nobody how much they write (fault P4).
    """
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//judge//deadlines//EN",
        "METHOD:PUBLISH",
    ]
    for each in entries:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{each.uid}",
            f"SEQUENCE:{max(int((now - started).total_seconds()), 0)}",
            f"DTSTAMP:{now.astimezone(UTC).strftime(STAMP)}",
            f"DTSTART:{each.at.astimezone(UTC).strftime(STAMP)}",
            f"SUMMARY:{text_value(each.title)}",
            "TRANSP:TRANSPARENT",
            *(("STATUS:CANCELLED",) if each.called_off else ()),
            "END:VEVENT",
        ]
    return "".join(map(folded, (*lines, "END:VCALENDAR")))
