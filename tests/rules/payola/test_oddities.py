"""What is legal in a sheet and perhaps not meant, and what an error says would have been right."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from judge.rules.payola.state import PayolaState
from judge.rules.payola.system import SYSTEM
from judge.rules.values import RESIGN, only
from tests.rules.payola.played import RNG, act, at, codes, opening, read, told

OUT = {"FRANCE": ["A PAR"], "TURKEY": ["A CON"]}
OUT_CENTERS = {"FRANCE": ["PAR"], "TURKEY": ["CON"]}


def warnings(state: PayolaState, text: str, filed: str = "", power: str = "FRANCE") -> list[tuple[int, str]]:
    return [(each.line, each.message) for each in read(state, power, text, filed).problems if each.warning]


def test_p22_a_plateau_in_ebayola_is_warned_of_once() -> None:
    text = "5 : A PAR - BUR\n5#2 : F BRE - MAO\n6# : A MAR - SPA"
    told_of = warnings(opening(variant="ebayola"), text)
    assert [line for line, _ in told_of] == [2]
    assert "the least that you pay" in told_of[0][1]
    assert warnings(opening(), text) == []


@pytest.mark.parametrize("blind", [False, True])
def test_p4_a_convoy_to_a_place_that_an_army_borders_on_is_not_called_out_of_reach(blind: bool) -> None:
    """A PAR is inland: no convoy takes it anywhere, whatever else is on the board."""
    problem = read(opening(blind=blind), "FRANCE", "5 : A PAR - BUR VIA").problems[0]
    assert "cannot reach" not in problem.message
    assert "it borders on BUR" in problem.message
    assert problem.hint == "leave VIA out: write `A PAR - BUR`"


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("2*5 : A PAR - BUR", "write lines like `5 : A LON - YOR`"),
        ("5 > A PAR - BUR", "write lines like `5 : A LON - YOR`"),
        ("10 $", "leave the line out: what you do not offer stays yours"),
    ],
)
def test_p25_what_classic_has_not_is_told_with_what_classic_has(line: str, hint: str) -> None:
    assert read(opening(variant="classic"), "FRANCE", line).problems[0].hint == hint


def eliminated(**changes: Any) -> PayolaState:
    return at("S1903M", OUT, OUT_CENTERS, changes.pop("options", None), **changes)


def forfeits(state: PayolaState, power: str) -> str:
    return SYSTEM.forfeits(SYSTEM.view(state, only(power)))


@pytest.mark.ruling("P29")
@pytest.mark.parametrize("blind", [False, True])
def test_2_4_an_eliminated_player_is_told_that_leaving_destroys_the_money_and_how_to_give_it_away(blind: bool) -> None:
    said = forfeits(eliminated(options={"blind": blind}), "ITALY")
    assert said.startswith("You are eliminated, so nobody would get what is yours: 48 AgP would be destroyed")
    assert "TRANSFER ALL TO AUSTRIA" in said


@pytest.mark.ruling("P29")
def test_2_4_nobody_else_is_told_so() -> None:
    state = eliminated()
    assert forfeits(state, "FRANCE") == ""
    assert forfeits(replace(state, balances={**state.balances, "ITALY": 0}), "ITALY") == ""


def test_p24_what_is_put_aside_is_lost_too_and_cannot_be_given_away() -> None:
    state = eliminated(options={"variant": "zerosum"}, aside={"ITALY": 1})
    state = replace(state, balances={**state.balances, "ITALY": 0})
    assert forfeits(state, "ITALY").endswith("1 AgP would be destroyed.")
    assert sum(each.amount for each in act(state, "ITALY", RESIGN).postings) == -1


def test_p27_money_for_units_without_a_center_is_told_as_such() -> None:
    start = SYSTEM.start({"map": "no-centers"}, opening().table.board.powers, RNG)
    income = told(start, "FRANCE", "income")[0]
    assert (income["centers"], income["units"], income["amount"]) == (0, 3, 24)
    assert "units" not in told(SYSTEM.start({}, opening().table.board.powers, RNG), "FRANCE", "income")[0]


def test_p48_a_gift_without_an_order_is_one_for_hold_and_a_warning_says_so() -> None:
    reading = read(opening(), "TURKEY", "9 : A CON - BUL\n2 & A BUD")
    assert reading.parts == {"offers": "9 : A CON - BUL\n2 & A BUD H"}
    told = "a gift names an order too, so I read it as `2 & A BUD H`"
    assert warnings(opening(), "2 & A BUD", power="TURKEY") == [(1, told)]
    assert warnings(opening(), "2 & A BUD H", power="TURKEY") == []


@pytest.mark.parametrize("kind", [":", "!", ">", "@"])
def test_p48_no_other_offer_can_do_without_an_order(kind: str) -> None:
    reading = read(opening(), "TURKEY", f"2 {kind} A BUD")
    assert reading.parts == {}
    assert codes(reading) == ["diplomacy/no-order"]


@pytest.mark.parametrize("end", ["S A VIE - GLA", "- SRE", "TO SREBIA"])
def test_p48_a_gift_above_what_may_be_the_end_of_its_order_is_refused_with_it(end: str) -> None:
    reading = read(opening(), "AUSTRIA", f"1 : A VIE - GAL\n2 & A BUD\n{end}")
    assert reading.parts == {"offers": "1 : A VIE - GAL"}
    assert codes(reading) == ["line/broken"]


@pytest.mark.parametrize("end", ["S A VIE - GAL", "- SER", "| S A VIE - GAL"])
def test_p48_a_gift_that_goes_on_below_names_the_order_there(end: str) -> None:
    reading = read(opening(), "AUSTRIA", f"2 & A BUD\n{end}")
    assert "H" not in reading.parts.get("offers", "").split()
