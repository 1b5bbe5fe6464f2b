"""Random games of thirteen: ducats are conserved, every unit has a place of its own, and nothing raises."""

from __future__ import annotations

import random

import pytest

from judge.rules.machiavelli.board import BOARD, GARRISON
from judge.rules.machiavelli.position import Position
from judge.rules.machiavelli.state import State
from judge.rules.machiavelli.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.values import only, sheet_of
from tests.rules.machiavelli.scenario import SCENARIO

PHASES_OF_A_YEAR = 4


def check_occupation(position: Position) -> None:
    """One unit a place, each where it can stand; garrisons only in fortified cities; small islands hold one thing."""
    for place, unit in position.units.items():
        assert unit.place == place
        assert BOARD.stands(unit.kind, unit.area)
        assert unit.kind != GARRISON or BOARD.areas[unit.area].fortified
    for area in BOARD.provinces:
        if BOARD.areas[area].single:
            assert len(position.units_in(area)) + (area in position.rebellions) <= 1
        if not position.empty(area):
            owners = {unit.owner for unit in position.units_in(area)}
            assert position.holder(area) == (owners.pop() if len(owners) == 1 else None)
        assert len([unit for unit in position.units_in(area) if not unit.owner]) <= 1, "one independent an area"
    assert position.sieges <= position.units.keys()


def play_years(years: int, seed: int) -> State:
    drawn = random.Random(seed)
    outcome = SYSTEM.start({}, SYSTEM.seating({}).names, Rng(b"seed"))
    ledger: dict[str, int] = {}
    for posting in outcome.postings:
        ledger[posting.account] = ledger.get(posting.account, 0) + posting.amount
    state: State = outcome.state
    for _ in range(years * PHASES_OF_A_YEAR):
        phase = SYSTEM.phase(state)
        if phase is None:
            break
        orders = {}
        for role in phase.roles:
            view = SYSTEM.view(state, only(role))
            reading = SYSTEM.read(view, role, sheet_of(SCENARIO.sheet(view, role, drawn)))
            assert [each for each in reading.problems if not each.warning and "illegal" not in each.code] == []
            orders[role] = reading.parts
        outcome = SYSTEM.adjudicate(state, orders, Rng(b"seed", phase.label))
        for posting in outcome.postings:
            ledger[posting.account] = ledger.get(posting.account, 0) + posting.amount
        assert all(amount >= 0 for amount in outcome.state.ducats.values())
        assert {role: amount for role, amount in ledger.items() if amount} == {
            role: amount for role, amount in outcome.state.ducats.items() if amount
        }
        gifts = sum(posting.amount for posting in outcome.postings if posting.reason == "gift")
        assert gifts == 0, "what one gives another has"
        check_occupation(outcome.state.position)
        state = outcome.state
    return state


@pytest.mark.parametrize("seed", range(4))
def test_two_years_of_thirteen(seed: int) -> None:
    state = play_years(2, seed)
    assert state.winners or str(state.label) == "SPR1461A"
    assert len(state.position.units) > 20
