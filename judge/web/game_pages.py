"""The pages of single games, each made when it is asked for.

They are made of what everybody may know (judge/play/public_record.py) and of nothing else.
"""

from __future__ import annotations

import json
import re
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property, partial
from typing import Any, TypeAlias, TypeVar

from markupsafe import Markup
from sqlalchemy.orm import Session

from judge.app import Judge
from judge.letters.renderer import COMPOSER
from judge.letters.tree import named
from judge.logs import log
from judge.maps.animation import moving
from judge.maps.draw import draw, drawn_size, laid_out
from judge.maps.plot import plot
from judge.maps.png import CARD, can_paint, card
from judge.maps.svg import STAND
from judge.maps.thumbnail import film
from judge.maps.units import Stands
from judge.play.archives import Unfaithful, public_archive
from judge.play.public_record import PublicGame, PublicPhase, Rows, public_game, public_stamp, renewed, rows_of
from judge.rules.composition import Composition
from judge.rules.drawing import Picture
from judge.rules.game import AnySystem
from judge.rules.problems import Refused
from judge.rules.registry import find_system, is_usable
from judge.rules.story import ENDED, Chapter, Chart, LedgerLine, Story, ledger_lines, opened_of, plotted
from judge.rules.turns import Course, course_of
from judge.rules.values import View
from judge.store.tables import Game
from judge.web.feeds import Entry, atom, calendar, newest
from judge.web.files import ATOM, CALENDAR, HTML, JSON, PNG, SEALED, SVG, File
from judge.web.index_pages import Front
from judge.web.templates import Dress

T = TypeVar("T")
Make: TypeAlias = Callable[[], File | None]

ARCHIVES_KEPT = 16
TOLD_KEPT = 400
"""Phases of which is kept how their results read."""
KEPT = 16
"""Games that are kept as they were published, as long as nothing changes in them."""
RESULTS_IN_FEED = 5
"""Phases, the latest, of which the feed tells the results in words: a long game's would be hundreds of kilobytes."""
OLDER = "<p>Its page tells what everybody may know of it.</p>"
GLANCE, WHOLE = "glance.svg", "whole.html"
COMPOSED = "compose.json"
FILM = "film.svg"
NOW = "map"
"""The name of the map of the position, among those of phases."""


class Map:
    """The map of a phase, or of the position; each part of it is made once, when it is asked for."""

    def __init__(self, name: str, system: AnySystem, seen: Callable[[], Picture | None]) -> None:
        self.name = name
        self._system = system
        self._seen = seen

    @cached_property
    def picture(self) -> Picture | None:
        """None where there is none, or where it fails: the game's other pages are shown."""
        return self._tried(self._seen)

    @cached_property
    def stands(self) -> Stands | None:
        return laid_out(self.picture) if self.picture is not None else None

    @cached_property
    def svg(self) -> str:
        """Empty where it cannot be drawn."""
        picture = self.picture
        return (self._tried(lambda: draw(picture, self.stands)) or "") if picture is not None else ""

    @property
    def size(self) -> tuple[int, int] | None:
        return drawn_size(self.picture) if self.picture is not None else None

    def _tried(self, make: Callable[[], T]) -> T | None:
        try:
            return make()
        except Exception:
            log.exception("a map could not be drawn", system=self._system.name)
            return None


@dataclass(frozen=True)
class Step:
    """One of the maps between which a reader of a phase's page steps: `file` with what stands behind `#`, its size in
    pixels, and what it shows in words. The page begins with the one that is `first`.
    """

    name: str
    file: str
    size: tuple[int, int]
    shows: str
    first: bool


