"""Exchange games played through the seam: an opening among four, what is read for a role, what comes of a phase."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judge.rules.exchange.state import ExchangeState, led
from judge.rules.exchange.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.values import Audience, Outcome, Reading, only, sheet_of
from tests.rules.diplomacy.tables import load_table

SEATS = ("ANNA", "BERT", "CARL", "DORA")
RNG = Rng(b"seed", "S1901X")


def exchange(
    *,
    holdings: Mapping[str, Mapping[str, int]] | None = None,
    ceos: Mapping[str, str] | None = None,
    cash: Mapping[str, int] | None = None,
    trading: bool = True,
    options: Mapping[str, Any] | None = None,
    **books: Any,
) -> ExchangeState:
    """A game of four in this order of seats. `cash`: balances of investors and powers that differ from the usual."""
    usual = {"variant": "exchange", "players": 4, "cash": 60, "dividends": "free"}
    chosen = {**usual, **(options or {})}
    begun: ExchangeState = SYSTEM.start(chosen, SEATS, RNG).state
    changed = replace(begun.books, investors=SEATS, holdings=dict(holdings or {}), ceos=dict(ceos or {}), **books)
    game = replace(begun.game, balances={**begun.game.balances, **(cash or {})})
    return led(replace(begun, game=game, trading=trading), changed)


def on_board(
    state: ExchangeState, phase: str, units: dict[str, list[str]], centers: dict[str, list[str]]
) -> ExchangeState:
    """The same game with another board; `phase` as the table has it."""
    table = load_table("standard", {"phase": phase, "units": units, "centers": centers})
    return replace(state, game=replace(state.game, table=table))


def read(state: ExchangeState, role: str, text: str, **filed: str) -> Reading:
    return SYSTEM.read(SYSTEM.view(state, only(role)), role, sheet_of(text, filed))


def view_of(state: ExchangeState, viewer: Audience) -> Any:
    """An ExchangeView."""
    return SYSTEM.view(state, viewer)


def write(state: ExchangeState, **sheets: str) -> tuple[ExchangeState, dict[str, dict[str, str]]]:
    """The state after what these sheets do at once, and what they leave on file; every line must stand."""
    orders: dict[str, dict[str, str]] = {}
    for role, text in sheets.items():
        reading = read(state, role, text)
        assert not [problem for problem in reading.problems if not problem.warning], reading.problems
        orders[role] = dict(reading.parts)
        for act in reading.acts:
            state = SYSTEM.act(state, role, act).state
    return state, orders


def play(state: ExchangeState, **sheets: str) -> Outcome:
    after, orders = write(state, **sheets)
    return SYSTEM.adjudicate(after, orders, RNG)


def told(outcome: Outcome, role: str, kind: str) -> list[dict[str, Any]]:
    return [dict(event.data) for event in outcome.events if event.kind == kind and event.audience == only(role)]


def codes(reading: Reading) -> list[str]:
    return [problem.code for problem in reading.problems]
