"""The pages of single games: one function from a game and a file's name to the file.

They are made of what everybody may know (judge/play/public_record.py) and of nothing else.
"""

from __future__ import annotations

import json
import re
import threading
import zlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

import structlog
from markupsafe import Markup
from sqlalchemy.orm import Session

from judge.app import Judge
from judge.letters.renderer import COMPOSER
from judge.letters.tree import named
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
from judge.rules.story import ENDED, Chapter, Chart, LedgerLine, Story, plotted
from judge.rules.turns import Course, course_of
from judge.rules.values import Event, View
from judge.store.tables import Game
from judge.web.feeds import Entry, atom, calendar, newest
from judge.web.files import ATOM, CALENDAR, HTML, JSON, PNG, SEALED, SVG, File
from judge.web.summaries import Glances
from judge.web.templates import Dress

log = structlog.get_logger()

NOW = "map.svg"


@dataclass(frozen=True)
class Step:
    """One of the maps between which a reader of a phase's page steps: `file` with what stands behind `#`, its size in
    pixels, and what it shows in words. The page begins with the one that is `first`.
    """

    name: str
    file: str
    size: tuple[int, int]
    shows: str
    first: bool = False


class Maps:
    """Those of one game as it stands."""

    def __init__(self, system: AnySystem, game: PublicGame) -> None:
        self._system = system
        self._game = game
        self._pictures: dict[str, Picture | None] = {}
        self._stands: dict[str, Stands] = {}
        self._now: str | None = None

    @property
    def drawn(self) -> bool:
        """Whether the game has maps; one whose drawing fails has none, and its other pages are shown."""
        return self._picture(None) is not None

    def svg(self, phase: PublicPhase | None) -> str:
        """The map of a phase, or of the position now, which two files show; empty where it cannot be drawn."""
        if phase is not None:
            return self._drawn(phase)
        self._now = self._drawn(None) if self._now is None else self._now
        return self._now

    def _drawn(self, phase: PublicPhase | None) -> str:
        picture = self._picture(phase)
        try:
            return draw(picture, self._laid_out(phase, picture)) if picture is not None else ""
        except Exception:
            log.exception("a map could not be drawn", system=self._system.name)
            return ""

    def size(self, phase: PublicPhase | None) -> tuple[int, int] | None:
        """How large that map is; None where there is none."""
        picture = self._picture(phase)
        return drawn_size(picture) if picture is not None else None

    def steps(self, phase: PublicPhase) -> list[Step]:
        """How the phase began, its orders, and what came of them; those of them that are drawn."""
        size = self.size(phase)
        picture = self._picture(phase)
        if picture is None or size is None:
            return []
        own = f"{phase.label}.svg"
        earlier, later = self._beside(phase)
        if picture.over:
            began = self.size(earlier) if earlier is not None else None
            found = [Step("After", own, size, "what came of it", first=True)]
            if earlier is not None and began is not None:
                found.insert(0, Step("Before", f"{earlier.label}.svg#{STAND}", began, "how it began"))
            return found
        found = [
            Step("Before", f"{own}#{STAND}", size, "how it began"),
            Step("Orders", own, size, "its orders", first=True),
        ]
        after = self.size(later)
        if after is not None:
            then = NOW if later is None else f"{later.label}.svg#{STAND}"
            found.append(Step("After", then, after, "what came of it"))
        return found

    def film(self) -> str:
        """The whole game as one small moving picture."""
        every = (self._picture(each) for each in (*self._game.phases, None))
        return film([each for each in every if each is not None])

    def moving(self, phase: PublicPhase) -> Markup:
        """The units of the phase on their ways, as SVG; empty where nothing moves."""
        later = self._beside(phase)[1]
        before, after = self._picture(phase), self._picture(later)
        if before is None or after is None or before.over:
            return Markup()
        stands = self._laid_out(phase, before), self._laid_out(later, after)
        return Markup(moving(*stands))  # noqa: S704 - escaped where it is written

    def _beside(self, phase: PublicPhase) -> tuple[PublicPhase | None, PublicPhase | None]:
        """The phases before and after it."""
        phases = self._game.phases
        at = phases.index(phase)
        return phases[at - 1] if at else None, phases[at + 1] if at + 1 < len(phases) else None

    def _laid_out(self, phase: PublicPhase | None, picture: Picture) -> Stands:
        """The units of this picture, which is the phase's."""
        key = phase.label if phase else ""
        if key not in self._stands:
            self._stands[key] = laid_out(picture)
        return self._stands[key]

    def _picture(self, phase: PublicPhase | None) -> Picture | None:
        key = phase.label if phase else ""
        if key not in self._pictures:
            try:
                self._pictures[key] = self._made(phase)
            except Exception:
                log.exception("a map could not be drawn", system=self._system.name)
                self._pictures[key] = None
        return self._pictures[key]

    def _made(self, phase: PublicPhase | None) -> Picture | None:
        if phase is None:
            return self._system.position_picture(self._game.now) if self._game.now is not None else None
        opened = (each for each in self._game.opened if self._system.opened_of(each) == phase.label)
        return self._system.phase_picture(phase.before, (*phase.events, *opened), phase.after)


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
NOW_CARD = "map.png"
"""Those who show a link with a picture know no SVG. The page of a phase has one of its own (`S1901M.png`)."""


