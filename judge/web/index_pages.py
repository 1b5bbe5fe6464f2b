"""The pages that are no single game's: the front page, lists of games by state and search, families."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from sqlalchemy.orm import Session

from judge.club import people
from judge.identity.players import FIRST_GAME
from judge.logs import log
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
    """`seats`: how many play on it; `path`: its page's, without ending. `opening`: what everybody sees of a game as it
    begins, and `drawn` the map of that; None where there is none, or where it fails.
    """

    name: str
    seats: int
    path: str
    opening: View | None
    drawn: Drawing | None

    @cached_property
    def picture(self) -> Picture | None:
        drawn = self.drawn
        return Picture(f"{self.path}.svg", drawn_size(drawn), lambda: draw(drawn)) if drawn is not None else None

    @cached_property
    def small(self) -> Picture | None:
        """The same for a list."""
        return self.glance(f"{self.path}-small.svg")

    def glance(self, path: str) -> Picture | None:
        drawn = self.drawn
        return Picture(path, size_of(drawn.ground), lambda: glance(drawn)) if drawn is not None else None


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


class Families:
    """All of them, each looked at when it is first asked for: nothing of them changes while the judge runs."""

    def __init__(self, dress: Dress) -> None:
        self._dress = dress

    @cached_property
    def all(self) -> tuple[Family, ...]:
        return tuple(self._made(system) for system in systems().values())

    def find(self, name: str) -> Family | None:
        return next((family for family in self.all if family.name == name), None)

    @cached_property
    def boards(self) -> Mapping[str, tuple[Family, Board]]:
        """Those that have a page, by its path (`families/payola-hundred.html`)."""
        return {f"{board.path}.html": (each, board) for each in self.all for board in each.boards if board.drawn}

    def board_of(self, line: Listed) -> Board | None:
        """The board of a game, if it has a page."""
        _, board = self.boards.get(f"families/{line.family}-{line.board or 'board'}.html", (None, None))
        return board

    @cached_property
    def pictures(self) -> Mapping[str, Picture]:
        """Those of all families and boards by their paths (`families/payola.svg`)."""
        every = [
            (each.picture, *(drawn for of in each.boards for drawn in (of.picture, of.small))) for each in self.all
        ]
        return {picture.path: picture for of in every for picture in of if picture is not None}

    @property
    def paths(self) -> list[str]:
        """Of all their pages and pictures."""
        return [*(f"families/{family.name}.html" for family in self.all), *self.boards, *self.pictures]

    def _made(self, system: AnySystem) -> Family:
        name, option = system.name, system.board_option
        options = {each.name: each.default for each in system.options}
        usual_first = sorted(option.choices, key=lambda choice: choice != option.default) if option else [""]
        boards = [_board(system, options | ({option.name: each} if option else {}), each) for each in usual_first]
        own = f"families/{name}.svg"
        return Family(
            system,
            self._dress.part(name, "about"),
            self._dress.part(name, "manual", root="../"),
            _found(own, self._dress.picture(name)) or boards[0].glance(own),
            tuple(board for board in boards if option or board.drawn),
        )


def _found(path: str, svg: str) -> Picture | None:
    """A picture that there is already; None where there is none."""
    size = _SIZE.match(svg)
    return Picture(path, (int(size[1]), int(size[2])), lambda: svg) if size is not None else None


def _board(system: AnySystem, options: Json, name: str) -> Board:
    """The board of this name, or the only one, as a game with these options begins."""
    rules = playing(system.name, options)
    seating = rules.seating(options)
    seats = [each for each in seating.names if each not in seating.dummies]
    made = partial(Board, name, len(seats), f"families/{system.name}-{name or 'board'}")
    try:
        opening = rules.view(rules.start(options, seats, Rng(b"", START_LABEL)).state, PUBLIC)
        return made(opening, system.position_picture(opening))
    except Exception:
        log.exception("an opening could not be drawn", system=system.name)
        return made(None, None)


SHOWN, FEW = 6, 2
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
        self.glances = glances
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
                rows = self.glances.rows(session, lines)
                groups.append({"state": state, "title": title, "rows": rows, "more": more})
        return groups

    def _family(self, session: Session, family: Family) -> bytes:
        groups = self._groups(session, Search(family=family.name))
        practice = self._practice and bool(find_system(family.name).opponents)
        return self._page("family", "../", family=family, groups=groups, practice=practice)

    def _board(self, path: str) -> bytes | None:
        family, board = self.families.boards.get(path, (None, None))
        if family is None or board is None or board.opening is None:
            return None
        borders = family.system.borders(board.opening, "")
        return self._page("board", "../", family=family, board=board, borders=borders)

    def _hall(self, session: Session, family: Family) -> bytes:
        return self._page("hall", "../", family=family, hall=self._halls.hall(session, family.name))

    def _search(self, session: Session, asked: Mapping[str, str]) -> bytes | None:
        """What a reader has chosen; what is none of the choices is passed over."""
        choices = {"state": STATES, "family": [family.name for family in self.families.all], "board": boards()}
        chosen = {name: asked[name] for name, known in choices.items() if asked.get(name) in known}
        search = Search(**chosen, words=asked.get("q", "").replace("\0", "").strip())
        number = asked.get("page", "1")
        page = int(number) if re.fullmatch(r"[1-9]\d{0,3}", number, re.ASCII) else 1
        return self._list(session, search, page, lambda other: _search_path(search, other))

    def _list(self, session: Session, search: Search, page: int, path: Callable[[int], str]) -> bytes | None:
        lines, more = found(session, search, min(page, LAST_PAGE), PAGE)
        if not lines and page > 1:
            return None
        rows = self.glances.rows(session, lines)
        before, after = path(page - 1) if page > 1 else "", path(page + 1) if more and page < LAST_PAGE else ""
        return self._page("list", "", rows=rows, chosen=search, page=page, before=before, after=after)

    def _page(self, name: str, root: str, **values: Any) -> bytes:
        form = {"families": self.families.all, "boards": boards(), "states": STATES} if self._searchable else None
        return self._dress.page(name, root=root, form=form, states=STATES, families=self.families, **values)


def _living(groups: Sequence[Mapping[str, Any]]) -> Row | None:
    """The game whose board stands on the front page: a running one with a map, due next, which waits for nobody."""
    rows: list[Row] = [row for group in groups if group["state"] == "running" for row in group["rows"]]
    pictured = [row for row in rows if row.glance is not None and row.glance.map and row.line.deadline is not None]
    return min(pictured, key=lambda row: (bool(row.waits), row.line.deadline, row.line.name), default=None)


def _list_path(state: str, page: int) -> str:
    return f"{state}.html" if page == 1 else f"{state}-{page}.html"


def _search_path(search: Search, page: int) -> str:
    asked = {"q": search.words, "state": search.state, "family": search.family, "board": search.board, "page": page}
    return f"{SEARCH}?{urlencode({name: value for name, value in asked.items() if value})}"
