"""The pages that are no single game's: the front page, lists of games by state and search, families."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from sqlalchemy.orm import Session

from judge.play.public_list import PAGE, STATES, Listed, Search, boards, found
from judge.play.public_record import records_of
from judge.rules.registry import find_system
from judge.web.families import Families
from judge.web.summaries import Glances
from judge.web.templates import Dress

SHOWN = 12
"""So many games of each state on the front page, or on that of a family; the others are a link away."""
LAST_PAGE = 9999
SEARCH = "games.html"
NEWS = 40
"""Entries of the feed of all games."""
_LIST = re.compile(r"(wanted|vacant|running|standing|ended)(?:-([2-9]|[1-9]\d{1,3}))?\.html", re.ASCII)
_FAMILY = re.compile(r"families/([a-z][a-z0-9_-]{0,31})\.html", re.ASCII)


class Front:
    """`searchable`: queries in addresses are answered; `practice`: people may play against programs alone."""

    def __init__(self, dress: Dress, glances: Glances, *, searchable: bool, practice: bool) -> None:
        self._dress = dress
        self._glances = glances
        self._searchable = searchable
        self._practice = practice
        self.families = Families(dress)

    def paths(self, session: Session) -> Iterator[str]:
        """Every page and picture of these, now; a search is none."""
        yield "index.html"
        for state in STATES:
            yield f"{state}.html"
            page = 1
            while found(session, Search(state), page)[1]:
                page += 1
                yield f"{state}-{page}.html"
        yield from self.families.paths

    def page(self, session: Session, path: str, asked: Mapping[str, str]) -> bytes | None:
        """The page at this path; None if it is none of these."""
        if path == "index.html":
            return self._index(session)
        if path == SEARCH and self._searchable:
            return self._search(session, asked)
        if shape := _LIST.fullmatch(path):
            state, number = shape[1], int(shape[2] or 1)
            return self._list(session, Search(state), number, lambda page: _list_path(state, page))
        if shape := _FAMILY.fullmatch(path):
            return self._family(session, shape[1])
        return None

    def newest(self, session: Session) -> list[Listed]:
        """The games in which something has happened last, for the feed."""
        lines = [line for state in STATES for line in found(session, Search(state), most=NEWS)[0]]
        return sorted(lines, key=lambda line: line.changed_at, reverse=True)[:NEWS]

    def _index(self, session: Session) -> bytes:
        groups = self._groups(session, Search())
        families = self.families.all
        return self._page("index", "", families=families, groups=groups, chosen=Search(), practice=self._practice)

    def _groups(self, session: Session, search: Search) -> list[dict[str, Any]]:
        """The games of each state that has some: its title, rows, and where there are more."""
        groups = []
        for state, title in STATES.items():
            lines, more = found(session, Search(state, search.family), most=SHOWN)
            if lines:
                rows = self._glances.rows(session, lines)
                groups.append({"state": state, "title": title, "rows": rows, "more": more})
        return groups

    def _family(self, session: Session, name: str) -> bytes | None:
        family = self.families.find(name)
        if family is None:
            return None
        groups = self._groups(session, Search(family=name))
        practice = self._practice and bool(find_system(name).opponents)
        records = records_of(session, name)
        return self._page("family", "../", family=family, groups=groups, records=records, practice=practice)

    def _search(self, session: Session, asked: Mapping[str, str]) -> bytes | None:
        """What a reader has chosen; what is none of the choices is passed over."""
        state = asked.get("state", "")
        family, board = asked.get("family", ""), asked.get("board", "")
        search = Search(
            state if state in STATES else "",
            family if self.families.find(family) else "",
            board if board in boards() else "",
            asked.get("q", "").strip(),
        )
        number = asked.get("page", "1")
        page = int(number) if re.fullmatch(r"[1-9]\d{0,3}", number, re.ASCII) else 1
        return self._list(session, search, page, lambda other: _search_path(search, other))

    def _list(self, session: Session, search: Search, page: int, path: Callable[[int], str]) -> bytes | None:
        lines, more = found(session, search, min(page, LAST_PAGE), PAGE)
        if not lines and page > 1:
            return None
        rows = self._glances.rows(session, lines)
        before, after = path(page - 1) if page > 1 else "", path(page + 1) if more and page < LAST_PAGE else ""
        return self._page("list", "", rows=rows, chosen=search, page=page, before=before, after=after)

    def _page(self, name: str, root: str, **values: Any) -> bytes:
        form = {"families": self.families.all, "boards": boards(), "states": STATES} if self._searchable else None
        return self._dress.page(name, root=root, form=form, states=STATES, **values)


def _list_path(state: str, page: int) -> str:
    return f"{state}.html" if page == 1 else f"{state}-{page}.html"


def _search_path(search: Search, page: int) -> str:
    asked = {"q": search.words, "state": search.state, "family": search.family, "board": search.board, "page": page}
    return f"{SEARCH}?{urlencode({name: value for name, value in asked.items() if value})}"
