"""All that can be found wrong with a game before anybody plays it, one sentence a finding: what is wrong, and what
would be right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from functools import partial
from typing import Any

from jinja2 import Environment, TemplateSyntaxError

from judge.commands.command import commands
from judge.games.settings import JUDGES, judges_options, parse_setting
from judge.letters import write
from judge.letters.briefing import Known, known_of
from judge.letters.renderer import Renderer
from judge.letters.values import MASTER_ROLE, Deadline, GameCard, Lots, Reader
from judge.mail.values import Letter
from judge.resources import templates_dir
from judge.rules.game import AnySystem, Game
from judge.rules.registry import faults_of
from judge.rules.values import PUBLIC, Event, GameState, Option, Outcome, Phase, Word
from judge.testing.laws import LAWS, USUAL, Broken, Effort, openings
from judge.testing.scenario import Plain, Played, Scenario, rng, turn
from judge.web.templates import Dress

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
HASH = "0" * 64


class Desk:
    """Writes what is to be read of one game. `wrong` collects what could not be written, each once."""

    def __init__(self, system: AnySystem) -> None:
        folders = {system.name: system.templates} if system.templates is not None else {}
        self._system = system
        self._renderer = Renderer(folders)
        self._dress = Dress(self._renderer.folders)
        self.card = GameCard("tiny", "Tiny", system.name, system.title, "running", "Manus")
        hidden = "" if system.opens_all else system.hidden_lots
        self._lots = Lots(HASH, HASH, HASH if hidden else "", hidden)
        self.wrong: dict[str, None] = {}
        self.written = 0

    def opening(self, outcome: Outcome[GameState], phase: Phase) -> None:
        """All that is written when a game begins."""
        due = Deadline(NOW + timedelta(hours=phase.hours), phase)
        begun = partial(write.started, players=tuple((role, "Anna") for role in phase.roles))
        for reader in _readers(phase):
            known = known_of(self._system, outcome.state, self.card, reader, outcome.events)
            form = self._form(outcome.state, reader)
            self._try("started", begun, self._renderer, known, due, form, NOW, self._lots)
            self._plain(known, phase, due, form)

    def _plain(self, known: Known, phase: Phase, due: Deadline, form: str) -> None:
        reader = known.reader
        card, desk, missing = self.card, self._renderer, tuple(phase.wanted)
        self._try("notice", write.notice, desk, reader, card, "A title", ("Some words.",), NOW)
        self._try("press", write.press, desk, reader, card, "ANNA", (), ("Dear all,",), NOW)
        self._try("newspaper", write.newspaper, desk, reader, card, phase.title, [("By Anna", "Dear all,")], NOW)
        self._try("late", write.late, desk, known, due, missing, form, NOW)

    def adjudicated(self, outcome: Outcome[GameState], before: Phase) -> None:
        """All that is written when a phase is over: its results, and what comes until the next deadline; or the end."""
        phase = self._system.phase(outcome.state)
        for reader in _readers(phase or before):
            known = known_of(self._system, outcome.state, self.card, reader, outcome.events)
            desk, form = self._renderer, self._form(outcome.state, reader) if phase is not None else ""
            due = Deadline(NOW + timedelta(hours=before.hours), phase or before)
            if phase is None:
                self._try("ended", write.ended, desk, known, NOW, self._lots)
                continue
            self._try("results", write.results, desk, known, due, form, NOW)
            self._try("news", write.news, desk, known, due, NOW)
            self._try("reminder", write.reminder, desk, known, due, "", form, NOW)
        self._pages(outcome.state, outcome.events, over=phase is None)

    def broken_off(self, outcome: Outcome[GameState], phase: Phase) -> None:
        """The letters of the end, where the GameMaster ends the game in this phase."""
        told = (Event(PUBLIC, "ended", {"winners": [], "summary": "The GameMaster has ended the game."}),)
        for reader in _readers(phase):
            known = known_of(self._system, outcome.state, self.card, reader, told)
            self._try("ended", write.ended, self._renderer, known, NOW, self._lots)

    def _pages(self, state: GameState, events: Sequence[Event], *, over: bool) -> None:
        view = self._system.view(state, PUBLIC)
        public = [event for event in events if event.audience == PUBLIC]
        if over:
            self._try("ended, as a page", self._dress.ended, self.card, view, public, NOW, self._lots)
        else:
            self._try("results, as a page", self._dress.results, self.card, view, public, NOW, "")
        for name in ("note",) if over else ("note", "standing"):
            self._try(f"pages/{name}", partial(self._dress.part, self.card.system, name, view=view))

    def _form(self, state: GameState, reader: Reader) -> str:
        return self._system.form(self._system.view(state, reader.audience), {}) if reader.roles else ""

    def _try(self, what: str, write_it: Callable[..., object], *given: Any) -> None:
        try:
            made = write_it(*given)
        except Exception as error:  # noqa: BLE001 - whatever a stranger's template does
            self.wrong[f"{what}: {type(error).__name__}: {error}"] = None
            return
        self.written += 1
        if isinstance(made, Letter):
            for part, text in (("subject", made.subject), ("text", made.text), ("HTML", made.html)):
                if not text.strip():
                    self.wrong[f"{what}: its {part} is empty; a letter has a subject, a text and HTML"] = None


def _readers(phase: Phase) -> Iterator[Reader]:
    for role in phase.roles:
        yield Reader("Anna", "UTC", role, "anna@example.org")
    yield Reader("Olga", "UTC", "", "olga@example.org")
    yield Reader("Manus", "UTC", MASTER_ROLE, "manus@example.org")


def unwritten(system: AnySystem, scenario: Scenario, effort: Effort) -> list[str]:
    """What cannot be written of games that are played as the scenario says; raises what the rules raise."""
    desk, played = Desk(system), Played(system, scenario)
    for first, (start, _) in enumerate(openings(system, scenario)):
        phase = system.phase(start.state)
        if phase is None:
            continue
        desk.opening(start, phase)
        desk.broken_off(start, phase)
        for number in range(effort.phases):
            here = turn(played, first, effort.seed, number)
            if here is None or phase is None:
                break
            outcome = system.adjudicate(*here, rng(number))
            desk.adjudicated(outcome, phase)
            phase = system.phase(outcome.state)
    return list(desk.wrong)


WHOLE_LETTERS = ("started", "results", "ended", "news")
"""Letters of the game's own; what is not among them is made of the template `_told`."""


