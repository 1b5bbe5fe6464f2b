"""What people call themselves and their games, and what they write, stays words wherever HTML is read: a page, or a
letter of whatever kind. HTML that a template takes from one of plain text is marked as safe, and would be the hole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from sqlalchemy import select

from judge.store.tables import OutboundRow
from judge.web.export import export
from judge.web.pages import Site
from tests.support.showcase import Showcase
from tests.web.conftest import MARKED_UP

TWICE = re.compile(r"&(?:lt|gt|amp|quot|#\d+);")
"""What was escaped twice."""
OF_PLAYERS = (
    f"PRESS TO MASTER\n{MARKED_UP}\nEND PRESS\nLATE 2h {MARKED_UP}\n{MARKED_UP} - {MARKED_UP}\nHELP {MARKED_UP}\n"
    "STATUS\nINFO\nSUMMARY\nHISTORY\nSTATEMENT\nBALANCE\nSHOW\nBORDERS\nPRICES\nRULES\nMAP"
)
OF_THE_MASTER = f"GAME {{name}}\nBROADCAST\n{MARKED_UP}\nEND BROADCAST\nREFUSE 1 {MARKED_UP}\nAUDIT\nSUMMARY\nPREVIEW"
OF_ANYBODY = f"GAMES\nLIST\nPROFILE\nWHOIS {MARKED_UP}\nHOST {MARKED_UP}\nADDRESS {MARKED_UP}"
KINDS = frozenset({"started", "results", "ended", "press", "reply", "preview", "notice"})
"""Purposes of letters that somebody's words have stood in."""


class Seen(HTMLParser):
    """What a reader's program makes of a page: its elements with their attributes, and its words."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.marks: set[str] = set()
        self._said: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.marks |= {tag, *(name for name, _ in attrs)}

    def handle_data(self, data: str) -> None:
        self._said.append(data)

    @property
    def words(self) -> str:
        return " ".join("".join(self._said).split())


def _pages(shelf: Showcase, folder: Path) -> Iterator[tuple[str, str]]:
    export(Site(shelf.house.judge), folder)
    for path in sorted(folder.rglob("*.html")):
        yield str(path.relative_to(folder)), path.read_text()


def _letters(shelf: Showcase) -> Iterator[tuple[str, str]]:
    with shelf.house.judge.db.reading() as session:
        rows = session.execute(select(OutboundRow.message_id, OutboundRow.purpose))
        purposes = {row.message_id: row.purpose for row in rows}
    for who in (shelf.master, *shelf.people.values()):
        for mail in who.inbox():
            if mail.html:
                yield purposes[str(mail.message["Message-ID"])], mail.html


def _everybody_writes(shelf: Showcase) -> None:
    """All that repeats somebody's words and changes nothing, once in each game that runs."""
    for name, seats in shelf.seats.items():
        if shelf.here(name) is not None:
            shelf.tell(name, sorted(seats)[1], OF_PLAYERS)
            shelf.direct(OF_THE_MASTER.format(name=name))
    shelf.tell("oslo", "FRANCE", OF_ANYBODY)


def test_no_words_of_people_are_read_as_html_on_any_page_or_in_any_letter(shelf: Showcase, tmp_path: Path) -> None:
    _everybody_writes(shelf)
    shown, wrong = set(), []
    for where, page in (*_pages(shelf, tmp_path / "pages"), *_letters(shelf)):
        seen = Seen(page)
        if MARKED_UP in seen.words:
            shown.add(where)
        if "onmouseover" in seen.marks or TWICE.search(seen.words):
            wrong.append(where)
    assert wrong == []
    assert shown >= {*KINDS, "index.html", "games/oslo/index.html", "games/lisbon/whole.html"}, shown
