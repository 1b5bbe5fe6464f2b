"""Games of Payola played through the seam: an opening, what is read for a power, what comes of sheets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from judge.rules.payola.state import PayolaState
from judge.rules.payola.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.values import Act, Outcome, Reading, only, sheet_of
from tests.rules.diplomacy.tables import load_table
from tests.rules.payola.support import STANDARD

POWERS = STANDARD.powers
RNG = Rng(b"seed", "S1901M")


def opening(**options: Any) -> PayolaState:
    dummies = options.get("dummies", ())
    state: PayolaState = SYSTEM.start(options, [power for power in POWERS if power not in dummies], RNG).state
    return state


def at(
    phase: str,
    units: dict[str, list[str]],
    centers: dict[str, list[str]],
    options: dict[str, Any] | None = None,
    **changes: Any,
) -> PayolaState:
    """A game with these options somewhere in the middle."""
    table = load_table("standard", {"phase": phase, "units": units, "centers": centers})
    return replace(opening(**(options or {})), table=table, **changes)


def read(state: PayolaState, power: str, text: str, filed: str = "") -> Reading:
    return SYSTEM.read(SYSTEM.view(state, only(power)), power, sheet_of(text, {"offers": filed} if filed else {}))


def adjudicate(state: PayolaState, **sheets: str) -> Outcome:
    orders = {power: dict(read(state, power, text).parts) for power, text in sheets.items()}
    return SYSTEM.adjudicate(state, orders, RNG)


def told(outcome: Outcome, power: str, kind: str) -> list[dict[str, Any]]:
    return [dict(event.data) for event in outcome.events if event.kind == kind and event.audience == only(power)]


def codes(reading: Reading) -> list[str]:
    return [problem.code for problem in reading.problems]


def act(state: PayolaState, power: str, kind: str, **data: Any) -> Outcome:
    return SYSTEM.act(state, power, Act(kind, data))
