"""Payola 5.1-5.6: which order each unit issues and who pays, ruling by ruling."""

from __future__ import annotations

import pytest

from tests.rules.payola.support import auction


def test_worked_example_1_the_acceptance_list_decides_a_tie() -> None:
    found = auction({"ENGLAND": "12 : A LVP - YOR", "GERMANY": "12 : A LVP - EDI"}, accept={"ENGLAND": "GE?"})
    assert found.issued["A LVP"] == "- EDI"
    assert found.paid == {"GERMANY": {"A LVP": 12}}


def test_worked_example_2_a_promise_adds_to_another_powers_direct_offer() -> None:
    found = auction({"ITALY": "3 ! A VEN H", "AUSTRIA": "2 : A VEN - TYR"}, accept={"ITALY": "IA?"})
    assert found.issued["A VEN"] == "- TYR"
    assert found.totals["A VEN"] == 5
    assert found.paid == {"ITALY": {"A VEN": 3}, "AUSTRIA": {"A VEN": 2}}


def test_worked_example_3_reduced_until_it_fits() -> None:
    found = auction({"FRANCE": "30 : A PAR - BUR\n30#28 : A MAR - SPA"}, balances={"FRANCE": 48})
    assert found.paid == {"FRANCE": {"A PAR": 20, "A MAR": 28}}
    assert found.reductions == {"FRANCE": 10}


def test_worked_example_4_a_tie_between_two_powers() -> None:
    sheets = {"TURKEY": "1 : A CON - BUL", "RUSSIA": "1 : A CON H"}
    assert auction(sheets, accept={"TURKEY": "RT?"}).issued["A CON"] == "H"
    assert auction(sheets, accept={"TURKEY": "T?"}).issued["A CON"] == "- BUL"


def test_worked_example_5_a_shared_promise_leaves_it_to_the_direct_offers() -> None:
    found = auction({"FRANCE": "4 ! A PAR H\n2 : A PAR - BUR\n2 : A PAR - PIC"})
    assert found.issued["A PAR"] == "- BUR"
    assert found.totals["A PAR"] == 6


def test_5_1_the_highest_total_wins_whoever_offers() -> None:
    found = auction({"FRANCE": "4 : A PAR - BUR", "ENGLAND": "2 : A PAR - PIC", "GERMANY": "3 : A PAR - PIC"})
    assert found.issued["A PAR"] == "- PIC"
    assert found.totals["A PAR"] == 5
    assert found.paid == {"ENGLAND": {"A PAR": 2}, "GERMANY": {"A PAR": 3}}


def test_5_3_of_one_powers_tied_orders_the_earlier_in_its_sheet_wins() -> None:
    assert auction({"FRANCE": "2 : A PAR - PIC\n2 : A PAR - BUR"}).issued["A PAR"] == "- PIC"
    assert auction({"FRANCE": "2 : A PAR - BUR | - PIC"}).issued["A PAR"] == "- BUR"


def test_5_4_a_shared_promise_asks_the_next_power_on_the_list() -> None:
    sheets = {"FRANCE": "4 ! A PAR H", "GERMANY": "2 : A PAR - PIC", "ENGLAND": "2 : A PAR - BUR"}
    assert auction(sheets, accept={"FRANCE": "FEG?"}).issued["A PAR"] == "- BUR"
    assert auction(sheets, accept={"FRANCE": "FGE?"}).issued["A PAR"] == "- PIC"


def test_p6_every_amount_and_repetition_is_an_offer_of_its_own() -> None:
    found = auction({"FRANCE": "2*5 + 3 : A PAR - BUR"})
    assert found.payments["FRANCE"] == [("A PAR", 5), ("A PAR", 5), ("A PAR", 3)]
    assert found.totals["A PAR"] == 13


def test_p6_a_negative_offer_makes_hold_available_for_nothing() -> None:
    found = auction({"AUSTRIA": "6 ! A VEN - TYR", "ITALY": "1 : A VEN - TYR"})
    assert found.issued["A VEN"] == "H"
    assert found.paid["AUSTRIA"] == {"A VEN": 6}


def test_p6_a_negative_offer_that_names_hold_does_not_pay_for_it() -> None:
    found = auction({"AUSTRIA": "6 ! A VEN H"}, units={"ITALY": "A VEN"})
    assert found.issued["A VEN"] == "H"
    assert found.totals["A VEN"] == 0
    assert found.paid == {}


