"""Atom (RFC 4287) and iCalendar (RFC 5545) of what the public pages tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.etree import ElementTree as ET  # written, never parsed

from judge.letters.calendar import STAMP, folded, text_value
from judge.letters.columns import clean_lines, one_line, with_be
from judge.maps.svg import written
from judge.play.public_record import PublicGame

ATOM = "http://www.w3.org/2005/Atom"
NEVER = datetime(1970, 1, 1, tzinfo=UTC)
NEWEST = 40


@dataclass(frozen=True)
class Entry:
    """Something that happened: `path` below the feed's base, and what to say of it, as HTML."""

    path: str
    title: str
    at: datetime
    said: str

    @property
    def mark(self) -> str:
        """What tells it from every other entry of its feed."""
        return self.path if "#" in self.path else f"{self.path}#{self.at.astimezone(UTC):{STAMP}}"


def newest(entries: Iterable[Entry]) -> list[Entry]:
    """Those that a feed holds, the newest first."""
    return sorted(entries, key=lambda each: each.at, reverse=True)[:NEWEST]


def atom(title: str, base: str, own: str, entries: Sequence[Entry], root: str = "") -> str:
    """A feed of these entries. `own` is the feed's own path below `base`, `root` leads to where all pages begin."""
    feed = ET.Element("feed", {"xmlns": ATOM})
    ET.SubElement(feed, "title").text = one_line(title)
    ET.SubElement(feed, "id").text = base + own
    ET.SubElement(feed, "link", {"rel": "self", "type": "application/atom+xml", "href": base + own})
    ET.SubElement(feed, "link", {"rel": "alternate", "type": "text/html", "href": base + "index.html"})
    ET.SubElement(feed, "updated").text = max((each.at for each in entries), default=NEVER).isoformat()
    author = ET.SubElement(feed, "author")
    ET.SubElement(author, "name").text = "The Judge"
    for each in entries:
        entry = ET.SubElement(feed, "entry")
        ET.SubElement(entry, "title").text = one_line(each.title)
        ET.SubElement(entry, "id").text = base + each.mark
        ET.SubElement(entry, "link", {"rel": "alternate", "type": "text/html", "href": base + each.path})
        ET.SubElement(entry, "updated").text = each.at.isoformat()
        ET.SubElement(entry, "content", {"type": "html"}).text = "".join(
            clean_lines(each.said).splitlines(keepends=True)
        )
    style = f'<?xml-stylesheet type="text/css" href="{root}feed.css"?>'
    return f'<?xml version="1.0" encoding="utf-8"?>\n{style}\n{written(feed)}'


def calendar(game: PublicGame, domain: str) -> str:
    """When each phase was adjudicated, and when the open one is due. The entries are those of the mails: a UID a phase.
    A calendar is never without an entry (3.6): there is none of a game without phases.
    """
    line = game.listed
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:-//{domain}//judge//EN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{text_value(line.title)}",
    ]
    entries = [(each.label, each.opened_at, each.closed_at, f"{each.title}: results") for each in game.phases]
    if line.deadline is not None:
        entries.append((line.label, line.changed_at, line.deadline, f"{with_be(line.phase)} due"))
    for label, opened, at, said in entries:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{line.name}-{label}@{domain}",
            f"DTSTAMP:{opened.astimezone(UTC):{STAMP}}",
            f"DTSTART:{at.astimezone(UTC):{STAMP}}",
            f"SUMMARY:{text_value(f'{line.name}: {said}')}",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ]
    return "".join(folded(line) for line in (*lines, "END:VCALENDAR"))
