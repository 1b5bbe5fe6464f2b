"""Whole phases of random positions, by `judge adjudicate` and by the oracle: the boards must be the same."""

from __future__ import annotations

import random
from typing import Any

import pytest

from judge.rules import schema
from judge.rules.machiavelli.adjustment import RAISE, Salary, no_raise, no_tax, tax_income
from judge.rules.machiavelli.case import Board, position_of
from judge.rules.machiavelli.expenses import REBEL, Expense, forbidden, least
from judge.rules.machiavelli.system import SYSTEM
from tests.rules.machiavelli.oracle import positions, springs
from tests.rules.machiavelli.oracle.ground import AREAS, COUNTRIES, PROVINCES, Position, read
from tests.rules.machiavelli.oracle.money import price_of_rebellion
from tests.rules.machiavelli.oracle.run import campaign, spring
from tests.rules.machiavelli.oracle.season import tax
from tests.rules.machiavelli.oracle.spring import can_raise
from tests.support.soaking import stride

CASES = stride(6000, 100)


def adjudicated(position: Position, orders: dict[str, str]) -> Any:
    return SYSTEM.case({"position": positions.dump(position), "orders": orders})


def differences(found: Any, expected: Position) -> list[object]:
    judged = read(found["position"])
    units, others = positions.places(judged), positions.places(expected)
    rows: list[object] = [("units", sorted(units - others), sorted(others - units))] if units != others else []
    for name in ("phase", "rebellions", "sieges", "homes", "ducats", "banned"):
        one, other = getattr(judged, name), getattr(expected, name)
        rows += [(name, one, other)] if one != other else []
    rows += [("holder", area) for area in PROVINCES if judged.holder(area) != expected.holder(area)]
    rows += [("out", country) for country in COUNTRIES if (country in judged.out) != (country in expected.out)]
    return rows


@pytest.mark.parametrize("phase", ["SUM1460C", "FAL1460C", "SPR1466C"])
def test_campaigns_end_as_the_text_has_them_end(phase: str) -> None:
    for case in range(CASES // 3):
        drawn = random.Random(f"{phase} {case}")
        start = positions.position(drawn, phase)
        letters = positions.letters(start, drawn, rich=case % 2 == 0)
        found = adjudicated(start, {player: letter.written() for player, letter in letters.items()})
        result = campaign(start, letters)
        # Retreats into each other's way are the matching's (ruling 5.6), which single cases hold.
        if not (result.fought and result.fought.shared):
            assert differences(found, result.position) == [], (phase, case)
            assert found.get("winners", []) == result.winners, (phase, case)


def test_springs_end_as_the_text_has_them_end() -> None:
    for case in range(CASES // 2):
        drawn = random.Random(f"spring {case}")
        start = positions.position(drawn, drawn.choice(("SPR1459A", "SPR1461A")))
        letters = springs.letters(start, drawn)
        found = adjudicated(start, {player: letter.written() for player, letter in letters.items()})
        assert differences(found, spring(start, letters).position) == [], case


def test_what_may_be_raised_incited_and_taxed_and_every_income_are_as_the_text_has_them() -> None:
    """5.1, 5.3, 7.2 and 11.1, for everybody and every province."""
    for case in range(stride(300, 2)):
        drawn = random.Random(f"board {case}")
        start = positions.position(drawn, "SPR1461A")
        board = position_of(schema.read(positions.dump(start), Board))
        assert tax_income(board) == {player: tax(start, player) for player in COUNTRIES}, case
        for player in drawn.sample(COUNTRIES, 3):
            for area in PROVINCES:
                for kind in "AFG":
                    refused = no_raise(board, player, Salary(RAISE, kind, area))
                    assert bool(refused) != can_raise(start, player, kind, area), (case, player, kind, area)
                rebellion = Expense(REBEL, area)
                price = 0 if forbidden(board, player, rebellion) else least(board, rebellion)
                assert price == price_of_rebellion(start, player, area), (case, player, area)
                room = not AREAS[area].single or start.empty(area)
                assert bool(no_tax(board, player, area)) != (start.holder(area) == player and room), (case, area)