def findings(system: AnySystem, scenario: Scenario | None = None, effort: Effort = USUAL) -> Iterator[str]:
    """Everything wrong with a game. Without a scenario its players send the sheet to answer with."""
    unsound = faults_of(system)
    if unsound:
        yield from unsound  # nothing more can be asked of it
        return
    yield from about_names(system)
    yield from about_words(system)
    yield from about_options(system)
    missing = list(about_templates(system))
    yield from missing
    played = scenario or Plain(system)
    if not missing:
        yield from _letters(system, played, effort)
    yield from about_laws(system, played, effort)


def about_names(system: AnySystem) -> Iterator[str]:
    """Find public names that the class Game does not have: nobody uses them."""
    seam = {*dir(Game), *Game.__annotations__}
    own = {name for each in type(system).__mro__ if each not in Game.__mro__ for name in vars(each)} | {*vars(system)}
    for name in sorted(name for name in own - seam if not name.startswith("_")):
        near = get_close_matches(name, seam, n=1)
        meant = f" (did you mean `{near[0]}`?)" if near else ""
        yield f"Game has no `{name}`{meant}: what is the game's own begins with an underscore"


def about_words(system: AnySystem) -> Iterator[str]:
    """Its words beside the judge's commands, and beside each other."""
    known = commands()
    for name, times in Counter(word.name.upper() for word in system.words).items():
        if times > 1:
            yield f"the word {name} stands {times} times in `words`: once is right"
    for word in system.words:
        first = word.name.split()[0] if word.name.split() else ""
        if not first or word.name != word.name.upper():
            yield f"the word {word.name!r} is written in capital letters, as HELP lists it"
        if first.upper() in known:
            yield (
                f"the word {word.name} is a command of the judge's, and its lines never come to the game: take another"
            )
        yield from _about_word(word)


