"""Atom (RFC 4287) and iCalendar (RFC 5545) of what the public pages tell."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from xml.etree import ElementTree as ET  # written, never parsed

from judge.services.publishing import Listed

ATOM = "http://www.w3.org/2005/Atom"
NEVER = datetime(1970, 1, 1, tzinfo=UTC)
NEWEST = 40
_FOLD = 74  # octets of a line, without its CRLF and the blank of a folded one


def atom(title: str, base: str, own: str, entries: Sequence[tuple[str, str, datetime]]) -> str:
    """A feed of (path below `base`, title, when), the newest first. `own` is the feed's own path."""
    newest = sorted(entries, key=lambda each: each[2], reverse=True)[:NEWEST]
    feed = ET.Element("feed", {"xmlns": ATOM})
    ET.SubElement(feed, "title").text = _plain(title)
    ET.SubElement(feed, "id").text = base + own
    ET.SubElement(feed, "link", {"rel": "self", "href": base + own})
    ET.SubElement(feed, "updated").text = max((at for _, _, at in newest), default=NEVER).isoformat()
    author = ET.SubElement(feed, "author")
    ET.SubElement(author, "name").text = "The Judge"
    for path, said, at in newest:
        entry = ET.SubElement(feed, "entry")
        ET.SubElement(entry, "title").text = _plain(said)
        ET.SubElement(entry, "id").text = f"{base}{path}#{at:%Y%m%dT%H%M%SZ}"
        ET.SubElement(entry, "link", {"href": base + path})
        ET.SubElement(entry, "updated").text = at.isoformat()
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(feed, encoding="unicode")


def calendar(game: Listed, domain: str) -> str:
    """The next deadline as an event; none where none is set."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:-//{domain}//judge//EN", f"X-WR-CALNAME:{_text(game.title)}"]
    if game.deadline is not None:
        at = f"{game.deadline.astimezone(UTC):%Y%m%dT%H%M%SZ}"
        lines += [
            "BEGIN:VEVENT",
            f"UID:{game.name}-{_text(game.phase).replace(' ', '-')}@{domain}",
            f"DTSTAMP:{game.changed_at.astimezone(UTC):%Y%m%dT%H%M%SZ}",
            f"DTSTART:{at}",
            f"DTEND:{at}",
            f"SUMMARY:{_text(game.title)}: {_text(game.phase)} is due",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _plain(text: str) -> str:
    """XML knows no control characters, not even escaped."""
    return "".join(char for char in text if char.isprintable())


def _text(text: str) -> str:
    """RFC 5545 3.3.11."""
    plain = _plain(text).replace("\\", "\\\\")
    return plain.replace(";", "\\;").replace(",", "\\,")


def _folded(line: str) -> str:
    """RFC 5545 3.1: at most 75 octets a line, no character cut in two."""
    pieces, piece = [], ""
    for char in line:
        if len((piece + char).encode()) > _FOLD:
            pieces.append(piece)
            piece = ""
        piece += char
    return "\r\n ".join([*pieces, piece])
