"""The families of games as the pages present them: what each is about, its boards, a picture of how it begins."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import structlog
from markupsafe import Markup

from judge.maps.draw import draw, drawn_size
from judge.maps.thumbnail import glance, size_of
from judge.rules.drawing import Picture as Drawing
from judge.rules.game import AnySystem
from judge.rules.registry import playing, systems
from judge.rules.rng import START_LABEL, Rng
from judge.rules.values import PUBLIC, Json, View
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
    """`seats`: how many play on it."""

    name: str
    seats: int
    picture: Picture | None


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
        return [each for each in (self.picture, *(board.picture for board in self.boards)) if each is not None]


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
        return [*pages, *(picture.path for family in self.all for picture in family.pictures)]

    def _made(self, system: AnySystem) -> Family:
        name, option = system.name, system.board_option
        options = {each.name: each.default for each in system.options}
        picture = _found(f"families/{name}.svg", self._dress.picture(name)) or _small(system, options)
        boards = []
        for choice in option.choices if option is not None else ():
            chosen = options | {option.name: choice} if option is not None else options
            drawn = _large(system, chosen, f"{name}-{choice}")
            boards.append(Board(choice, len(_seats(system, chosen)), drawn))
        if option is None and (drawn := _large(system, options, f"{name}-board")) is not None:
            boards.append(Board("", len(_seats(system, options)), drawn))
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


def _small(system: AnySystem, options: Json) -> Picture | None:
    shown = _position(system, options)
    return Picture(f"families/{system.name}.svg", size_of(shown.ground), lambda: glance(shown)) if shown else None


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