@dataclass(frozen=True)
class Shown:
    """A game as a request finds it, with its files. `stamp`: its public_stamp."""

    shelf: GamePages
    session: Session
    row: Game
    game: PublicGame
    stamp: str

    @property
    def system(self) -> AnySystem:
        return find_system(self.game.card.system)

    @cached_property
    def maps(self) -> Mapping[str, Map]:
        """The map of the position, and that of each phase by its label."""
        game, system = self.game, self.system

        def position() -> Picture | None:
            return system.position_picture(game.now) if game.now is not None else None

        def seen(phase: PublicPhase) -> Picture | None:
            opened = (each for each in game.opened if opened_of(each) == phase.label)
            return system.phase_picture(phase.before, (*phase.events, *opened), phase.after)

        phases = {each.label: Map(each.label, system, partial(seen, each)) for each in game.phases}
        return {NOW: Map(NOW, system, position), **phases}

    @cached_property
    def charts(self) -> tuple[Chart, ...]:
        return plotted(self.system.charts(self._story)) if is_usable(self.game.card.system) else ()

    @cached_property
    def composition(self) -> Composition | None:
        """How sheets are written now; None where nothing waits for them. A game whose own fails has its other pages."""
        if self.game.now is None or self.game.ended_at is not None or self.game.listed.phase_id is None:
            return None
        try:
            return self.system.composition(self.game.now)
        except Exception:
            log.exception("a composition could not be made", system=self.system.name)
            return None

    @cached_property
    def course(self) -> Course | None:
        """How the game went, once it is over and where its rules say how the players stood."""
        over = self.game.ended_at is not None and is_usable(self.game.card.system)
        return course_of(self.system, self._story) if over else None

    @property
    def _story(self) -> Story:
        chapters = tuple(Chapter(each.label, each.before, each.events) for each in self.game.phases)
        return Story(chapters, self.game.now, self.game.opened)

    @cached_property
    def ledger(self) -> tuple[LedgerLine, ...]:
        """All the money of the game, where its end has opened it."""
        return ledger_lines(self.game.opened) if self.game.opened else ()

    @cached_property
    def told_secrets(self) -> dict[str, list[Markup]]:
        """Phase -> what the end opened of it, in words; of those phases of which it has been asked for."""
        return {}

    @cached_property
    def files(self) -> Mapping[str, Make]:
        """What makes each of its files, by the name below `games/<name>/`."""
        game = self.game
        found: dict[str, Make] = {"index.html": self._index, "feed.xml": self._feed}
        if game.phases or game.listed.deadline is not None:
            found["deadlines.ics"] = self._calendar
        if game.now is not None and self.maps[NOW].picture is not None:
            if game.listed.phase_id is not None:
                found[GLANCE] = self._glance
            found |= {f"{name}.svg": partial(self._map, each) for name, each in self.maps.items()}
            if game.phases and game.ended_at is not None:
                found[FILM] = self._film
            if self.shelf.paints:
                found |= {f"{name}.png": partial(self._card, name) for name in self.maps}
        if self.composition is not None:
            found |= {COMPOSER: self._composer, COMPOSED: lambda: File(JSON, self._composed.encode())}
        found |= {f"{phase.label}.html": partial(self._phase, phase) for phase in game.phases}
        found |= {f"{chart.name}.svg": partial(_plotted, chart) for chart in self.charts}
        return {**found, **self.parts}

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The label of each phase, and which it is in order."""
        return {phase.label: number for number, phase in enumerate(self.game.phases)}

    @cached_property
    def articles(self) -> Mapping[datetime, int]:
        """How many articles came out at each instant."""
        return {out_at: len(articles) for _, out_at, articles in self.game.issues}

    @cached_property
    def parts(self) -> Mapping[str, Make]:
        """Those of its files to which each of its pages leads."""
        game = self.game
        every: dict[str, tuple[Any, Make]] = {
            "press.html": (game.letters, partial(self._page, "press")),
            "paper.html": (game.issues, partial(self._page, "paper")),
            "ledger.html": (self.ledger, partial(self._page, "ledger")),
            WHOLE: (game.phases and game.ended_at is not None, self._whole),
            "archive.json": (game.archived, self._archive),
        }
        return {name: make for name, (there, make) in every.items() if there}

    def made_of(self, name: str) -> str:
        """What stays the same as long as a file does; empty where nothing tells that. Nothing changes in a game that is
        over but what its stamp tells. While it runs, the map of a phase stays, and its page once another phase has
        been played: none is ever played anew under its instants.
        """
        game = self.game
        if game.ended_at is not None:
            return self.stamp
        stem, _, ending = name.rpartition(".")
        at = self.numbers.get(stem)
        if at is None:
            return ""
        if ending == "svg":
            return _when(game.phases[at : at + 1])
        if at + 1 == len(game.phases):
            return ""
        line, beside = game.listed, game.phases[max(at - 1, 0) : at + 2]
        papers = [count for count in (self.articles.get(game.phases[at].closed_at),) if count]
        parts = [*self.parts]
        return repr((_when(beside), line.title, line.system, line.family, line.board, line.master, parts, papers))

    def _map(self, drawn: Map) -> File | None:
        return File(SVG, drawn.svg.encode()) if drawn.svg else None

    def _card(self, name: str) -> File:
        """Those who show a link with a picture know no SVG."""
        line, drawn = self.game.listed, self.maps[name]
        when = self.game.phases[self.numbers[name]].title if name != NOW else self.game.result or line.phase
        lines = (line.title, when, line.system, self.shelf.judge.settings.web_name)
        return File(PNG, card(drawn.svg, drawn.size or CARD, lines))

    def _film(self) -> File:
        """The whole game as one small moving picture."""
        every = (self.maps[name].picture for name in (*self.numbers, NOW))
        return File(SVG, film([each for each in every if each is not None]).encode())

    def _glance(self) -> File | None:
        glance = self.shelf.front.glances.of(self.session, self.game.listed)
        return File(SVG, glance.map) if glance is not None and glance.map else None

    def _calendar(self) -> File:
        return File(CALENDAR, calendar(self.game, self.shelf.judge.settings.domain).encode())

    def _archive(self) -> File | None:
        packed = self.shelf.archive(self.session, self.row, self.stamp)
        return File(JSON, zlib.decompress(packed)) if packed is not None else None

    @property
    def _base(self) -> str:
        return f"{self.shelf.base}games/{self.game.listed.name}/"

    def _feed(self) -> File:
        """What happened: results in words, the newspaper, press."""
        game, written = self.game, self.shelf.dress.written
        by_path = {f"{phase.label}.html": phase for phase in game.phases}
        found = [Entry(path, f"{phase.title}: results", phase.closed_at, "") for path, phase in by_path.items()]
        found += [
            Entry(f"paper.html#{at:%Y%m%dT%H%M%SZ}", f"The newspaper of {title}", at, written(articles))
            for title, at, articles in game.issues
        ]
        found += [
            Entry(
                f"press.html#{each.anchor}",
                f"Press, {'by ' + named(each.signed) if each.signed else 'unsigned'}",
                each.at,
                written([each]),
            )
            for each in game.letters
        ]
        held = newest(found)
        told = [each.path for each in held if each.path in by_path][:RESULTS_IN_FEED]
        words = {path: self._told_in_feed(by_path[path]) if path in told else OLDER for path in by_path}
        news = [replace(each, said=words.get(each.path, each.said)) for each in held]
        title = f"{game.listed.name}: {game.listed.title}"
        return File(ATOM, atom(title, self._base, "feed.xml", news, "../../").encode())

    def _told_in_feed(self, phase: PublicPhase) -> Markup:
        """The map of a phase, and its results in words."""
        file = next((each for end in ("png", "svg") if (each := f"{phase.label}.{end}") in self.files), "")
        picture = '<p><img src="{}" alt="Map of {}"></p>' if file else ""
        return Markup(picture).format(self._base + file, phase.title) + self._results(phase)  # noqa: S704 - no data

    def _results(self, phase: PublicPhase) -> Markup:
        """Return what a phase has led to, in words, made once as long as the phase stays as it was."""
        game, shelf = self.game, self.shelf
        key = (game.card, _when([phase]), "" if game.listed.phase_id is not None else self.stamp)
        told = shelf.told.get(key)
        if told is None:
            told = shelf.dress.results(game.card, phase.after, phase.events, phase.closed_at, phase.title)
            _keep(shelf.told, key, told, TOLD_KEPT)
        return told

    def _latest(self, now: View) -> Markup:
        """What everybody was told last of a game that runs: mostly what its latest phase has led to."""
        game = self.game
        last = game.phases[-1] if game.phases else None
        events = (last.events if last else ()) + game.begun
        if last and (last.after, last.events, last.closed_at) == (now, events, game.listed.changed_at):
            return self._results(last)
        title = last.title if last else ""
        return self.shelf.dress.results(game.card, now, events, game.listed.changed_at, title)

    def _index(self) -> File:
        game, course, now = self.game, self.course, self.game.now
        told: str = ""
        if now is not None and game.ended_at is None:
            told = self._latest(now)
        elif now is not None and game.ended_at is not None and game.lots is not None:
            # The places tell how it ended, unless more than their counts decides; the last phase's page tells the rest.
            opened = () if self._opens else game.opened
            events = (game.phases[-1].events if game.phases else ()) + game.begun
            ended = [each for each in events if course is None or each.kind == ENDED]
            if opened or course is None or not course.last.decides:
                told = self.shelf.dress.ended(game.card, now, (*ended, *opened), game.ended_at, game.lots)
        return self._page(
            "index",
            decided=self.system.decided(game.opened) if game.opened else None,
            told=told,
            standing=self._part("standing", view=now) if now is not None and game.ended_at is None else "",
            note=self._part("note", view=now) if now is not None else "",
            ranking=self.system.ranking(now) if now is not None else None,
            steps=[(each, *_step(each.label)) for each in game.phases],
        )

    def _phase(self, phase: PublicPhase) -> File:
        at, every = self.numbers[phase.label], [*self.maps.values()]
        # The map of the position is the first of all, and shows what the last phase has led to.
        own, before, after = every[at + 1], every[at] if at else None, every[(at + 2) % len(every)]
        drawn = f"{NOW}.svg" in self.files
        units = ""
        if drawn and own.stands is not None and after.stands is not None and not own.stands.picture.over:
            units = Markup(moving(own.stands, after.stands))  # noqa: S704 - escaped where it is written
        return self._page(
            "phase",
            phase=phase,
            steps=self._steps(own, before, after) if drawn else (),
            moving=units,
            note=self._part("note", view=phase.after),
            told=self._results(phase),
            opened=self._secrets(phase),
            issues=[issue for issue in self.game.issues if issue[1] == phase.closed_at],
        )

    def _steps(self, own: Map, before: Map | None, after: Map) -> list[Step]:
        """How a phase began, its orders, and what came of them; those of them that are drawn."""

        def step(name: str, drawn: Map | None, shows: str, *, first: bool = False) -> list[Step]:
            if drawn is None or drawn.size is None:
                return []
            part = "" if first or drawn.name == NOW else f"#{STAND}"
            return [Step(name, f"{drawn.name}.svg{part}", drawn.size, shows, first)]

        if own.picture is not None and own.picture.over:
            return [*step("Before", before, "how it began"), *step("After", own, "what came of it", first=True)]
        began, orders = step("Before", own, "how it began"), step("Orders", own, "its orders", first=True)
        return [*began, *orders, *(step("After", after, "what came of it") if began else ())]

    def _secrets(self, phase: PublicPhase) -> list[Markup]:
        """What the end opened of a phase, in words; made once for all pages of a game."""
        if phase.label not in self.told_secrets:
            events = (each for each in self.game.opened if opened_of(each) == phase.label)
            told = (self._part("opened", phase=each.data, view=phase.after) for each in events)
            self.told_secrets[phase.label] = [each for each in told if each.strip()]
        return self.told_secrets[phase.label]

    def _whole(self) -> File:
        phases = [(each, self._results(each), self._secrets(each)) for each in self.game.phases]
        return self._page("whole", phases=phases)

    def _composer(self) -> File:
        """The page that writes sheets: the same octets for everybody."""
        system, now = self.system, self.game.now
        return self._page(
            "compose",
            policy=SEALED,
            composed=self.composition,
            # Whatever stands in the data, it ends no script.
            data=Markup(self._composed.replace("<", "\\u003c")),  # noqa: S704 - no markup is left
            drawn=Markup(self.maps[NOW].svg) if f"{NOW}.svg" in self.files else "",  # noqa: S704 - drawn here
            borders=system.borders(now, "") if system.has_map and now is not None else (),
        )

    @property
    def _composed(self) -> str:
        """A composition with what a mail must name: the game, its phase, and where it goes."""
        line, composed = self.game.listed, self.composition
        # A game that waits takes sheets still: its deadline is no reason to warn anybody.
        at = line.deadline if not self.game.late else None
        due = f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if at is not None else ""
        label = self.game.now.phase.label if self.game.now is not None else ""
        about = {"game": line.name, "phase": label, "title": line.phase, "deadline": due}
        about["address"] = self.shelf.judge.settings.address
        patterns = composed.as_json() if composed is not None else {}
        return json.dumps(about | patterns, ensure_ascii=False, separators=(",", ":"))

    @property
    def _opens(self) -> bool:
        """Have its phases' pages words for what its end opened?"""
        single = any(opened_of(each) for each in self.game.opened)
        return not single or self.shelf.dress.has("opened", self.game.card.system)

    def _part(self, name: str, **values: Any) -> Markup:
        return self.shelf.dress.part(self.game.card.system, name, **values)

    def _page(self, name: str, phase: PublicPhase | None = None, **values: Any) -> File:
        """A page of this game; a link to it is shown with the map of `phase`, or of the position."""
        drawn = phase.label if phase is not None else NOW
        values["picture"] = f"games/{self.game.listed.name}/{drawn}.png" if f"{drawn}.png" in self.files else ""
        values["map_size"] = self.maps[drawn].size if f"{NOW}.svg" in self.files else None
        about = {"root": "../../", "game": self.game, "shown": self, "line": self.game.listed, "phase": phase}
        about["families"] = self.shelf.front.families
        return File(HTML, self.shelf.dress.page(f"game_{name}", **about, **values))


