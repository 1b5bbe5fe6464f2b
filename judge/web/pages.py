"""The public pages: one function from a path to a file, for the daemon and for the export alike.

They are made of what everybody may know and of nothing else. Nothing is fetched from elsewhere, and all can be read
without the one small script.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET  # written, never parsed

from markupsafe import escape
from sqlalchemy.orm import Session

import judge
from judge.app import Judge
from judge.letters.columns import counted
from judge.play import tournaments
from judge.play.public_list import Listed, names_shown
from judge.play.public_record import Rows
from judge.resources import docs_dir, templates_dir
from judge.rules.registry import systems, unusable
from judge.web.feeds import Entry, atom
from judge.web.files import ATOM, HTML, SVG, File
from judge.web.game_pages import GamePages
from judge.web.index_pages import SEARCH, Front
from judge.web.manuals import find_manual, manual_names, shelf
from judge.web.summaries import Glances
from judge.web.templates import Dress

LONGEST_PATH = 120
_GAME = re.compile(r"games/([A-Za-z][A-Za-z0-9-]{1,31})/([A-Za-z0-9.-]{1,40})", re.ASCII)
_MANUAL = re.compile(r"manuals/([a-z/-]{1,60})\.html", re.ASCII)
SCRIPTS = ("page.js", "compose.js", "patterns.js", "letter.js", "meter.js")
_AS_THEY_ARE = {
    **dict.fromkeys(("style.css", "feed.css"), "text/css; charset=utf-8"),
    "icon.svg": SVG,
    **dict.fromkeys(SCRIPTS, "text/javascript; charset=utf-8"),
}
MISSING = "404.html"
_COMMON = ("rules.html", "feed.xml", MISSING, "robots.txt", "sitemap.xml", *_AS_THEY_ARE)
_LASTING = frozenset({"rules.html", MISSING, "robots.txt", *_AS_THEY_ARE})
MOST_OF_A_SITEMAP = 10_000
"""Addresses; a sitemap may have 50,000."""


def sources() -> list[Path]:
    """The files that pages are made of: code, data of the games, templates and manuals."""
    every = Path(judge.__file__).parent.rglob("*.*")
    ours = (path for path in every if "__pycache__" not in path.parts and path.is_file())
    return sorted({*templates_dir().rglob("*.*"), *docs_dir().rglob("*.md"), *ours})


class Site:
    """All pages of one judge at `base`. `searchable`: queries in addresses are answered."""

    def __init__(self, judge: Judge, base: str = "", *, searchable: bool = False) -> None:
        self.judge = judge
        self.address = judge.settings.address
        self.base = (base or f"http://{judge.settings.domain}").rstrip("/") + "/"
        self._root = urlsplit(self.base).path or "/"
        self._dress = Dress(judge.renderer.folders, self.address, self.base, judge.settings.web_name)
        glances = Glances()
        practice = min(judge.settings.practice, judge.settings.practice_games) > 0
        self._front = Front(self._dress, glances, searchable=searchable, practice=practice)
        self._games = GamePages(judge, self.base, self._dress, self._front, served=searchable)

    @cached_property
    def edition(self) -> str:
        """Return what all pages depend on besides games: judge, templates, manuals, rules and addresses."""
        rules = sorted((name, system.version) for name, system in systems().items())
        named = (judge.__version__, self.base, self.address, self.judge.settings.web_name)
        made = hashlib.sha256(repr((*named, rules, sorted(unusable()))).encode())
        icon = self.judge.settings.web_icon
        for path in (*sources(), *([icon] if icon is not None else ())):
            made.update(path.read_bytes())
        return made.hexdigest()

    def paths(self, session: Session) -> Iterator[str]:
        """Every file there is now."""
        yield from self.common(session)
        for name in names_shown(session):
            shown = self._games.shown(session, name)
            yield from (f"games/{name}/{file}" for file in (shown.files if shown else ()))

    def common(self, session: Session) -> Iterator[str]:
        """The files that are no game's."""
        yield from _COMMON
        yield from self._front.paths(session)
        yield from (f"manuals/{name}.html" for name in manual_names())

    def lasts(self, path: str) -> bool:
        """Does this file, of no game, stay the same under one judge's code, manuals and addresses?"""
        return path in _LASTING or path.endswith(".svg") or _MANUAL.fullmatch(path) is not None

    def get(self, session: Session, path: str, asked: Mapping[str, str] | None = None) -> File | None:
        """Return the file at this path, such as `games/oslo/map.svg`, or None (W1). `asked`: the query."""
        if len(path) > LONGEST_PATH:
            return None
        if path in _COMMON:
            return self._common(session, path)
        if shape := _MANUAL.fullmatch(path):
            return self._manual(shape[1])
        if shape := _GAME.fullmatch(path):
            shown = self._games.shown(session, shape[1].lower())
            make = shown.files.get(shape[2]) if shown is not None else None
            return make() if make is not None else None
        if path.endswith(".svg"):
            drawn = self._front.families.pictures.get(path)
            return File(SVG, drawn.content) if drawn is not None else None
        page = self._front.page(session, path, asked or {})
        return File(HTML, page) if page is not None else None

    def files_of(self, session: Session, rows: Rows) -> Iterator[tuple[str, str, Callable[[], File | None]]]:
        """Every file of one game below `games/<name>/`: its path; what stays the same as long as the file does, empty
        where nothing tells that; and what makes it.
        """
        shown = self._games.shown_of(session, rows)
        for file, make in shown.files.items():
            yield file, shown.made_of(file), make

    def _common(self, session: Session, path: str) -> File:
        if path == "icon.svg" and self.judge.settings.web_icon is not None:
            return File(SVG, self.judge.settings.web_icon.read_bytes())
        if path in _AS_THEY_ARE:
            return File(_AS_THEY_ARE[path], (templates_dir() / "web" / path).read_bytes())
        if path == "feed.xml":
            return File(ATOM, atom("The judge", self.base, path, _news(self._front.newest(session))).encode())
        if path == "robots.txt":
            said = f"User-agent: *\nDisallow: {self._root}{SEARCH}\nSitemap: {self.base}sitemap.xml\n"
            return File("text/plain; charset=utf-8", said.encode())
        if path == "sitemap.xml":
            return File("application/xml", self._sitemap(session).encode())
        if path == MISSING:
            return self.missing()
        page = self._dress.page("rules", root="", shelf=shelf(), families=self._front.families.all)
        return File(HTML, page)

    def missing(self) -> File:
        """What is said where there is no page; it may be asked for anywhere."""
        return File(HTML, self._dress.page("missing", root=self._root))

    def _sitemap(self, session: Session) -> str:
        """The addresses of the pages, those of games last."""
        pages = [path for path in ("index.html", "rules.html", *self._front.families.paths) if path.endswith(".html")]
        pages += [f"manuals/{name}.html" for name in manual_names()]
        pages += tournaments.pages(session)
        pages += [f"games/{name}/index.html" for name in names_shown(session)]
        root = ET.Element("urlset", {"xmlns": "http://www.sitemaps.org/schemas/sitemap/0.9"})
        for path in pages[:MOST_OF_A_SITEMAP]:
            ET.SubElement(ET.SubElement(root, "url"), "loc").text = self.base + path.removesuffix("index.html")
        return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode")

    def _manual(self, name: str) -> File | None:
        manual = find_manual(name)
        if manual is None:
            return None
        return File(HTML, self._dress.page("manual", root="../" * (manual.name.count("/") + 1), manual=manual))


def _news(games: list[Listed]) -> list[Entry]:
    return [
        Entry(
            f"games/{line.name}/index.html",
            f"{line.title} ({line.system}): {line.phase or line.status_words}",
            line.changed_at,
            f"<p>{escape(_said(line))}</p>",
        )
        for line in games
    ]


def _said(line: Listed) -> str:
    """How a game stands, in a sentence."""
    if line.status == "forming":
        left = counted(line.wanted, "seat")
        return f"{left} left of {line.seats}: {line.pace}, {line.press}. JOIN {line.name} takes one."
    if line.status == "ended":
        return line.result or "Ended without a result."
    return f"{line.phase} has begun." if line.status == "active" else f"{line.phase}: {line.status_words}."
