"""What the steady player of Absence of Plague does with its units and its ducats."""

from __future__ import annotations

from typing import Any

import pytest

from judge.rules.computers import situation_of
from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.system import SYSTEM
from judge.rules.rng import Rng
from tests.rules.machiavelli.table import state

RNG = Rng(b"computers", "SPR1460C")
LUCCA = "FLORENCE A PIS; NOBODY G LUC"
ALL = {area: "FLORENCE" for area in BOARD.provinces if area != "LUC"}
"""There is nothing to take but what a test has others hold."""


def _lines(here: Any, player: str = "FLORENCE") -> list[str]:
    found = situation_of(SYSTEM, here, player, RNG)
    assert found is not None
    return SYSTEM.computers["steady"].write(found).sheets[player].splitlines()


def _why(here: Any, player: str = "FLORENCE") -> str:
    found = situation_of(SYSTEM, here, player, RNG)
    assert found is not None
    return SYSTEM.computers["steady"].write(found).why


def test_9_4_a_siege_is_begun_and_gone_on_with() -> None:
    units = "FLORENCE A LUC; NOBODY G LUC"
    assert "A LUC B LUC" in _lines(state(units, ducats={"FLORENCE": 0}, markers=ALL))
    assert "A LUC B LUC" in _lines(state(units, ducats={"FLORENCE": 0}, markers=ALL, sieges=["LUC"]))


@pytest.mark.parametrize(("ducats", "paid"), [(5, False), (6, True), (40, True)])
def test_12_a_garrison_that_bars_the_way_is_paid_to_disband_where_there_is_money(ducats: int, paid: bool) -> None:
    lines = _lines(state(LUCCA, ducats={"FLORENCE": ducats}, markers=ALL))
    assert ("DISBAND G LUC 6" in lines) is paid
    assert not paid or "A PIS - LUC" in lines


def test_12_no_more_is_spent_on_bribes_than_there_is() -> None:
    units = f"{LUCCA}; NOBODY G PST; NOBODY G SIE; FLORENCE A FIR; FLORENCE A ARE"
    spent = [int(line.split()[3]) for line in _lines(state(units, ducats={"FLORENCE": 13})) if "DISBAND" in line]
    assert spent
    assert sum(spent) <= 13


def test_what_one_unit_cannot_take_two_take_together() -> None:
    lines = _lines(state("FLORENCE A FIR; FLORENCE A ARE; PAPACY A SIE", ducats={"FLORENCE": 0}, markers=ALL))
    orders = {line.split()[1]: line.split()[2:] for line in lines}
    assert sorted(verb for verb, *_ in orders.values()) == ["-", "S"]
    assert len({rest[0] for _, *rest in orders.values()}) == 1


def test_13_4_no_two_of_its_units_go_to_one_area() -> None:
    lines = _lines(state("FLORENCE A FIR; FLORENCE A ARE; FLORENCE A PIS; FLORENCE A PST"))
    goals = [line.split()[3] for line in lines if line.split()[2] == "-"]
    assert len(set(goals)) == len(goals)


def test_whoever_could_lose_the_last_city_of_its_home_stays_there() -> None:
    units = "FLORENCE A FIR; GENOA A PIS; PAPACY A PST"
    lost = dict.fromkeys(("ARE", "PIS", "PST"), "GENOA")
    assert "A FIR H" in _lines(state(units, ducats={"FLORENCE": 0}, markers=lost))


def test_it_says_in_a_sentence_why() -> None:
    assert _why(state(LUCCA, ducats={"FLORENCE": 9}, markers=ALL)) == "I go for Lucca. I pay G LUC to disband."


def test_7_units_are_paid_and_new_ones_raised_for_what_is_left() -> None:
    lines = _lines(state("FLORENCE A FIR", "SPR1460A", {"FLORENCE": 9}))
    assert lines[0] == "PAY A FIR"
    assert [line.split()[0] for line in lines[1:]] == ["RAISE", "RAISE"]
