"""The variations of section 6: Classic, Loyal Units, eBayola, Zero Sum, their incomes and their titles."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from judge.rules.payola.auctions.auction import determine
from judge.rules.payola.auctions.contest import Lot
from judge.rules.payola.canonical import Amount
from judge.rules.payola.income import Income, read_income
from judge.rules.payola.state import PayolaState
from judge.rules.payola.system import SYSTEM
from judge.rules.payola.treasury import ASIDE, FIRST_CAPTURE, start_money
from judge.rules.payola.variants import variant_of
from judge.rules.problems import Refused
from judge.rules.registry import title_of
from judge.rules.rng import Rng
from judge.rules.story import Story, plotted
from judge.rules.values import DUMMY, MASTER, RESIGN, SUCCEED, Orders, PhaseRecord, only, sheet_of
from tests.rules.payola.played import POWERS, RNG, act, adjudicate, at, codes, opening, read, told
from tests.rules.payola.support import STANDARD, Auctioned, auction
from tests.rules.payola.test_auction import assert_agreement, auctions, is_move, offer, wars
from tests.support.bots import gambles
from tests.support.calls import calls
from tests.support.soaking import examples, some

CLASSIC = opening(variant="classic")


def test_6_1_a_center_earns_seven() -> None:
    assert dict(CLASSIC.balances) == {power: 28 if power == "RUSSIA" else 21 for power in POWERS}


@pytest.mark.parametrize(
    "line",
    [
        "2*5 : A PAR - BUR",
        "5#2 : A PAR - BUR",
        "5# : A PAR - BUR",
        "5 + 3 : A PAR - BUR",
        "5 ! A PAR - BUR",
        "5 > A PAR - BUR",
        "5 @ A PAR - BUR",
        "5 & A PAR - BUR",
        "5 : A PAR - BUR | - PIC",
        "10 $",
    ],
)
def test_p25_only_plain_direct_offers_are_read(line: str) -> None:
    reading = read(CLASSIC, "FRANCE", line)
    assert codes(reading) == ["payola/not-in-classic"]
    assert "Classic" in reading.problems[0].message


@pytest.mark.parametrize("line", ["20 $", "$ 20", "save 20", "Save some money"])
def test_6_1_no_way_to_save_is_shown_where_savings_are_not_permitted(line: str) -> None:
    (problem,) = read(CLASSIC, "FRANCE", line).problems
    assert problem.message == "Payola Classic has no savings"
    assert "$" not in problem.hint


def test_6_1_a_wrong_amount_is_shown_neither_repetitions_nor_plateaus_nor_sums() -> None:
    (problem,) = read(CLASSIC, "FRANCE", "5.5 : A PAR - BUR").problems
    assert problem.code == "line/not-understood"
    assert not set("*#+") & set(problem.hint)


def test_6_1_an_offer_without_a_sign_is_shown_the_colon_alone() -> None:
    (problem,) = read(CLASSIC, "FRANCE", "5. A PAR - BUR").problems
    assert "write `5 : A PAR - BUR`" in problem.hint
    assert not set("!>@&") & set(problem.hint)


def test_p25_zero_may_be_offered_to_foreign_units() -> None:
    assert read(CLASSIC, "FRANCE", "0 : A MUN - RUH").parts == {"offers": "0 : A MUN - RUH"}
    assert codes(read(opening(), "FRANCE", "0 : A MUN - RUH")) == ["payola/zero-to-foreign-unit"]


def test_p25_a_second_offer_to_a_unit_is_an_error_and_the_first_stands() -> None:
    reading = read(CLASSIC, "FRANCE", "5 : A PAR - BUR\n6 : A PAR - PIC\n7 : A MUN - RUH")
    assert codes(reading) == ["payola/second-offer"]
    assert reading.parts["offers"] == "5 : A PAR - BUR\n7 : A MUN - RUH"


def test_p25_a_new_mail_replaces_the_sheet_as_ever() -> None:
    reading = read(CLASSIC, "FRANCE", "6 : A PAR - PIC", "5 : A PAR - BUR")
    assert reading.parts["offers"] == "6 : A PAR - PIC"


def test_6_1_the_dearest_offer_wins_and_all_are_reduced() -> None:
    outcome = adjudicate(CLASSIC, FRANCE="20 : A PAR - BUR\n10 : A MAR - SPA", GERMANY="9 : A PAR - PIC")
    report = told(outcome, "FRANCE", "statement")[0]
    assert [row["amount"] for row in report["accepted"]] == [15, 5]
    assert (report["expended"], report["reductions"]) == (20, 5)


def test_p25_a_line_with_an_arrow_or_a_comment_is_still_plain() -> None:
    reading = read(CLASSIC, "FRANCE", "5 : A PAR -> BUR % 2*3 & more | all + $")
    assert reading.problems == ()


def test_6_1_offers_reduced_to_zero_still_count_in_ties_though_the_earlier_section_5_is_silent() -> None:
    state = act(replace(CLASSIC, balances=dict.fromkeys(POWERS, 0)), "FRANCE", "accept", list="GF?").state
    outcome = adjudicate(state, GERMANY="3 : A PAR - BUR", FRANCE="0 : A PAR H")
    assert told(outcome, "GERMANY", "statement")[0]["reductions"] == 3
    assert told(outcome, "FRANCE", "statement")[0]["units"][2]["order"] == "A PAR - BUR"


def test_6_1_5_4_the_list_alone_ends_every_tie() -> None:
    state = act(CLASSIC, "FRANCE", "accept", list="?F").state
    outcome = adjudicate(state, GERMANY="3 : A PAR - BUR", FRANCE="3 : A PAR H")
    assert told(outcome, "FRANCE", "statement")[0]["units"][2]["order"] == "A PAR - BUR"


# Payola 6.5 and ruling P23: own units obey, only those of dummies are for sale.

LOYAL = opening(variant="loyal", dummies=("ITALY",))


def issued(outcome: object, power: str) -> list[str]:
    return [row["order"] for row in told(outcome, power, "statement")[0]["units"]]  # type: ignore[arg-type]


def test_p23_a_line_without_amount_and_symbol_is_an_order() -> None:
    reading = read(LOYAL, "FRANCE", "A PAR - BUR\nF BRE - MAO")
    assert reading.parts == {"offers": "A PAR - BUR\nF BRE - MAO"}
    assert reading.written
    assert issued(adjudicate(LOYAL, FRANCE="A PAR - BUR\nF BRE - MAO"), "FRANCE") == [
        "F BRE - MAO",
        "A MAR H",
        "A PAR - BUR",
    ]


def test_p23_the_last_order_counts() -> None:
    assert "A PAR - PIC" in issued(adjudicate(LOYAL, FRANCE="A PAR - BUR\nA PAR - PIC"), "FRANCE")


def test_p23_orders_are_free() -> None:
    outcome = adjudicate(LOYAL, FRANCE="A PAR - BUR")
    assert outcome.state.balances["FRANCE"] == 48
    assert outcome.postings == ()


@pytest.mark.parametrize("line", ["5 : A PAR - BUR", ": A PAR - BUR", "0 : A PAR H", "3 ! A PAR H"])
def test_p23_an_offer_to_an_own_unit_is_an_error(line: str) -> None:
    assert codes(read(LOYAL, "FRANCE", line)) == ["payola/loyal-unit"]


@pytest.mark.parametrize("line", ["5 : A MUN - RUH", "A MUN - RUH"])
def test_p23_a_unit_of_another_player_cannot_be_bought(line: str) -> None:
    reading = read(LOYAL, "FRANCE", line)
    assert codes(reading) == ["payola/loyal-unit"]
    assert "Germany" in reading.problems[0].message


def test_p23_units_of_dummies_follow_the_full_rules() -> None:
    outcome = adjudicate(LOYAL, FRANCE="3 : A VEN - TYR\n2#1 & A ROM - TUS | H", AUSTRIA="2 : A VEN - PIE")
    report = told(outcome, "FRANCE", "statement")[0]
    assert [(row["order"], row["amount"]) for row in report["accepted"]] == [("A VEN - TYR", 3), ("A ROM H", 2)]
    # the gift covers both of its orders alike: a tie, in which a dummy's unit holds
    assert report["expended"] == 5
    assert SYSTEM.view(outcome.state, MASTER).table.units_of("ITALY")[2].place == "TYR"


def test_p23_bad_orders_are_judged_as_in_plain_diplomacy() -> None:
    assert codes(read(LOYAL, "FRANCE", "A PAR - SPA")) == ["diplomacy/out-of-reach"]


def test_p23_one_order_or_one_offer_makes_a_sheet() -> None:
    assert read(LOYAL, "FRANCE", "A PAR - BUR").written
    assert read(LOYAL, "FRANCE", "1 : A VEN - TYR").written
    assert not read(LOYAL, "FRANCE", "3 $").written


def test_p23_a_power_that_becomes_a_dummy_loses_its_units_loyalty() -> None:
    state = act(LOYAL, "GERMANY", DUMMY).state
    assert read(state, "FRANCE", "5 : A MUN - RUH").problems == ()
    outcome = SYSTEM.adjudicate(
        state, {"GERMANY": {"offers": "A MUN - BUR"}, "FRANCE": {"offers": "5 : A MUN - RUH"}}, RNG
    )
    assert outcome.state.table.position.units["RUH"].power == "GERMANY"


def test_p23_offers_to_units_that_have_become_loyal_count_no_more() -> None:
    state = act(LOYAL, "ITALY", SUCCEED).state
    outcome = SYSTEM.adjudicate(state, {"FRANCE": {"offers": "5 : A VEN - TYR\nA PAR - BUR"}}, RNG)
    assert outcome.state.table.position.units["VEN"].power == "ITALY"
    assert outcome.state.table.position.units["BUR"].power == "FRANCE"


def test_p23_no_more_income_once_no_dummy_has_a_unit() -> None:
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}
    centers = {"FRANCE": ["PAR"], "GERMANY": ["MUN"], "ITALY": ["ROM"]}
    state = at("F1901M", units, centers, {"variant": "loyal", "dummies": ("ITALY",)})
    state = replace(state, balances=dict.fromkeys(state.balances, 5))
    after = adjudicate(state, FRANCE="A PAR H", GERMANY="A MUN H").state
    assert set(after.balances.values()) == {5}
    with_unit = at("F1901M", {**units, "ITALY": ["A ROM"]}, centers, {"variant": "loyal", "dummies": ("ITALY",)})
    assert adjudicate(with_unit, FRANCE="A PAR H").state.balances["FRANCE"] == 48 + 17


def test_p23_an_acceptance_list_is_kept_and_told_to_decide_nothing() -> None:
    reading = read(LOYAL, "FRANCE", "ACCEPT FEG?\nA PAR - BUR")
    assert [act.kind for act in reading.acts] == ["accept"]
    assert [(each.code, each.warning) for each in reading.problems] == [("payola/idle-list", True)]


# Payola 6.4 and rulings P21, P22: what wins costs one silver piece more than what came second.


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
    assert_agreement(case, discount=True)


@settings(max_examples=examples(100), deadline=None)
@given(auctions(most=60, units=6))
def test_large_amounts_agree_with_the_rounds_one_by_one(case: Any) -> None:
    assert_agreement(case, discount=True)


@settings(max_examples=examples(60), deadline=None)
@given(wars())
def test_bidding_wars_agree_with_the_rounds_one_by_one(case: Any) -> None:
    assert_agreement(case, discount=True)


def test_large_amounts_take_few_looks() -> None:
    lots = {"u": Lot("C", "H"), "v": Lot("C", "H")}
    sheets = {
        "A": [offer("u", ["-1"], Amount(999, 0, 3)), offer("v", ["-1"], Amount(999, 0, 3))],
        "B": [offer("u", ["-2"], Amount(900, 900, 3)), offer("v", ["-2"], Amount(900, 900, 3))],
        "C": [],
    }
    money, lists = dict.fromkeys("ABC", 10), dict.fromkeys("ABC", "ABC")
    assert calls(lambda: determine(lots, sheets, money, lists.__getitem__, is_move, discount=True)) < 200_000


# Payola 6.7 and ruling P24: money only changes hands.

ZEROSUM = {"variant": "zerosum"}


def fall(units: dict[str, list[str]], centers: dict[str, list[str]], **changes: Any) -> PayolaState:
    balances = dict.fromkeys(POWERS, 0) | changes.pop("balances", {})
    return at("F1901M", units, centers, ZEROSUM, balances=balances, **changes)


def world(state: PayolaState) -> int:
    """All the money there is."""
    return sum(SYSTEM.accounts(state).values())


def test_p24_each_power_begins_with_10_a_center() -> None:
    assert dict(opening(**ZEROSUM).balances) == {power: 40 if power == "RUSSIA" else 30 for power in POWERS}


def test_p24_what_is_paid_for_a_unit_is_put_aside_for_its_owner() -> None:
    outcome = adjudicate(opening(**ZEROSUM), FRANCE="4 : A MUN - RUH\n3 : A PAR - BUR", AUSTRIA="2 : A MUN - RUH")
    assert dict(outcome.state.aside) == {"GERMANY": 6, "FRANCE": 3}
    assert outcome.state.balances["FRANCE"] == 30 - 7
    assert outcome.state.balances["GERMANY"] == 30
    assert world(outcome.state) == 220


def test_p24_for_a_dummys_units_too() -> None:
    outcome = adjudicate(opening(**ZEROSUM, dummies=["ITALY"]), FRANCE="4 : A VEN - TYR")
    assert dict(outcome.state.aside) == {"ITALY": 4}
    assert world(outcome.state) == 220


def test_p24_only_what_is_really_paid_is_put_aside() -> None:
    outcome = adjudicate(opening(**ZEROSUM, ebayola=True), FRANCE="9 : A MUN - RUH", GERMANY="3 : A MUN H")
    assert dict(outcome.state.aside) == {"GERMANY": 4}
    assert outcome.state.balances["FRANCE"] == 30 - 4


def test_p24_the_ledger_does_not_tell_the_owner_who_paid() -> None:
    outcome = adjudicate(opening(**ZEROSUM), FRANCE="4 : A MUN - RUH", AUSTRIA="2 : A MUN - RUH")
    kept = [each for each in outcome.postings if each.currency == ASIDE]
    assert [(each.account, each.amount) for each in kept] == [("GERMANY", 6)]


def test_p24_the_plot_of_the_treasuries_ends_without_what_is_still_put_aside() -> None:
    begun = SYSTEM.start(ZEROSUM, POWERS, RNG)
    outcome = adjudicate(begun.state, FRANCE="4 : A MUN - RUH")
    record = (PhaseRecord("S1901M", {}, outcome.events, (*begun.postings, *outcome.postings)),)
    (chart,) = (
        each for each in plotted(SYSTEM.charts(Story((), None, SYSTEM.opened(record)))) if each.name == "treasuries"
    )
    assert chart.labels == ("S1901M", "End")
    assert (chart.series["GERMANY"], chart.series["FRANCE"]) == ((30, 30), (30, 26))


def test_p24_money_put_aside_cannot_be_spent() -> None:
    state = replace(opening(**ZEROSUM), aside={"FRANCE": 99})
    assert told(adjudicate(state, FRANCE="60 : A PAR - BUR"), "FRANCE", "statement")[0]["expended"] == 30


def test_p24_a_power_reads_what_is_put_aside_for_it() -> None:
    state = replace(opening(**ZEROSUM), aside={"FRANCE": 9, "GERMANY": 4})
    assert SYSTEM.view(state, only("FRANCE")).aside == 9
    assert SYSTEM.view(opening(), only("FRANCE")).aside is None


def test_p24_it_enters_the_account_after_the_fall_and_there_is_no_tax() -> None:
    state = fall({"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR"]}, aside={"FRANCE": 7}, balances={"FRANCE": 5})
    outcome = adjudicate(state, FRANCE="2 : A PAR H")
    assert outcome.state.balances["FRANCE"] == 5 - 2 + 7 + 2
    assert outcome.state.aside == {}
    assert told(outcome, "FRANCE", "year") == [
        {"entries": [{"amount": 9, "reason": "paid for own units this year"}], "balance": 12}
    ]


def test_p24_not_before_the_fall_retreats() -> None:
    state = at("S1901M", {"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR"]}, ZEROSUM)
    assert dict(adjudicate(state, FRANCE="2 : A PAR H").state.aside) == {"FRANCE": 2}


def test_p24_a_centers_first_owner_gets_10() -> None:
    outcome = adjudicate(fall({"FRANCE": ["A SPA"]}, {"FRANCE": ["PAR"]}), FRANCE="0 : A SPA H")
    assert outcome.state.balances["FRANCE"] == FIRST_CAPTURE


def test_p24_that_10_comes_once_in_the_game() -> None:
    state = fall({"GERMANY": ["A SPA"]}, {"FRANCE": ["PAR", "SPA"], "GERMANY": ["MUN"]})
    after = adjudicate(state, GERMANY="0 : A SPA H").state
    assert after.table.centers["GERMANY"] == ("MUN", "SPA")
    assert world(after) == 0


def test_p24_a_home_center_that_another_owned_brings_no_10_either() -> None:
    state = fall({"FRANCE": ["A PAR"]}, {"GERMANY": ["MUN", "PAR"]}, balances={"GERMANY": 9})
    after = adjudicate(state, FRANCE="0 : A PAR H").state
    assert (after.balances["FRANCE"], after.balances["GERMANY"]) == (4, 5)


def test_p24_a_captured_center_brings_its_share_of_the_old_owners_balance() -> None:
    state = fall(
        {"FRANCE": ["A MUN"], "GERMANY": ["A BER"]},
        {"FRANCE": ["PAR"], "GERMANY": ["BER", "KIE", "MUN"]},
        balances={"GERMANY": 20},
    )
    after = adjudicate(state, FRANCE="0 : A MUN H", GERMANY="0 : A BER H").state
    assert (after.balances["FRANCE"], after.balances["GERMANY"]) == (6, 14)


def test_p24_the_centers_are_counted_as_the_year_began() -> None:
    state = fall(
        {"FRANCE": ["A MUN"], "GERMANY": ["A DEN", "A HOL"]},
        {"FRANCE": ["PAR"], "GERMANY": ["BER", "MUN"]},
        balances={"GERMANY": 20},
    )
    after = adjudicate(state, FRANCE="0 : A MUN H", GERMANY="0 : A DEN H").state
    # Germany owns three centers now, but two when the year began
    assert after.table.count("GERMANY") == 3
    assert (after.balances["FRANCE"], after.balances["GERMANY"]) == (10, 10 + 2 * FIRST_CAPTURE)


def test_p24_every_share_is_reckoned_from_the_balance_of_one_instant() -> None:
    state = fall(
        {"FRANCE": ["A MUN", "A KIE"], "GERMANY": ["A BER"]},
        {"FRANCE": ["PAR"], "GERMANY": ["BER", "KIE", "MUN"]},
        balances={"GERMANY": 20},
        aside={"GERMANY": 3},
    )
    after = adjudicate(state, FRANCE="0 : A MUN H", GERMANY="0 : A BER H").state
    # 23 by three centers is 7, twice
    assert (after.balances["FRANCE"], after.balances["GERMANY"]) == (14, 9)


def test_p24_gains_of_the_same_fall_do_not_swell_a_share() -> None:
    state = fall(
        {"FRANCE": ["A MUN"], "GERMANY": ["A PAR"]},
        {"FRANCE": ["PAR"], "GERMANY": ["MUN"]},
        balances={"GERMANY": 20, "FRANCE": 6},
    )
    after = adjudicate(state, FRANCE="0 : A MUN H", GERMANY="0 : A PAR H").state
    assert (after.balances["FRANCE"], after.balances["GERMANY"]) == (20, 6)


def test_p24_money_leaves_the_world_when_an_eliminated_player_resigns() -> None:
    state = fall({"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR"]}, aside={"ITALY": 3}, balances={"ITALY": 7, "FRANCE": 1})
    outcome = act(state, "ITALY", RESIGN)
    assert world(outcome.state) == 1
    assert sum(each.amount for each in outcome.postings) == -10


@pytest.mark.parametrize("other", [{"income": "flat 3"}, {"cap": 9}, {"pays": ["SPRING", "FALL"]}])
def test_p24_an_income_cannot_be_set(other: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="pays no income"):
        SYSTEM.start({**ZEROSUM, **other}, POWERS, RNG)


@pytest.mark.parametrize("seed", some(range(6), 3))
@pytest.mark.parametrize("more", [{}, {"ebayola": True}, {"dummies": ["ITALY", "TURKEY"]}])
def test_p24_money_is_conserved_over_whole_random_games(seed: int, more: dict[str, Any]) -> None:
    luck = random.Random(seed)
    strategy = gambles(luck)
    state = opening(**ZEROSUM, **more)
    money = world(state)
    for number in range(20):
        phase = SYSTEM.phase(state)
        if phase is None:
            break
        orders: dict[str, Orders] = {}
        for role in phase.roles:
            view = SYSTEM.view(state, only(role))
            orders[role] = dict(SYSTEM.read(view, role, sheet_of(strategy(view))).parts)
        outcome = SYSTEM.adjudicate(state, orders, Rng(bytes([seed]), str(number)))
        first = sum(each.amount for each in outcome.postings if "first time" in each.reason)
        money += first
        state = outcome.state
        assert world(state) == money
        assert min(state.balances.values()) >= 0


# What players call a game: each variation of section 6 has its name, and every switch beside it is told.


@pytest.mark.parametrize(
    ("options", "title"),
    [
        ({}, "Payola Diplomacy"),
        ({"variant": "classic"}, "Payola Classic"),
        ({"variant": "tincup"}, "Tin Cup Diplomacy"),
        ({"variant": "tincup", "blind": True}, "Tin Cup Diplomacy"),
        ({"variant": "ebayola"}, "eBayola"),
        ({"variant": "loyal"}, "Payola with Loyal Units"),
        ({"variant": "zerosum"}, "Zero Sum Payola"),
        ({"variant": "Exchange", "ebayola": True}, "Payola Exchange (eBayola)"),
        ({"variant": "standard", "blind": True, "zerosum": True}, "Payola Diplomacy (blind, zero sum)"),
        ({"variant": "zerosum", "loyal": True}, "Zero Sum Payola (loyal units)"),
    ],
)
def test_6_a_game_is_called_by_its_variation(options: dict[str, Any], title: str) -> None:
    assert title_of("payola", options) == title


def test_an_exchange_game_that_was_made_under_its_own_name_is_called_the_same() -> None:
    assert title_of("exchange", {"players": 4}) == "Payola Exchange"


# Payola 6.6, 6.2 and rulings P26, P27: income schemes.

HOMES = ("BRE", "MAR", "PAR")


def income(**options: Any) -> Income:
    return variant_of(options, STANDARD).income


@pytest.mark.parametrize(
    ("text", "three"),
    [
        ("decreasing", 48),
        ("flat 7", 21),
        ("FLAT7", 21),
        ("increasing 5", 5 + 6 + 7),
        ("PAR 9, LON 4", 9),
        ("PAR=9 MAR:2", 11),
        ("PAR9,BRE1", 10),
        ("St Petersburg 5, paris 3", 3),
    ],
)
def test_p26_schemes(text: str, three: int) -> None:
    assert income(income=text).due(HOMES, 18) == three


def test_p26_a_table_may_be_an_object_in_a_case() -> None:
    assert income(income={"PAR": 9}).due(HOMES, 18) == 9
    assert income(income={}).due(HOMES, 18) == 0


@pytest.mark.parametrize("table", [{"PAR": -3}, {"PAR": "3"}, {"PAR": 3.7}, {"PAR": True}, {"PAR": 10000}, {"PIC": 3}])
def test_p26_a_table_of_anything_but_whole_worths_of_centers_is_refused(table: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"PAR is a whole number|'PIC' is no supply center"):
        income(income=table)


def test_p26_decreasing_follows_the_victory_number() -> None:
    assert Income().of_count(3, 8) == 7 + 6 + 5


def test_p26_a_cap_is_the_most_at_one_payment() -> None:
    assert income(cap=40).due(HOMES, 18) == 40
    assert income(cap=60).due(HOMES, 18) == 48


@pytest.mark.parametrize(
    "text",
    [
        "flat",
        "falling 3",
        "XYZ 4",
        "PIC 4",
        "PAR",
        "flat 99999",
        "flat -3",
        "PAR -3",
        "PAR 9, LON - 4",
        "7",
        "PAR 1 ???",
        "x" * 200,
    ],
)
def test_p26_an_income_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_income(STANDARD, text)
    with pytest.raises(Refused):
        SYSTEM.start({"income": text}, POWERS, RNG)


def test_p26_income_can_be_paid_twice_a_year() -> None:
    twice = opening(pays=["SPRING", "FALL"], income="flat 2")
    assert twice.balances["FRANCE"] == 6
    after = adjudicate(twice, FRANCE="1 : A PAR - BUR")
    assert after.state.balances["FRANCE"] == 6 - 1 + 6


def test_p26_income_can_be_paid_in_fall_alone() -> None:
    state = opening(pays=["FALL"])
    assert set(state.balances.values()) == {0}
    assert adjudicate(state).state.balances["FRANCE"] == 48


@pytest.mark.parametrize("pays", [["WINTER"], ["SPRING", "MAY"], "AUTUMN"])
def test_p26_only_seasons_with_movement_can_pay(pays: Any) -> None:
    with pytest.raises(Refused, match="Spring or Fall"):
        SYSTEM.start({"pays": pays}, POWERS, RNG)


def test_p26_classic_pays_seven_unless_told_otherwise() -> None:
    assert income(variant="classic").due(HOMES, 18) == 21
    assert income(variant="classic", income="decreasing").due(HOMES, 18) == 48


def test_p27_units_without_centers_bring_half_of_what_centers_would_rounded_down() -> None:
    state = at("S1901M", {"FRANCE": ["A PAR", "A MAR", "F BRE"], "ITALY": ["A ROM"]}, {})
    assert {each.account: each.amount for each in start_money(state.table, state.variant)} == {"FRANCE": 24, "ITALY": 8}


def test_p27_in_a_zero_sum_game_they_bring_five_each() -> None:
    state = at("S1901M", {"FRANCE": ["A PAR", "A MAR", "F BRE"]}, {}, {"variant": "zerosum"})
    assert {each.account: each.amount for each in start_money(state.table, state.variant)} == {"FRANCE": 15}


def test_switches_combine() -> None:
    variant = variant_of({"variant": "zerosum", "ebayola": True, "loyal": True}, STANDARD)
    assert (variant.zerosum, variant.discount, variant.loyal, variant.blind) == (True, True, True, False)
