"""Every variation on every board: random sheets for years (three in a soak), the books kept, the state through JSON."""

from __future__ import annotations

import json
import random
from itertools import product
from typing import Any

import pytest

from judge.rules.diplomacy.boardfile import board_names
from judge.rules.payola.variants import VARIANTS
from judge.rules.registry import playing
from judge.rules.rng import Rng
from judge.rules.values import only, sheet_of
from judge.testing.scenario import acted
from tests.rules.conformance.scenarios import SCENARIOS
from tests.support.soaking import some, stride

PHASES = stride(13, 5)


@pytest.mark.parametrize(("board", "variant"), some(product(board_names(), VARIANTS), 3))
def test_years_of_every_variation_on_every_board(board: str, variant: str) -> None:
    luck = random.Random(1)
    system = playing("payola", {"variant": variant})
    players = SCENARIOS[system.name]
    names = system.seating({"map": board, "variant": variant}).names
    dummies = list(names[: min(2, len(names) - 1)]) if variant == "loyal" else []
    options = {"map": board, "variant": variant, "dummies": dummies}
    seats = [name for name in names if name not in dummies]
    state: Any = system.start(options, seats, Rng(b"x", "START")).state
    for number in range(PHASES):
        phase = system.phase(state)
        if phase is None:
            break
        orders = {}
        for role in phase.roles:
            view: Any = system.view(state, only(role))
            text = players.sheet(view, role, luck) if view.table.units else "10 $"
            reading = system.read(view, role, sheet_of(text))
            orders[role] = dict(reading.parts)
            if variant == "exchange":
                state = acted(system, state, role, reading.acts)
        money = sum(system.accounts(state).values())
        outcome = system.adjudicate(state, orders, Rng(b"x", str(number)))
        changes = sum(each.amount for each in outcome.postings)
        assert sum(system.accounts(outcome.state).values()) == money + changes
        after: Any = outcome.state
        assert min(after.balances.values()) >= 0
        if variant == "zerosum":
            assert changes == sum(each.amount for each in outcome.postings if "first time" in each.reason)
        state = system.load(json.loads(json.dumps(system.dump(outcome.state))))
        assert state == outcome.state