@pytest.mark.parametrize(
    ("kind", "issued", "total"),
    [
        (":", "- PIC", 4),  # pays for Burgundy only
        ("!", "- PIC", 7),  # for all but Burgundy
        (">", "- PIC", 7),  # for Burgundy and every other move
        ("@", "- PIC", 4),  # for Burgundy and what is no move
        ("&", "- PIC", 7),  # for whatever the unit does
    ],
)
def test_p6_each_type_pays_for_what_rule_3_1_says(kind: str, issued: str, total: int) -> None:
    found = auction({"FRANCE": f"3 {kind} A PAR - BUR\n4 : A PAR - PIC"})
    assert (found.issued["A PAR"], found.totals["A PAR"]) == (issued, total)


def test_p6_a_hold_offer_pays_for_supports_and_a_move_offer_does_not() -> None:
    lines = "4 : A PAR S A MAR - BUR"
    assert auction({"FRANCE": f"3 @ A PAR H\n{lines}"}).totals["A PAR"] == 7
    assert auction({"FRANCE": f"3 > A PAR - PIC\n{lines}"}).totals["A PAR"] == 4


def test_p7_a_promise_makes_no_order_available() -> None:
    # Turkey would pay for any move but to Apulia; only Apulia is there to choose besides HOLD.
    found = auction({"ITALY": "1 : A VEN - APU\n2 : A VEN H", "TURKEY": "9 ! A VEN - APU | H"})
    assert found.issued["A VEN"] == "H"
    assert found.totals["A VEN"] == 2


def test_p8_an_unmentioned_own_unit_has_a_default_hold() -> None:
    found = auction({"FRANCE": "1 : A PAR - BUR"})
    assert found.issued["A MAR"] == "H"
    assert found.totals["A MAR"] == 0


def test_p8_the_default_hold_is_an_offer_of_the_owner_and_wins_a_tie_for_him() -> None:
    # England's offer is reduced to 0 and ties with France's default HOLD, which France's own list prefers.
    found = auction({"ENGLAND": "3 : A PAR - PIC"}, balances={"ENGLAND": 0})
    assert found.issued["A PAR"] == "H"
    found = auction({"ENGLAND": "3 : A PAR - PIC"}, balances={"ENGLAND": 0}, accept={"FRANCE": "EF?"})
    assert found.issued["A PAR"] == "- PIC"


def test_p8_an_owner_who_offered_only_for_moves_gave_no_hold() -> None:
    found = auction({"FRANCE": "0 : A PAR - BUR", "GERMANY": "5 ! A PAR - BUR"}, units={"FRANCE": "A PAR"})
    assert found.issued["A PAR"] == "H"  # by Germany's negative offer alone
    assert auction({"FRANCE": "0 : A PAR - BUR"}).issued["A PAR"] == "- BUR"


def test_p9_zero_offers_count_in_a_tie() -> None:
    found = auction(
        {"FRANCE": "2 : A PAR - BUR\n0 : A PAR - PIC", "ENGLAND": "2 : A PAR - PIC"}, accept={"FRANCE": "FE?"}
    )
    assert found.issued["A PAR"] == "- BUR"
    found = auction(
        {"FRANCE": "0 : A PAR - PIC\n2 : A PAR - BUR", "ENGLAND": "2 : A PAR - PIC"}, accept={"FRANCE": "FE?"}
    )
    assert found.issued["A PAR"] == "- PIC"


def test_p10_the_omitted_powers_are_drawn_from_the_stream_and_can_be_drawn_again() -> None:
    sheets = {
        power: f"1 : A PAR {order}"
        for power, order in (("AUSTRIA", "- BUR"), ("GERMANY", "- PIC"), ("ITALY", "- GAS"), ("TURKEY", "- BRE"))
    }
    outcomes = {auction(sheets, seed=bytes([each])).issued["A PAR"] for each in range(40)}
    assert outcomes == {"- BUR", "- PIC", "- GAS", "- BRE"}
    assert auction(sheets, seed=b"x") == auction(sheets, seed=b"x")


def test_p11_a_tie_at_a_dummy_unit_holds() -> None:
    found = auction({"AUSTRIA": "4 : A VEN - TYR", "FRANCE": "4 : A VEN - PIE"}, dummies=("ITALY",))
    assert found.issued["A VEN"] == "H"
    assert found.totals["A VEN"] == 5
    assert found.paid == {}


