"""Payola with a leak planted in one place each: what the secrecy test must catch, or it proves nothing.

Each leak tells a viewer how much Austria owns, or what Austria has done, in one kind of words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from judge.resources import templates_dir
from judge.rules.game import Game
from judge.rules.payola.system import Payola
from judge.rules.rng import Rng
from judge.rules.values import PUBLIC, Act, Audience, Event, Json, Orders, Outcome, Phase, Reading, Sheet

VICTIM = "AUSTRIA"


class _Leaky(Payola):
    templates = templates_dir() / "payola"

    def __init__(self, where: str) -> None:
        self.name = f"leaky-{where}"
        self.aliases = ()


def _tattle(view: Any) -> str:
    """What this view should not hold: it was put there by `view` below."""
    return str(view.payees[-1])


class _Knowing(_Leaky):
    """Its views carry Austria's balance along, for the other methods to blurt out."""

    def view(self, state: Any, viewer: Audience) -> Any:
        view = super().view(state, viewer)
        return replace(view, payees=(*view.payees, str(state.balances[VICTIM])))


class InView(_Leaky):
    def view(self, state: Any, viewer: Audience) -> Any:
        view = super().view(state, viewer)
        return replace(view, accept=f"{view.accept} ({state.accept[VICTIM]})") if view.accept else view


class InPhase(_Leaky):
    def phase(self, state: Any) -> Phase | None:
        phase = super().phase(state)
        return replace(phase, title=f"{phase.title} ({state.balances[VICTIM]})") if phase else None


class InData(_Leaky):
    """What its views say to programs alone, as JSON."""

    def view(self, state: Any, viewer: Audience) -> Any:
        view = super().view(state, viewer)
        view.__dict__["austrian"] = state.balances[VICTIM]  # no field: nothing but the JSON shows it
        return view

    def view_data(self, view: Any) -> Json:
        return {**super().view_data(view), "rich": view.__dict__["austrian"]}


class InForm(_Knowing):
    def form(self, view: Any, last: Orders) -> str:
        return f"{super().form(view, last)}\n% {_tattle(view)}"


class InShow(_Knowing):
    def show(self, view: Any, orders: Orders) -> str:
        return f"{super().show(view, orders)}\n% {_tattle(view)}"


class InEstimate(_Knowing):
    def estimate(self, view: Any, orders: Orders) -> tuple[str, ...]:
        return (*super().estimate(view, orders), _tattle(view))


class InReceipt(_Knowing):
    def read(self, view: Any, role: str, sheet: Sheet) -> Reading:
        reading = super().read(view, role, sheet)
        return replace(reading, notes=(*reading.notes, _tattle(view)))


class InError(_Knowing):
    def read(self, view: Any, role: str, sheet: Sheet) -> Reading:
        reading = super().read(view, role, sheet)
        told = tuple(replace(problem, hint=f"{problem.hint} {_tattle(view)}") for problem in reading.problems)
        return replace(reading, problems=told)


class InStatement(_Leaky):
    def adjudicate(self, state: Any, orders: Mapping[str, Orders], rng: Rng) -> Outcome:
        outcome = super().adjudicate(state, orders, rng)
        spent = state.balances[VICTIM] - outcome.state.balances[VICTIM]
        events = tuple(
            replace(event, data={**event.data, "reductions": spent}) if event.kind == "statement" else event
            for event in outcome.events
        )
        return replace(outcome, events=events)


class InNews(_Leaky):
    def act(self, state: Any, role: str, act: Act) -> Outcome:
        outcome = super().act(state, role, act)
        public = tuple(Event(PUBLIC, event.kind, event.data) for event in outcome.events if event.kind == "received")
        return replace(outcome, events=(*(event for event in outcome.events if event.kind != "received"), *public))


LEAKS: dict[str, Callable[[str], Game]] = {
    "view": InView,
    "phase": InPhase,
    "data": InData,
    "form": InForm,
    "show": InShow,
    "estimate": InEstimate,
    "receipt": InReceipt,
    "error": InError,
    "statement": InStatement,
    "news": InNews,
}

SYSTEMS = SimpleNamespace(**{where: leaky(where) for where, leaky in LEAKS.items()})