@dataclass(frozen=True)
class Shown:
    """A game with the files that it has: `files` below `games/<name>/`. `stamp`: its public_stamp."""

    game: PublicGame
    stamp: str

    @property
    def system(self) -> AnySystem:
        return find_system(self.game.card.system)

    @cached_property
    def maps(self) -> Maps:
        return Maps(self.system, self.game)

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
        return self.system.ledger(self.game.opened) if self.game.opened else ()

    @cached_property
    def told_secrets(self) -> dict[str, list[Markup]]:
        """Phase -> what the end opened of it, in words; of those phases of which it has been asked for."""
        return {}

    @cached_property
    def secrets(self) -> list[tuple[str, Event]]:
        """What the end opened of single phases, each with its phase's label."""
        found = [(self.system.opened_of(each), each) for each in self.game.opened]
        return [(label, each) for label, each in found if label]

    @cached_property
    def files(self) -> tuple[str, ...]:
        game = self.game
        found = ["index.html", "feed.xml"]
        if game.phases or game.listed.deadline is not None:
            found.append("deadlines.ics")
        if game.now is not None and self.maps.drawn:
            found += [
                *([GLANCE] if game.listed.phase_id is not None else []),
                "map.svg",
                *(f"{phase.label}.svg" for phase in game.phases),
                *([FILM] if game.phases and game.ended_at is not None else []),
            ]
        found += [COMPOSER, COMPOSED] if self.composition is not None else []
        found += [f"{phase.label}.html" for phase in game.phases]
        found += [f"{chart.name}.svg" for chart in self.charts]
        found += self.parts
        return tuple(found)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The label of each phase, and which it is in order."""
        return {phase.label: number for number, phase in enumerate(self.game.phases)}

    @cached_property
    def articles(self) -> Mapping[datetime, int]:
        """How many articles came out at each instant."""
        return {out_at: len(articles) for _, out_at, articles in self.game.issues}

    @cached_property
    def parts(self) -> list[str]:
        """Those of its pages to which each of them leads."""
        return [name for name, there in self._more.items() if there]

    @property
    def _more(self) -> dict[str, Any]:
        game = self.game
        return {
            "press.html": game.letters,
            "paper.html": game.issues,
            "ledger.html": self.ledger,
            WHOLE: game.phases and game.ended_at is not None,
            "archive.json": game.archived,
        }

    @property
    def now_events(self) -> tuple[Event, ...]:
        """What everybody was told last: at the latest adjudication, and since."""
        game = self.game
        return (game.phases[-1].events if game.phases else ()) + game.begun


class GamePages:
    """The pages of every game of one judge. `base`: where the pages are on the web; `served`: whether each is made when
    it is asked for, and not all of them once. Then they have pictures for those who know no SVG, which cost too much to
    make them all, and archives are kept.
    """

    def __init__(self, judge: Judge, base: str, dress: Dress, glances: Glances, *, served: bool = False) -> None:
        self._judge = judge
        self._base = base
        self._dress = dress
        self._glances = glances
        self._served = served
        self._paints = served and can_paint()
        self._kept: OrderedDict[str, PublicGame] = OrderedDict()
        self._told: OrderedDict[tuple[object, ...], Markup] = OrderedDict()
        self._archives: OrderedDict[str, bytes | None] = OrderedDict()
        self._one_archive = threading.Lock()

    def shown(self, session: Session, name: str) -> Shown | None:
        """The game of this name, if it may be shown."""
        rows = rows_of(session, name)
        return self.shown_of(session, rows) if rows is not None else None

    def shown_of(self, session: Session, rows: Rows) -> Shown:
        key = public_stamp(session, rows)
        kept = self._kept.get(key)
        if kept is not None:
            return Shown(renewed(session, rows, kept), key)
        earlier = [each for each in list(self._kept.values()) if each.listed.name == rows.game.name]
        made = self._kept[key] = public_game(session, rows, earlier[-1] if earlier else None)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return Shown(made, key)

    def made_of(self, shown: Shown, name: str) -> str:
        """What stays the same as long as a file does; empty where nothing tells that. Nothing changes in a game that is
        over but what its stamp tells. While it runs, the map of a phase stays, and its page once another phase has
        been played: none is ever played anew under its instants.
        """
        game = shown.game
        if game.ended_at is not None:
            return shown.stamp
        stem, _, ending = name.rpartition(".")
        at = shown.numbers.get(stem)
        if at is None:
            return ""
        if ending == "svg":
            return _when(game.phases[at : at + 1])
        if at + 1 == len(game.phases):
            return ""
        line, beside = game.listed, game.phases[max(at - 1, 0) : at + 2]
        papers = [count for count in (shown.articles.get(game.phases[at].closed_at),) if count]
        return repr((_when(beside), line.title, line.system, line.family, line.board, line.master, shown.parts, papers))

    def has(self, shown: Shown, name: str) -> bool:
        """Is there a file of this name?"""
        stem, _, ending = name.rpartition(".")
        if ending == "png":
            return self._paints and (name == NOW_CARD or stem in shown.numbers) and f"{stem}.svg" in shown.files
        return name in shown.files

    def page(self, session: Session, shown: Shown, name: str) -> File | None:
        game = shown.game
        stem, _, ending = name.rpartition(".")
        if name == "feed.xml":
            title = f"{game.listed.name}: {game.listed.title}"
            base = f"{self._base}games/{game.listed.name}/"
            return File(ATOM, atom(title, base, name, self._news(shown), "../../").encode())
        if name == GLANCE:
            glance = self._glances.of(session, game.listed)
            return File(SVG, glance.map) if glance is not None and glance.map else None
        if name == "deadlines.ics":
            return File(CALENDAR, calendar(game, self._judge.settings.domain).encode())
        if name == "archive.json":
            return self._archive(session, game)
        if shown.composition is not None and name == COMPOSED:
            return File(JSON, self._composed(shown, shown.composition).encode())
        if shown.composition is not None and name == COMPOSER:
            return self._composer(shown, shown.composition)
        for chart in shown.charts:
            if name == f"{chart.name}.svg":
                return File(SVG, plot(chart.title, chart.labels, chart.series).encode())
        phase = game.phases[shown.numbers[stem]] if stem in shown.numbers else None
        if name == FILM:
            return File(SVG, shown.maps.film().encode())
        if ending == "png":
            line, when = game.listed, phase.title if phase is not None else game.result or game.listed.phase
            lines = (line.title, when, line.system, self._judge.settings.web_name)
            return File(PNG, card(shown.maps.svg(phase), shown.maps.size(phase) or CARD, lines))
        if ending == "svg":
            drawn = shown.maps.svg(phase)
            return File(SVG, drawn.encode()) if drawn else None
        if phase is not None:
            return self._phase(shown, phase)
        if name == WHOLE:
            phases = [(each, self._results(shown, each), self._secrets(shown, each)) for each in game.phases]
            return self._game_page("whole", shown, phases=phases)
        if name == "index.html":
            return self._index(shown)
        return self._game_page(stem, shown)

    def _news(self, shown: Shown) -> list[Entry]:
        """What happened: results in words, the newspaper, press."""
        game = shown.game
        by_path = {f"{phase.label}.html": phase for phase in game.phases}
        found = [Entry(path, f"{phase.title}: results", phase.closed_at, "") for path, phase in by_path.items()]
        found += [
            Entry(f"paper.html#{at:%Y%m%dT%H%M%SZ}", f"The newspaper of {title}", at, self._dress.written(articles))
            for title, at, articles in game.issues
        ]
        found += [
            Entry(
                f"press.html#{each.anchor}",
                f"Press, {'by ' + named(each.signed) if each.signed else 'unsigned'}",
                each.at,
                self._dress.written([each]),
            )
            for each in game.letters
        ]
        held = newest(found)
        told = [each.path for each in held if each.path in by_path][:RESULTS_IN_FEED]
        words = {path: self._told_in_feed(shown, by_path[path]) if path in told else OLDER for path in by_path}
        return [replace(each, said=words.get(each.path, each.said)) for each in held]

    def _told_in_feed(self, shown: Shown, phase: PublicPhase) -> Markup:
        """The map of a phase, and its results in words."""
        file = next((each for end in ("png", "svg") if self.has(shown, each := f"{phase.label}.{end}")), "")
        map_at = f"{self._base}games/{shown.game.listed.name}/{file}"
        picture = Markup('<p><img src="{}" alt="Map of {}"></p>').format(map_at, phase.title) if file else Markup()
        return picture + self._results(shown, phase)

    def _results(self, shown: Shown, phase: PublicPhase) -> Markup:
        """Return what a phase has led to, in words, made once as long as the phase stays as it was."""
        game = shown.game
        key = (game.card, _when([phase]), "" if game.listed.phase_id is not None else shown.stamp)
        told = self._told.get(key)
        if told is None:
            told = self._dress.results(game.card, phase.after, phase.events, phase.closed_at, phase.title)
            self._told[key] = told
            while len(self._told) > TOLD_KEPT:
                self._told.popitem(last=False)
        return told

    def _latest(self, shown: Shown, now: View) -> Markup:
        """What everybody was told last of a game that runs: mostly what its latest phase has led to."""
        game = shown.game
        last = game.phases[-1] if game.phases else None
        if last is not None and (last.after, last.events, last.closed_at) == (
            now,
            shown.now_events,
            game.listed.changed_at,
        ):
            return self._results(shown, last)
        title = last.title if last is not None else ""
        return self._dress.results(game.card, now, shown.now_events, game.listed.changed_at, title)

    def _archive(self, session: Session, game: PublicGame) -> File | None:
        """Written once, as it may take seconds, and one at a time: a finished game stays as it is."""
        rows = rows_of(session, game.listed.name)
        if rows is None:
            return None
        if not self._served:
            text = _archive_of(session, rows.game)
            return File(JSON, text) if text is not None else None
        key = public_stamp(session, rows)
        with self._one_archive:
            if key not in self._archives:
                text = _archive_of(session, rows.game)
                self._archives[key] = zlib.compress(text) if text is not None else None
                while len(self._archives) > ARCHIVES_KEPT:
                    self._archives.popitem(last=False)
            self._archives.move_to_end(key)
            packed = self._archives[key]
        return File(JSON, zlib.decompress(packed)) if packed is not None else None

    def _index(self, shown: Shown) -> File:
        game = shown.game
        told, standing, course = "", "", shown.course
        note = self._dress.note(game.card.system, game.now) if game.now is not None else ""
        if game.now is not None and game.ended_at is None:
            standing = self._dress.standing(game.card.system, game.now)
            told = self._latest(shown, game.now)
        elif game.now is not None and game.ended_at is not None and game.lots is not None:
            # The places tell how it ended, unless more than their counts decides; the last phase's page tells the rest.
            opened = () if self._opens(shown) else game.opened
            ended = [each for each in shown.now_events if course is None or each.kind == ENDED]
            if opened or course is None or not course.last.decides:
                told = self._dress.ended(game.card, game.now, (*ended, *opened), game.ended_at, game.lots)
        ranking = shown.system.ranking(game.now) if game.now is not None else None
        steps = [(each, *_step(each.label)) for each in game.phases]
        decided = shown.system.decided(game.opened) if game.opened else None
        return self._game_page(
            "index", shown, decided=decided, told=told, standing=standing, note=note, ranking=ranking, steps=steps
        )

    def _phase(self, shown: Shown, phase: PublicPhase) -> File:
        game = shown.game
        return self._game_page(
            "phase",
            shown,
            phase=phase,
            steps=shown.maps.steps(phase) if "map.svg" in shown.files else (),
            moving=shown.maps.moving(phase) if "map.svg" in shown.files else "",
            note=self._dress.note(game.card.system, phase.after),
            told=self._results(shown, phase),
            opened=self._secrets(shown, phase),
            issues=[issue for issue in game.issues if issue[1] == phase.closed_at],
        )

    def _composer(self, shown: Shown, composed: Composition) -> File:
        """The page that writes sheets: the same octets for everybody."""
        system, now = shown.system, shown.game.now
        return self._game_page(
            "compose",
            shown,
            policy=SEALED,
            composed=composed,
            # Whatever stands in the data, it ends no script.
            data=Markup(self._composed(shown, composed).replace("<", "\\u003c")),  # noqa: S704 - no markup is left
            drawn=Markup(shown.maps.svg(None)) if "map.svg" in shown.files else "",  # noqa: S704 - drawn here
            borders=system.borders(now, "") if system.has_map and now is not None else (),
        )

    def _composed(self, shown: Shown, composed: Composition) -> str:
        """A composition with what a mail must name: the game, its phase, and where it goes."""
        line = shown.game.listed
        due = f"{line.deadline.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if line.deadline is not None else ""
        label = shown.game.now.phase.label if shown.game.now is not None else ""
        about = {"game": line.name, "phase": label, "title": line.phase, "deadline": due}
        address = {"address": self._judge.settings.address}
        return json.dumps({**about, **address, **composed.as_json()}, ensure_ascii=False, separators=(",", ":"))

    def _secrets(self, shown: Shown, phase: PublicPhase) -> list[Markup]:
        """What the end opened of a phase, in words; made once for all pages of a game."""
        if phase.label not in shown.told_secrets:
            events = (event for label, event in shown.secrets if label == phase.label)
            told = (self._dress.opened(shown.game.card.system, event, phase.after) for event in events)
            shown.told_secrets[phase.label] = [each for each in told if each is not None and each.strip()]
        return shown.told_secrets[phase.label]

    def _opens(self, shown: Shown) -> bool:
        """Have its phases' pages words for what its end opened?"""
        return not shown.secrets or self._dress.has("opened", shown.game.card.system)

    def _game_page(self, name: str, shown: Shown, **values: Any) -> File:
        values = {"phase": None} | values
        drawn = f"{values['phase'].label}.png" if values["phase"] is not None else NOW_CARD
        values["picture"] = f"games/{shown.game.listed.name}/{drawn}" if self.has(shown, drawn) else ""
        values["map_size"] = shown.maps.size(values["phase"]) if "map.svg" in shown.files else None
        return self._page(f"game_{name}", root="../../", game=shown.game, shown=shown, line=shown.game.listed, **values)

    def _page(self, name: str, **values: Any) -> File:
        return File(HTML, self._dress.page(name, **values))


def _when(phases: Sequence[PublicPhase]) -> str:
    """Which phases these are, and when they were played."""
    return " ".join(f"{each.label} {each.opened_at} {each.closed_at}" for each in phases)


def _step(label: str) -> tuple[str, str]:
    """The year of a phase, where its label has one, and what is left of the label: `S1901M` is 1901 and `SM`."""
    year = re.search(r"\d{4}", label)
    return (year[0], label.replace(year[0], "", 1)) if year else ("", label)


def _archive_of(session: Session, game: Game) -> bytes | None:
    try:
        return public_archive(session, game).encode()
    except (Refused, Unfaithful):
        return None
