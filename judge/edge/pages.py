"""The public pages: one function from a path to a file, for the daemon and for the export alike.

They are made of what everybody may know (services/publishing.py) and of nothing else. No script, nothing fetched from
elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from sqlalchemy.orm import Session

from judge.archive.document import write_archive
from judge.commands.command import commands
from judge.edge.feeds import atom, calendar
from judge.letters.columns import counted, one_line
from judge.letters.render import named, own_templates
from judge.letters.when import when
from judge.maps.draw import draw
from judge.maps.ground import maps
from judge.maps.picture import phase_picture, position_picture
from judge.maps.plot import plot
from judge.rules.diplomacy.view import BoardView
from judge.rules.problems import Refused
from judge.rules.registry import systems
from judge.services.archive import Unfaithful, archived
from judge.services.judge import Judge
from judge.services.making import find_game
from judge.services.publishing import PublicGame, PublicPhase, listed, published

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Content-Security-Policy of every page: no script, no frame, nothing from elsewhere (fault W2)."""

LONGEST_PATH = 120
_GAME = re.compile(r"games/([a-z][a-z0-9-]{1,31})/([A-Za-z0-9.-]{1,40})", re.ASCII)


@dataclass(frozen=True)
class File:
    media_type: str
    content: bytes


class Site:
    """All pages of one judge. `base` is where they are on the web (`https://judge.example.org/`), for feeds."""

    def __init__(self, judge: Judge, base: str = "") -> None:
        self.judge = judge
        self.base = base or f"http://{judge.settings.domain}/"
        self._environment = Environment(
            loader=FileSystemLoader(own_templates() / "web"),
            autoescape=select_autoescape(enabled_extensions=("html.j2",), default=True),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            finalize=lambda value: one_line(value) if type(value) is str else value,
        )
        self._environment.filters.update(named=named, counted=counted, when=lambda at: when(at, "UTC"))

    def paths(self, session: Session) -> Iterator[str]:
        """Every file there is now."""
        yield from ("index.html", "commands.html", "systems.html", "style.css", "feed.xml")
        for line in listed(session):
            game = published(session, line.name)
            if game is not None:
                yield from (f"games/{line.name}/{name}" for name in _files(game))

    def get(self, session: Session, path: str) -> File | None:
        """The file at this path (`index.html`, `games/oslo/map.svg`); None if there is none (fault W1)."""
        if len(path) > LONGEST_PATH:
            return None
        if path == "style.css":
            return File("text/css; charset=utf-8", (own_templates() / "web" / "style.css").read_bytes())
        if path in ("index.html", "feed.xml"):
            games = listed(session)
            if path == "feed.xml":
                return _xml("application/atom+xml", atom("The judge", self.base, "feed.xml", _news(games)))
            return self._html("index", root="", games=games, address=self.judge.settings.address)
        if path == "commands.html":
            table = {command.name: command for command in commands().values()}
            return self._html("commands", root="", commands=[table[name] for name in sorted(table)])
        if path == "systems.html":
            return self._html("systems", root="", systems=systems().values())
        shape = _GAME.fullmatch(path)
        game = published(session, shape[1]) if shape else None
        if shape is None or game is None or shape[2] not in _files(game):
            return None
        return self._of_game(session, game, shape[2])

    def _of_game(self, session: Session, game: PublicGame, name: str) -> File | None:
        if name == "index.html":
            return self._game_page(game, None)
        if name == "feed.xml":
            title = f"{game.listed.name}: {game.listed.title}"
            found = [(phase.label + ".html", phase.title + ": results", phase.closed_at) for phase in game.phases]
            return _xml("application/atom+xml", atom(title, self.base + f"games/{game.listed.name}/", name, found))
        if name == "deadlines.ics":
            return File("text/calendar; charset=utf-8", calendar(game.listed, self.judge.settings.domain).encode())
        if name == "archive.json":
            return _archive(session, game)
        if name == "map.svg" and isinstance(game.now, BoardView):
            return _svg(draw(position_picture(game.now.table)))
        if name == "centers.svg":
            return _svg(_centers(game))
        if name == "treasuries.svg":
            return _svg(_treasuries(game))
        phase = next(phase for phase in game.phases if phase.label == name.rpartition(".")[0])
        if name.endswith(".svg") and isinstance(phase.before, BoardView):
            return _svg(draw(phase_picture(phase.before.table, phase.events)))
        return self._game_page(game, phase)

    def _game_page(self, game: PublicGame, phase: PublicPhase | None) -> File:
        return self._html(
            "game", root="../../", game=game, phase=phase, files=_files(game), board=isinstance(game.now, BoardView)
        )

    def _html(self, name: str, **values: Any) -> File:
        text = self._environment.get_template(f"{name}.html.j2").render(values)
        return File("text/html; charset=utf-8", text.encode())


def _files(game: PublicGame) -> list[str]:
    found = ["index.html", "feed.xml", "deadlines.ics"]
    if isinstance(game.now, BoardView) and game.now.table.map in maps():
        found += ["map.svg", *(f"{phase.label}.svg" for phase in game.phases)]
    found += [f"{phase.label}.html" for phase in game.phases]
    if any(phase.all("centers") for phase in game.phases):
        found.append("centers.svg")
    if any("balances" in data for data in game.opened_of("opened")):
        found.append("treasuries.svg")
    return [*found, "archive.json"] if game.archived else found


def _svg(text: str) -> File:
    return File("image/svg+xml", text.encode())


def _xml(media_type: str, text: str) -> File:
    return File(f"{media_type}; charset=utf-8", text.encode())


def _news(games: list[Any]) -> list[tuple[str, str, datetime]]:
    return [
        (f"games/{line.name}/index.html", f"{line.title} ({line.system}): {line.phase or line.status}", line.changed_at)
        for line in games
    ]


def _archive(session: Session, game: PublicGame) -> File | None:
    found = find_game(session, game.listed.name)
    try:
        return File("application/json", write_archive(archived(session, found)).encode()) if found else None
    except (Refused, Unfaithful):
        return None


def _centers(game: PublicGame) -> str:
    years = [data for phase in game.phases for data in phase.all("centers")]
    powers = sorted({power for year in years for power in year["counts"]})
    series = {power: [year["counts"].get(power, 0) for year in years] for power in powers}
    return plot("Centers", [str(year["year"]) for year in years], series)


def _treasuries(game: PublicGame) -> str:
    phases = [data for data in game.opened_of("opened") if "balances" in data]
    powers = sorted({power for phase in phases for power in phase["balances"]})
    series = {power: [phase["balances"].get(power, 0) for phase in phases] for power in powers}
    return plot("Treasuries as each movement phase was adjudicated", [phase["phase"] for phase in phases], series)
