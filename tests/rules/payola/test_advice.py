"""What SHOW and TRY tell of a sheet: what it costs by itself, and what a good player would think of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judge.rules.payola.state import PayolaState
from judge.rules.payola.system import SYSTEM
from judge.rules.values import only
from tests.rules.payola.played import act, adjudicate, at, opening, read
from tests.rules.payola.played import told as told_of


def advice(state: PayolaState, text: str, power: str = "FRANCE") -> tuple[str, ...]:
    reading = read(state, power, text)
    assert [each.message for each in reading.problems if not each.warning] == []
    return SYSTEM.estimate(SYSTEM.view(state, only(power)), reading.parts)


@pytest.mark.parametrize(
    ("text", "cost", "reductions"),
    [
        ("5 : A PAR - BUR\n4 : A PAR - PIC", 5, 0),
        ("5 : A PAR - BUR\n4 ! A PAR - PIC", 9, 0),
        ("5 > A PAR - BUR\n4 @ A PAR S A MAR - BUR", 5, 0),
        ("2*5 & A PAR - BUR\n1 : A MUN - RUH", 11, 0),
        ("49 : A PAR - BUR", 48, 1),
        ("60 : A PAR - BUR\n10 $", 38, 22),
        ("17 : A PAR - BUR\n17 : A MAR - SPA\n17 : F BRE - MAO", 48, 1),
        ("19 : A PAR - BUR\n19 : A MAR - SPA\n19 : F BRE - MAO\n4 $", 42, 5),
    ],
)
def test_5_5_the_cost_is_what_the_sheet_alone_comes_to_and_no_rough_limit(
    text: str, cost: int, reductions: int
) -> None:
    shown = advice(opening(), text)
    assert shown[0] == f"If nobody else offers, you pay {cost} of your 48 AgP."
    often = {0: (), 1: ("All your offers are reduced once until that fits.",)}
    told = often.get(reductions, (f"All your offers are reduced {reductions} times until that fits.",))
    assert tuple(each for each in shown if "reduced" in each) == told


def test_p7_a_promise_for_what_nobody_names_costs_nothing_if_nobody_else_offers() -> None:
    shown = advice(opening(), "5 : A PAR - BUR\n3 ! A VEN H")
    assert shown[:2] == ("If nobody else offers, you pay 5 of your 48 AgP.", "What others offer can make that 8 AgP.")
    assert "  -  3 ! A VEN H" in shown
    assert not any("others offer" in each for each in advice(opening(), "3 > A VEN - TYR\n2 & A MUN H"))


@pytest.mark.parametrize(
    "text",
    [
        "3 > A PAR S A MAR - BUR\n2 > A PAR S F BRE - PIC",  # some other move
        "3 @ A PAR - BUR\n2 ! A PAR H | - BUR",  # some other support
    ],
)
def test_p7_what_others_name_can_make_a_promise_pay(text: str) -> None:
    shown = advice(opening(), text)
    assert shown[:2] == ("If nobody else offers, you pay 3 of your 48 AgP.", "What others offer can make that 5 AgP.")


@pytest.mark.ruling("P11")
def test_4_4_a_unit_of_a_dummy_that_one_sheet_ties_holds_for_nothing() -> None:
    shown = advice(opening(dummies=("ITALY",)), "5 : A VEN - TYR | - PIE")
    assert shown[:2] == ("If nobody else offers, you pay 0 of your 48 AgP.", "What others offer can make that 5 AgP.")
    assert "  -  5 : A VEN - TYR | - PIE" in shown


@pytest.mark.ruling("P8")
def test_4_2_a_foreign_unit_holds_where_its_owners_hold_ties_as_lists_begin_with_the_owner() -> None:
    shown = advice(opening(), "3 : A VEN - TYR\n3 : A VEN H")
    assert shown[1:4] == ("Line by line you pay:", "  -  3 : A VEN - TYR", "  3  3 : A VEN H")
    reduced = advice(opening(), "50#46 : A PAR - BUR\n2 : A VEN - TYR")
    assert "  48  50#46 : A PAR - BUR" in reduced
    assert "   -  2 : A VEN - TYR" in reduced


def test_each_line_is_told_with_what_it_would_pay() -> None:
    text = "30 : A PAR - BUR % for now\n30#28 : A MAR - SPA\n2 : A MAR H\n4 ! A PAR H"
    shown = advice(opening(), text)
    assert shown[2:7] == (
        "Line by line you pay:",
        "  20  30 : A PAR - BUR",
        "  28  30#28 : A MAR - SPA",
        "   -  2 : A MAR H",
        "   0  4 ! A PAR H",
    )


def test_lines_that_all_pay_what_they_offer_are_not_told_again() -> None:
    assert advice(opening(), "5 : A PAR - BUR\n0 : A MAR H\n3 : F BRE - MAO")[1:] == ("40 AgP would be left over.",)


def test_a_plateau_that_cannot_hold_is_named() -> None:
    shown = advice(opening(), "30#28 : A PAR - BUR\n30#28 : A MAR - SPA\n9#1 : F BRE - MAO")
    assert [each for each in shown if "plateau" in each] == [
        "The plateau of `30#28 : A PAR - BUR` cannot hold: 24 is left.",
        "The plateau of `30#28 : A MAR - SPA` cannot hold: 24 is left.",
        "The plateau of `9#1 : F BRE - MAO` cannot hold: 0 is left.",
    ]
    assert not any("plateau" in each for each in advice(opening(), "30#28 : A PAR - BUR\n30 : A MAR - SPA"))


def test_3_3_own_units_that_nobody_orders_are_named() -> None:
    shown = advice(opening(), "5 : A PAR - BUR")
    assert "You offer nothing to these units, so they have 0 for HOLD: F BRE, A MAR." in shown


def test_p9_own_units_at_which_the_own_list_prefers_others_are_named() -> None:
    text = "5 : A PAR - BUR\n2 : A MAR H\n0 : F BRE H\n3 : A MUN H"
    state = act(opening(), "FRANCE", "accept", list="EG?F").state
    said = "Your list EG?F prefers England, Germany and those whom `?` stands for to you"
    assert f"{said}, so they win ties at A PAR, A MAR, F BRE." in advice(state, text)
    assert not any("Your list" in each for each in advice(opening(), text))


@pytest.mark.parametrize(
    ("text", "left"), [("20 : A PAR - BUR\n10 $", "18 AgP would be left over."), ("48 : A PAR H", "")]
)
def test_money_that_is_neither_spent_nor_held_back_is_told(text: str, left: str) -> None:
    found = [each for each in advice(opening(), text) if "left over" in each]
    assert found == ([left] if left else [])


def test_6_4_in_ebayola_it_may_cost_less() -> None:
    assert any("may cost less" in each for each in advice(opening(variant="ebayola"), "5 : A PAR - BUR"))


def test_p20_in_a_blind_game_the_advice_is_the_same_whatever_is_out_of_sight() -> None:
    text = "20 : A MUN - RUH\n30 & A GAL S A VIE - BUD\n5 : A PAR - BUR"
    there: dict[str, Any] = {"FRANCE": ["A PAR"], "RUSSIA": ["A GAL"], "AUSTRIA": ["A VIE"], "GERMANY": ["A MUN"]}
    centers = {"FRANCE": ["PAR"], "RUSSIA": ["MOS"]}
    one, two = (
        at("S1903M", units, centers, {"blind": True}) for units in (there, {"FRANCE": ["A PAR"], "RUSSIA": ["A LVN"]})
    )
    assert advice(one, text) == advice(two, text)


@pytest.mark.parametrize(
    ("variant", "supposed"),
    [
        ({"variant": "tincup"}, "If all these offers stand and nobody else offers,"),
        ({"variant": "ebayola", "blind": True}, "At full price, if all these offers stand,"),
    ],
)
def test_6_3_a_blind_game_says_that_a_sheet_costs_so_much_only_if_what_it_names_is_there(
    variant: dict[str, Any], supposed: str
) -> None:
    state, text = opening(**variant), "5 : A PAR - BUR\n4 : A RUH - BUR"
    assert advice(state, text)[0] == f"{supposed} you pay 9 of your 48 AgP."
    (statement,) = told_of(adjudicate(state, FRANCE=text), "FRANCE", "statement")
    assert statement["expended"] < 9, "there is no A RUH"


def test_p23_loyal_units_cost_nothing() -> None:
    state = opening(variant="loyal", dummies=("ITALY",))
    assert advice(state, "A PAR - BUR\nA MAR H\nF BRE H") == ()
    assert "you pay 5 of your 48" in advice(state, "A PAR - BUR\nA MAR H\nF BRE H\n5 : A VEN - TYR")[0]


def test_p21_the_page_says_that_in_ebayola_the_full_price_is_told_and_not_what_it_costs_if_nobody_else_offers() -> None:
    told = advice(opening(variant="ebayola"), "60 : A PAR - BUR")
    assert told[:2] == (
        "At full price you pay 48 of your 48 AgP.",
        "All your offers are reduced 12 times until that fits.",
    )
    outcome = adjudicate(opening(variant="ebayola"), FRANCE="60 : A PAR - BUR")
    (statement,) = told_of(outcome, "FRANCE", "statement")
    assert (statement["expended"], statement["reductions"]) == (1, 0)
    page = Path(__file__).parents[3] / "docs/games/payola-variations.md"
    assert "at full price. If nobody else offers, it can cost less" in page.read_text(encoding="utf-8")