def test_p11_whoever_offered_for_the_hold_of_a_tied_dummy_unit_pays_it() -> None:
    sheets = {"AUSTRIA": "4 : A VEN - TYR", "FRANCE": "4 : A VEN - PIE", "TURKEY": "1 : A VEN H"}
    found = auction(sheets, dummies=("ITALY",))
    assert found.issued["A VEN"] == "H"
    assert found.totals["A VEN"] == 5
    assert found.paid == {"TURKEY": {"A VEN": 1}}


def test_p11_a_dummy_unit_with_one_highest_order_issues_it() -> None:
    found = auction({"AUSTRIA": "4 : A VEN - TYR", "FRANCE": "3 : A VEN - PIE"}, dummies=("ITALY",))
    assert found.issued["A VEN"] == "- TYR"
    assert found.paid == {"AUSTRIA": {"A VEN": 4}}


def test_p12_savings_are_not_available() -> None:
    found = auction({"FRANCE": "30 : A PAR - BUR\n2*10 $"}, balances={"FRANCE": 48})
    assert found.paid == {"FRANCE": {"A PAR": 28}}


def test_p12_savings_above_the_balance_leave_nothing_to_spend() -> None:
    found = auction({"FRANCE": "3 : A PAR - BUR\n40 $\n9 $"}, balances={"FRANCE": 48})
    assert found.issued["A PAR"] == "- BUR"
    assert found.paid == {}
    assert found.reductions == {"FRANCE": 3}


def test_p13_offers_that_are_not_accepted_are_reduced_too() -> None:
    sheets = {"FRANCE": "30 : A PAR - BUR\n30 : A MAR - SPA\n3 : F BRE - MAO", "ENGLAND": "4 : F BRE - ENG"}
    found = auction(sheets, balances={"FRANCE": 48, "ENGLAND": 48})
    assert found.reductions == {"FRANCE": 6}
    assert found.issued["F BRE"] == "- ENG"


def test_p13_when_nothing_is_above_its_plateau_all_plateaus_fall() -> None:
    found = auction({"FRANCE": "30# : A PAR - BUR\n20#18 : A MAR - SPA"}, balances={"FRANCE": 40})
    # two reductions bring 30 and 18; then both fall alike to 26 and 14
    assert found.paid == {"FRANCE": {"A PAR": 26, "A MAR": 14}}
    assert found.reductions == {"FRANCE": 6}


def test_p13_direct_offers_and_promise_of_one_amount_are_reduced_as_one() -> None:
    found = auction({"FRANCE": "50 & A PAR - BUR | - PIC"}, balances={"FRANCE": 48})
    assert found.reductions == {"FRANCE": 2}
    assert found.paid == {"FRANCE": {"A PAR": 48}}


def test_p14_all_overdrawn_powers_are_reduced_in_the_same_round_and_choices_change() -> None:
    sheets = {"FRANCE": "60 : A PAR - BUR", "GERMANY": "59 : A PAR - PIC\n60 : A MUN - BUR"}
    found = auction(sheets)
    # 12 rounds together: France 48, Germany 47 and 48; Paris always takes France's
    assert found.reductions == {"FRANCE": 12, "GERMANY": 12}
    assert found.paid == {"FRANCE": {"A PAR": 48}, "GERMANY": {"A MUN": 48}}


def test_p14_nothing_taken_off_is_restored() -> None:
    # France is reduced while Paris takes its money; the reduced offer then loses to Germany's and stays reduced.
    sheets = {"FRANCE": "60 : A PAR - BUR\n10 : A MAR - SPA", "GERMANY": "48 : A PAR - PIC"}
    found = auction(sheets, balances={"FRANCE": 48, "GERMANY": 48}, accept={"FRANCE": "GF?"})
    assert found.issued["A PAR"] == "- PIC"
    assert found.paid == {"GERMANY": {"A PAR": 48}}
    assert found.reductions == {"FRANCE": 12}
    assert found.totals["A MAR"] == 0


def test_3_1_the_long_example_pays_for_the_named_orders_and_other_moves() -> None:
    units = {"ENGLAND": "A LON, A EDI, F NTH"}
    line = "4*5#2 + 5*10#3 + 6#1 > A LON - YOR | S A EDI - YOR | S F NTH - YOR"
    found = auction({"ENGLAND": line}, units=units, balances={"ENGLAND": 100})
    assert found.issued["A LON"] == "- YOR"
    assert found.totals["A LON"] == 4 * 5 + 5 * 10 + 6
    assert found.payments["ENGLAND"] == [("A LON", 5)] * 4 + [("A LON", 10)] * 5 + [("A LON", 6)]