class GamePages:
    """The pages of every game of one judge. `base`: where the pages are on the web; `served`: whether each is made when
    it is asked for, and not all of them once. Then they have pictures for those who know no SVG, which cost too much to
    make them all.
    """

    def __init__(self, judge: Judge, base: str, dress: Dress, front: Front, *, served: bool = False) -> None:
        self.judge = judge
        self.base = base
        self.dress = dress
        self.front = front
        self.paints = served and can_paint()
        self.told: OrderedDict[tuple[object, ...], Markup] = OrderedDict()
        self._kept: OrderedDict[str, PublicGame] = OrderedDict()
        self._archives: OrderedDict[str, bytes | None] = OrderedDict()
        self._one_archive = threading.Lock()

    def shown(self, session: Session, name: str) -> Shown | None:
        """The game of this name, if it may be shown."""
        rows = rows_of(session, name)
        return self.shown_of(session, rows) if rows is not None else None

    def shown_of(self, session: Session, rows: Rows) -> Shown:
        stamp = public_stamp(session, rows)
        kept = self._kept.get(stamp)
        if kept is None:
            earlier = [each for each in list(self._kept.values()) if each.listed.name == rows.game.name]
            made = public_game(session, rows, earlier[-1] if earlier else None)
            _keep(self._kept, stamp, made, KEPT)
        else:
            made = renewed(session, rows, kept)
        return Shown(self, session, rows.game, made, stamp)

    def archive(self, session: Session, game: Game, stamp: str) -> bytes | None:
        """Return it packed. It is written once, as it may take seconds, and one at a time."""
        with self._one_archive:
            if stamp not in self._archives:
                try:
                    packed = zlib.compress(public_archive(session, game).encode())
                except (Refused, Unfaithful):
                    packed = None
                _keep(self._archives, stamp, packed, ARCHIVES_KEPT)
            self._archives.move_to_end(stamp)
            return self._archives[stamp]


def _keep(kept: OrderedDict[Any, Any], key: object, value: object, most: int) -> None:
    """Keep a value in place of the oldest one."""
    kept[key] = value
    while len(kept) > most:
        kept.popitem(last=False)


def _plotted(chart: Chart) -> File:
    return File(SVG, plot(chart.title, chart.labels, chart.series).encode())


def _when(phases: Sequence[PublicPhase]) -> str:
    """Which phases these are, and when they were played."""
    return " ".join(f"{each.label} {each.opened_at} {each.closed_at}" for each in phases)


def _step(label: str) -> tuple[str, str]:
    """The year of a phase, where its label has one, and what is left of the label: `S1901M` is 1901 and `SM`."""
    year = re.search(r"-\d+|\d{4}", label)
    return (year[0], label.replace(year[0], "", 1)) if year else ("", label)
