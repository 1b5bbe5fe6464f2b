"""Every letter of a game and every page of it, written as players, watchers and the GameMaster would read them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from judge.letters import write
from judge.letters.briefing import Known, known_of
from judge.letters.renderer import Renderer
from judge.letters.values import MASTER_ROLE, Deadline, GameCard, Lots, Reader
from judge.mail.values import Letter
from judge.rules.game import AnySystem
from judge.rules.values import PUBLIC, Event, GameState, Orders, Outcome, Phase, only, sheet_of
from judge.testing.laws import Effort, openings
from judge.testing.scenario import Scenario, acted, rng
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
        self._try("newspaper", write.newspaper, desk, reader, card, phase.title, ("Dear all,",), NOW)
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
            self._try("results, as a page", self._dress.results, self.card, view, public, NOW)
            self._try("pages/standing", self._dress.standing, self.card.system, view)
        self._try("pages/note", self._dress.note, self.card.system, view)

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
    desk = Desk(system)
    for start, _ in openings(system, scenario):
        drawn = random.Random(effort.seed)
        phase = system.phase(start.state)
        if phase is None:
            continue
        desk.opening(start, phase)
        desk.broken_off(start, phase)
        outcome: Any = start
        for number in range(effort.phases):
            state, orders = outcome.state, {}
            for role in phase.roles:
                view = system.view(state, only(role))
                reading = system.read(view, role, sheet_of(scenario.sheet(view, role, drawn)))
                filed: Orders = dict(reading.parts)
                orders[role] = filed
                state = acted(system, state, role, reading.acts)
            outcome = system.adjudicate(state, orders, rng(number))
            desk.adjudicated(outcome, phase)
            phase = system.phase(outcome.state)
            if phase is None:
                break
    return list(desk.wrong)
