"""Payola 6.4 and rulings P21, P22: what wins costs one silver piece more than what came second."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings

from judge.rules.payola.auctions.auction import determine
from judge.rules.payola.auctions.contest import Lot
from judge.rules.payola.canonical import Amount
from tests.rules.payola.support import Auctioned, auction
from tests.rules.payola.test_reductions import agree, auctions, is_move, offer, wars
from tests.support.calls import calls
from tests.support.soaking import examples


def cheap(sheets: dict[str, str], **more: Any) -> Auctioned:
    return auction(sheets, discount=True, **more)


def test_6_4_the_winner_pays_one_more_than_the_second_best() -> None:
    found = cheap({"FRANCE": "12 : A PAR - BUR", "GERMANY": "5 : A PAR - PIC"})
    assert found.issued["A PAR"] == "- BUR"
    assert found.paid == {"FRANCE": {"A PAR": 6}}


def test_p21_without_another_order_the_price_is_1() -> None:
    assert cheap({"FRANCE": "12 : A PAR - BUR"}).paid == {"FRANCE": {"A PAR": 1}}
    assert cheap({"GERMANY": "12 : A PAR - BUR"}).paid == {"GERMANY": {"A PAR": 1}}  # HOLD stands at 0


def test_p21_in_a_tie_all_is_paid() -> None:
    found = cheap({"FRANCE": "5 : A PAR - BUR", "GERMANY": "5 : A PAR - PIC"})
    assert found.paid == {"FRANCE": {"A PAR": 5}}


def test_p21_nobody_pays_more_than_he_offered() -> None:
    assert cheap({"FRANCE": "0 : A PAR - BUR"}).paid == {}
    found = cheap({"FRANCE": "6 : A PAR - BUR", "GERMANY": "5 : A PAR - PIC"})
    assert found.paid == {"FRANCE": {"A PAR": 6}}


def test_p21_all_money_counts_for_the_second_best() -> None:
    found = cheap({"FRANCE": "12 : A PAR - BUR", "GERMANY": "2 : A PAR - PIC", "ENGLAND": "3 ! A PAR - BUR"})
    # Picardy comes to 2 + 3
    assert found.paid == {"FRANCE": {"A PAR": 6}}


def test_p21_the_report_shows_what_is_paid() -> None:
    found = cheap({"FRANCE": "12 : A PAR - BUR\n1 : A MAR - SPA", "GERMANY": "5 : A PAR - PIC"})
    assert found.totals["A PAR"] == 6
    assert found.payments["FRANCE"] == [("A PAR", 6), ("A MAR", 1)]


def test_p21_in_a_dummys_tie_holds_payers_pay_in_full() -> None:
    sheets = {"AUSTRIA": "4 : A VEN - TYR", "FRANCE": "4 : A VEN - PIE", "TURKEY": "2 : A VEN H"}
    found = cheap(sheets, dummies=("ITALY",))
    assert found.issued["A VEN"] == "H"
    assert found.totals["A VEN"] == 5
    assert found.paid == {"TURKEY": {"A VEN": 2}}


def test_p22_the_first_in_the_owners_list_saves_first() -> None:
    sheets = {"FRANCE": "4 : A PAR - BUR", "GERMANY": "6 : A PAR - BUR", "ENGLAND": "3 : A PAR - PIC"}
    assert cheap(sheets, accept={"FRANCE": "FG?"}).paid == {"GERMANY": {"A PAR": 4}}
    assert cheap(sheets, accept={"FRANCE": "GF?"}).paid == {"FRANCE": {"A PAR": 4}}


def test_p22_a_plateau_is_a_floor_for_savings_too() -> None:
    sheets = {"FRANCE": "4#3 : A PAR - BUR", "GERMANY": "6 : A PAR - BUR", "ENGLAND": "3 : A PAR - PIC"}
    assert cheap(sheets, accept={"FRANCE": "FG?"}).paid == {"FRANCE": {"A PAR": 3}, "GERMANY": {"A PAR": 1}}


def test_p22_what_one_cannot_take_goes_to_the_next_in_the_list() -> None:
    sheets = {"FRANCE": "3 : A PAR - BUR", "GERMANY": "6 : A PAR - BUR", "ENGLAND": "1 : A PAR - PIC"}
    # 7 of 9 are saved: France takes its 3, Germany the other 4
    assert cheap(sheets, accept={"FRANCE": "FG?"}).paid == {"GERMANY": {"A PAR": 2}}


def test_p22_the_floor_is_the_sum_of_all_plateaus_on_the_order() -> None:
    found = cheap({"FRANCE": "6#3 + 2*5#2 : A PAR - BUR\n4#1 > A PAR - PIC"})
    # all of them pay for Burgundy: 6 + 5 + 5 + 4, above plateaus of 3 + 2 + 2 + 1; Picardy comes to 4
    assert found.paid == {"FRANCE": {"A PAR": 8}}


def test_p22_what_nobody_can_take_is_not_saved() -> None:
    found = cheap({"FRANCE": "9# : A PAR - BUR", "GERMANY": "2 : A PAR - PIC"})
    assert found.paid == {"FRANCE": {"A PAR": 9}}
    assert found.totals["A PAR"] == 9


def test_p22_savings_come_before_overdrafts() -> None:
    found = cheap({"FRANCE": "60 : A PAR - BUR\n60 : A MAR - SPA"}, balances={"FRANCE": 2})
    assert found.reductions == {}
    assert found.paid == {"FRANCE": {"A PAR": 1, "A MAR": 1}}


def test_p22_dropped_plateaus_are_no_floors_any_more() -> None:
    found = cheap({"FRANCE": "30# : A PAR - BUR\n20#18 : A MAR - SPA"}, balances={"FRANCE": 40})
    # two reductions leave both at their plateaus; once those are dropped both cost 1
    assert found.reductions == {"FRANCE": 3}
    assert found.paid == {"FRANCE": {"A PAR": 1, "A MAR": 1}}


def test_p22_a_dummys_list_is_drawn() -> None:
    sheets = {"FRANCE": "5 : A VEN - TYR", "TURKEY": "5 : A VEN - TYR"}
    savers = {
        power
        for seed in range(30)
        for power, paid in cheap(sheets, dummies=("ITALY",), seed=bytes([seed])).paid.items()
        if paid == {"A VEN": 1}
    }
    assert savers == {"FRANCE", "TURKEY"}


@settings(max_examples=examples(200), deadline=None)
@given(auctions(most=12, units=4))
def test_small_amounts_agree_with_the_rounds_one_by_one(case: Any) -> None:
    agree(case, discount=True)


@settings(max_examples=examples(100), deadline=None)
@given(auctions(most=60, units=6))
def test_large_amounts_agree_with_the_rounds_one_by_one(case: Any) -> None:
    agree(case, discount=True)


@settings(max_examples=examples(60), deadline=None)
@given(wars())
def test_bidding_wars_agree_with_the_rounds_one_by_one(case: Any) -> None:
    agree(case, discount=True)


def test_large_amounts_take_few_looks() -> None:
    lots = {"u": Lot("C", "H"), "v": Lot("C", "H")}
    sheets = {
        "A": [offer("u", ["-1"], Amount(999, 0, 3)), offer("v", ["-1"], Amount(999, 0, 3))],
        "B": [offer("u", ["-2"], Amount(900, 900, 3)), offer("v", ["-2"], Amount(900, 900, 3))],
        "C": [],
    }
    money, lists = dict.fromkeys("ABC", 10), dict.fromkeys("ABC", "ABC")
    assert calls(lambda: determine(lots, sheets, money, lists.__getitem__, is_move, discount=True)) < 200_000