def _about_word(word: Word) -> Iterator[str]:
    if not word.usage.strip() or not word.help.strip():
        yield f"the word {word.name} has a usage and a help, for HELP"
    used = word.example.splitlines()
    stray = next((line.split()[0] for line in used if line.split() and line.split()[0].upper() in commands()), "")
    if stray:
        yield f"the example of {word.name} holds {stray}, a command of the judge's: an example holds orders"


def about_options(system: AnySystem) -> Iterator[str]:
    """Its options beside the judge's own, the lengths of its phases among them, and beside each other."""
    lengths = {kind.lower() for kind in system.lengths}
    for name, times in Counter(option.name for option in system.options).items():
        if times > 1:
            yield f"the option {name} stands {times} times in `options`: once is right"
        if name in lengths:
            yield f"the option {name} is the length of a phase, too: rename one of them"
        elif name in judges_options(system):
            yield f"the option {name} is the judge's own: take another name"
    for kind in sorted(lengths & {option.name for option in JUDGES}):
        yield f"the kind of phase {kind} in `lengths` is an option of the judge's: take another name"
    for name, text in system.customs.items():
        yield from _about_custom(system, name, text)
    for kind, hours in system.lengths.items():
        if hours < 1:
            yield f"a phase of {kind} lasts {hours} hours: one at least is right"
    for option in system.options:
        yield from _about_option(option, {each.name for each in system.options})


def _about_custom(system: AnySystem, name: str, text: str) -> Iterator[str]:
    known = judges_options(system)
    if name not in known:
        yield f"`customs` names {name}, which is neither an option of the judge's nor a kind of phase in `lengths`"
        return
    try:
        parse_setting(known[name], text)
    except ValueError as error:
        yield f"`customs` sets {name} to {text!r}: {error}"


def _about_option(option: Option, names: set[str]) -> Iterator[str]:
    if option.name != option.name.lower() or len(option.name.split()) != 1:
        yield f"the option {option.name!r} is one word in small letters"
    if not option.help.strip():
        yield f"the option {option.name} has a help, for HELP CREATE"
    if option.kind == "choice" and not option.choices:
        yield f"the option {option.name} has choices, as it is one"
    elif not option.allows(option.default):
        yield f"the default of {option.name}, {option.default!r}, is none that the option itself allows"
    if option.only is not None and option.only[0] not in names:
        yield f"the option {option.name} depends on {option.only[0]}, which there is not"


def about_templates(system: AnySystem) -> Iterator[str]:
    """The files of which its letters are made: each there, each a template."""
    folder = system.templates if system.templates is not None else templates_dir() / system.name
    if not folder.is_dir():
        yield f"`templates` is a folder, and {folder} is none"
        return
    has_all = all((folder / f"{name}.j2").is_file() for name in WHOLE_LETTERS)
    wanted = ["_howto.j2"] if has_all else ["_howto.j2", "_told.j2"]
    for name in wanted:
        if not (folder / name).is_file():
            yield f"the template {name} is missing in {folder}"
    reader = Environment(autoescape=True)
    for path in sorted(folder.rglob("*.j2")):
        try:
            reader.parse(path.read_text("utf-8"))
        except (TemplateSyntaxError, UnicodeDecodeError) as error:
            yield f"the template {path.relative_to(folder)} cannot be read: {error}"


def _letters(system: AnySystem, scenario: Scenario, effort: Effort) -> Iterator[str]:
    try:
        wrong = unwritten(system, scenario, effort)
    except Exception as error:  # noqa: BLE001 - whatever a stranger's rules do
        wrong = [f"the rules raised {type(error).__name__}: {error}"]
    yield from (f"a letter cannot be written: {each}" for each in wrong)


def about_laws(system: AnySystem, scenario: Scenario, effort: Effort) -> Iterator[str]:
    """The laws that every rule system keeps."""
    for law in LAWS:
        name = law.__name__.replace("_", " ")
        plain: Any = system
        try:
            law(plain, scenario, effort)
        except Broken as broken:
            yield f"the law that {name}: {broken}"
        except Exception as error:  # noqa: BLE001 - whatever a stranger's rules do
            yield f"the law that {name}: the rules raised {type(error).__name__}: {error}"
