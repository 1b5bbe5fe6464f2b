"""States of Payola on the standard board, as `judge adjudicate` would read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.rules.payola.state import PayolaState
from judge.rules.payola.system import SYSTEM
from judge.rules.rng import Rng
from tests.rules.diplomacy.tables import load_table


def state_of(
    phase: str,
    units: Mapping[str, Sequence[str]],
    centers: Mapping[str, Sequence[str]],
    balances: Mapping[str, int],
    *,
    dummies: Sequence[str] = (),
    variant: str = "standard",
) -> PayolaState:
    """A game that has come to this position; powers that are not named have nothing."""
    seats = [name for name in SYSTEM.seating({}).names if name not in dummies]
    begun = SYSTEM.start({"dummies": list(dummies), "variant": variant}, seats, Rng(b"position", "START")).state
    table = load_table(
        "standard",
        {
            "phase": phase,
            "units": {power: list(each) for power, each in units.items()},
            "centers": {power: list(each) for power, each in centers.items()},
        },
    )
    return replace(begun, table=table, balances={**dict.fromkeys(begun.balances, 0), **balances})
