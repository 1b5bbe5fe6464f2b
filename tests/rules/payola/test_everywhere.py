"""Every variation on every board: three years of random sheets, the books kept, the state through JSON each phase."""

from __future__ import annotations

import json
import random

import pytest

from judge.rules.diplomacy.board import board_names
from judge.rules.payola.system import SYSTEM
from judge.rules.payola.variants import VARIANTS
from judge.rules.rng import Rng
from judge.rules.system import only, sheet_of
from tests.rules.conformance.laws import acted
from tests.rules.conformance.scenarios import PayolaScenario

PHASES = 13


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("board", board_names())
def test_three_years_of_every_variation_on_every_board(board: str, variant: str) -> None:
    luck, players = random.Random(1), PayolaScenario()
    names = SYSTEM.seating({"map": board, "variant": variant}).names
    dummies = list(names[:2]) if variant == "loyal" else []
    options = {"map": board, "variant": variant, "dummies": dummies}
    seats = [name for name in names if name not in dummies]
    state = SYSTEM.start(options, seats, Rng(b"x", "START")).state
    for number in range(PHASES):
        phase = SYSTEM.phase(state)
        if phase is None:
            break
        orders = {}
        for role in phase.roles:
            view = SYSTEM.view(state, only(role))
            text = players.sheet(view, role, luck) if view.table.units else "10 $"
            reading = SYSTEM.read(view, role, sheet_of(text))
            orders[role] = dict(reading.parts)
            if variant == "exchange":
                state = acted(SYSTEM, state, role, reading.acts)
        money = sum(SYSTEM.accounts(state).values())
        outcome = SYSTEM.adjudicate(state, orders, Rng(b"x", str(number)))
        changes = sum(each.amount for each in outcome.postings)
        assert sum(SYSTEM.accounts(outcome.state).values()) == money + changes
        assert min(outcome.state.balances.values()) >= 0
        if variant == "zerosum":
            assert changes == sum(each.amount for each in outcome.postings if "first time" in each.reason)
        state = SYSTEM.load(json.loads(json.dumps(SYSTEM.dump(outcome.state))))
        assert state == outcome.state
