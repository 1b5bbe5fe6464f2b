"""The pages that are no single game's: the front page, lists of games by state and search, families."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

import structlog
from markupsafe import Markup
from sqlalchemy.orm import Session

from judge.club import people
from judge.identity.players import FIRST_GAME
from judge.maps.draw import draw, drawn_size
from judge.maps.thumbnail import glance, size_of
from judge.play import tournaments
from judge.play.hall import Halls
from judge.play.public_list import PAGE, STATES, Listed, Search, boards, census, found
from judge.play.standing_tables import kind_of
from judge.rules.drawing import Picture as Drawing
from judge.rules.game import AnySystem
from judge.rules.registry import find_system, playing, systems
from judge.rules.rng import START_LABEL, Rng
from judge.rules.values import PUBLIC, Json, View
from judge.web.summaries import Glances, Row
from judge.web.templates import Dress

log = structlog.get_logger()

_SIZE = re.compile(r'<svg [^>]*?width="(\d+)" height="(\d+)"')


@dataclass(frozen=True)
class Picture:
    """An SVG: its path below the root, its size in pixels, and what draws it when somebody asks for it."""

    path: str
    size: tuple[int, int]
    draw: Callable[[], str]

    @cached_property
    def content(self) -> bytes:
        return self.draw().encode()


@dataclass(frozen=True)
class Board:
    """`seats`: how many play on it; `path`: its page's, without ending; `options`: a game's; `small`: for a list."""

    name: str
    seats: int
    path: str
    options: Json
    picture: Picture | None
    small: Picture | None


@dataclass(frozen=True)
class Family:
    """One family. `about` and `manual` (where its rules are) in the words of its own templates, maybe empty."""

    system: AnySystem
    about: Markup
    manual: Markup
    picture: Picture | None
    boards: tuple[Board, ...]

    @property
    def name(self) -> str:
        return self.system.name

    @property
    def title(self) -> str:
        return self.system.title

    @property
    def pictures(self) -> list[Picture]:
        drawn = (each for board in self.boards for each in (board.picture, board.small))
        return [each for each in (self.picture, *drawn) if each is not None]


class Families:
    """All of them, each looked at when it is first asked for: nothing of them changes while the judge runs."""

    def __init__(self, dress: Dress) -> None:
        self._dress = dress

    @cached_property
    def all(self) -> tuple[Family, ...]:
        return tuple(self._made(system) for system in systems().values())

    def find(self, name: str) -> Family | None:
        return next((family for family in self.all if family.name == name), None)

    def picture(self, path: str) -> bytes | None:
        """The picture at this path (`families/payola.svg`)."""
        pictures = [picture for family in self.all for picture in family.pictures]
        return next((picture.content for picture in pictures if picture.path == path), None)

    @property
    def paths(self) -> list[str]:
        """Of all their pages and pictures."""
        pages = [f"families/{family.name}.html" for family in self.all]
        pages += [f"{board.path}.html" for family in self.all for board in family.boards if board.picture]
        return [*pages, *(picture.path for family in self.all for picture in family.pictures)]

    def _made(self, system: AnySystem) -> Family:
        name, option = system.name, system.board_option
        options = {each.name: each.default for each in system.options}
        picture = _found(f"families/{name}.svg", self._dress.picture(name)) or _small(system, options, name)
        boards = []
        usual_first = sorted(option.choices, key=lambda choice: choice != option.default) if option else [""]
        for choice in usual_first:
            chosen, of = options | ({option.name: choice} if option else {}), f"{name}-{choice or 'board'}"
            drawn, small = _large(system, chosen, of), _small(system, chosen, f"{of}-small")
            if option or drawn:
                boards.append(Board(choice, len(_seats(system, chosen)), f"families/{of}", chosen, drawn, small))
        return Family(system, self._dress.about(name), self._dress.manual(name), picture, tuple(boards))


def _found(path: str, svg: str) -> Picture | None:
    """A picture that there is already; None where there is none."""
    size = _SIZE.match(svg)
    return Picture(path, (int(size[1]), int(size[2])), lambda: svg) if size is not None else None


def _seats(system: AnySystem, options: Json) -> list[str]:
    seating = playing(system.name, options).seating(options)
    return [name for name in seating.names if name not in seating.dummies]


def _opening(system: AnySystem, options: Json) -> View:
    """What everybody sees of a game as it begins."""
    rules = playing(system.name, options)
    return rules.view(rules.start(options, _seats(system, options), Rng(b"", START_LABEL)).state, PUBLIC)


def _small(system: AnySystem, options: Json, name: str) -> Picture | None:
    shown = _position(system, options)
    return Picture(f"families/{name}.svg", size_of(shown.ground), lambda: glance(shown)) if shown else None


def _large(system: AnySystem, options: Json, name: str) -> Picture | None:
    shown = _position(system, options)
    return Picture(f"families/{name}.svg", drawn_size(shown), lambda: draw(shown)) if shown else None


def _position(system: AnySystem, options: Json) -> Drawing | None:
    """The board as a game begins; None where there is no map of it, or where it fails."""
    try:
        return system.position_picture(_opening(system, options))
    except Exception:
        log.exception("an opening could not be drawn", system=system.name)
        return None


SHOWN, FEW = 12, 2
"""So many games of each state on the front page, and on that of a family; the others are a link away."""
LAST_PAGE = 9999
SEARCH = "games.html"
NEWS = 40
"""Entries of the feed of all games."""
_LIST = re.compile(r"(wanted|vacant|running|standing|ended)(?:-([2-9]|[1-9]\d{1,3}))?\.html", re.ASCII)
_TOURNAMENT = re.compile(r"tournaments/([a-z][a-z0-9-]{1,17})\.html", re.ASCII)
_FAMILY = re.compile(r"(families|halls)/([a-z][a-z0-9_-]{0,63})\.html", re.ASCII)


class Front:
    """`searchable`: queries in addresses are answered; `practice`: people may play against programs alone."""

    def __init__(self, dress: Dress, glances: Glances, *, searchable: bool, practice: bool) -> None:
        self._dress = dress
        self._glances = glances
        self._searchable = searchable
        self._practice = practice
        self._halls = Halls()
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
        yield from (f"halls/{family.name}.html" for family in self.families.all)
        yield from people.pages(session)
        yield from tournaments.pages(session)

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
            family = self.families.find(shape[2])
            make = self._family if shape[1] == "families" else self._hall
            return make(session, family) if family is not None else self._board(path)
        if shape := _TOURNAMENT.fullmatch(path):
            return self._tournament(session, shape[1])
        person = people.person_at(session, path) if path.startswith("people/") else None
        return self._page("person", "../", person=person) if person is not None else None

    def _tournament(self, session: Session, name: str) -> bytes | None:
        found_here = tournaments.find(session, name)
        if found_here is None:
            return None
        shown = tournaments.show(session, found_here, by_name=False)
        kind = str(kind_of(found_here))
        return self._page("tournament", "../", shown=shown, kind=kind, unnamed=tournaments.UNNAMED)

    def newest(self, session: Session) -> list[Listed]:
        """The games in which something has happened last, for the feed."""
        lines = [line for state in STATES for line in found(session, Search(state), most=NEWS)[0]]
        return sorted(lines, key=lambda line: line.changed_at, reverse=True)[:NEWS]

    def _index(self, session: Session) -> bytes:
        groups = self._groups(session, Search())
        values = {
            "families": self.families.all,
            "groups": groups,
            "chosen": Search(),
            "practice": FIRST_GAME if self._practice else "",
            "tournaments": tournaments.newest(session),
        }
        return self._page("index", "", living=_living(groups), census=census(session), **values)

    def _groups(self, session: Session, search: Search) -> list[dict[str, Any]]:
        """The games of each state that has some: its title, rows, and where there are more."""
        groups = []
        for state, title in STATES.items():
            lines, more = found(session, Search(state, search.family), most=FEW if search.family else SHOWN)
            if lines:
                rows = self._glances.rows(session, lines)
                groups.append({"state": state, "title": title, "rows": rows, "more": more})
        return groups

    def _family(self, session: Session, family: Family) -> bytes:
        groups = self._groups(session, Search(family=family.name))
        practice = self._practice and bool(find_system(family.name).opponents)
        return self._page("family", "../", family=family, groups=groups, practice=practice)

    def _board(self, path: str) -> bytes | None:
        every = ((family, board) for family in self.families.all for board in family.boards if board.picture)
        for family, board in every:
            if path == f"{board.path}.html":
                borders = family.system.borders(_opening(family.system, board.options), "")
                return self._page("board", "../", family=family, board=board, borders=borders)
        return None

    def _hall(self, session: Session, family: Family) -> bytes:
        return self._page("hall", "../", family=family, hall=self._halls.hall(session, family.name))

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


def _living(groups: Sequence[Mapping[str, Any]]) -> Row | None:
    """The game whose board stands on the front page: a running one with a map, that is due next."""
    rows: list[Row] = [row for group in groups if group["state"] == "running" for row in group["rows"]]
    pictured = [row for row in rows if row.glance is not None and row.glance.map and row.line.deadline is not None]
    return min(pictured, key=lambda row: (row.line.deadline, row.line.name), default=None)


def _list_path(state: str, page: int) -> str:
    return f"{state}.html" if page == 1 else f"{state}-{page}.html"


def _search_path(search: Search, page: int) -> str:
    asked = {"q": search.words, "state": search.state, "family": search.family, "board": search.board, "page": page}
    return f"{SEARCH}?{urlencode({name: value for name, value in asked.items() if value})}"
