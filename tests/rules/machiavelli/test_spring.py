"""Phase A and what comes before it: trades, forced taxes, salaries, incomes; rulings 4.4, 6.6, 7.5, 8, 9, 10, 12.1."""

from __future__ import annotations

import pytest

from judge.rules.machiavelli.adjustment import tax_income
from judge.rules.machiavelli.canonical import Letter
from judge.rules.machiavelli.play import play
from judge.rules.machiavelli.state import new_game
from judge.rules.machiavelli.system import SYSTEM
from judge.rules.machiavelli.victory import new_garrisons
from judge.rules.values import only
from tests.rules.machiavelli.table import account, account_rows, letter, phase, state, told

A = "SPR1460A"


def units_of(found: object, player: str) -> list[str]:
    return sorted(str(unit) for unit in found.state.position.units_of(player))  # type: ignore[attr-defined]


# ---- 8

DEAL = {"FLORENCE": "SELL PIS GENOA 5", "GENOA": "BUY PIS FLORENCE 5"}


def test_ruling_8_1_both_lists_agree_and_the_province_changes_hands() -> None:
    found = phase("", DEAL, A)
    assert found.state.position.control("PIS") == "GENOA"
    assert (found.state.ducats["FLORENCE"], found.state.ducats["GENOA"]) == (20, 10)
    assert told(found, "adjustment")[0]["sold"] == [{"province": "PIS", "from": "FLORENCE", "to": "GENOA"}]


@pytest.mark.parametrize(
    ("units", "letters"),
    [
        ("", {"FLORENCE": "SELL PIS GENOA 5"}),
        ("", {"FLORENCE": "SELL PIS GENOA 5", "GENOA": "BUY PIS FLORENCE 6"}),
        ("", {"FLORENCE": "SELL PIS MILAN 5", "GENOA": "BUY PIS FLORENCE 5"}),
        ("", {"FLORENCE": "SELL PIS GENOA 1", "GENOA": "BUY PIS FLORENCE 1"}),
        ("", {"FLORENCE": "SELL PIS GENOA 16", "GENOA": "BUY PIS FLORENCE 16"}),
        ("FLORENCE A PIS", DEAL),
        ("FLORENCE G PIS", DEAL),
        ("", {**DEAL, "FLORENCE": "SELL PIS GENOA 5; SELL PIS MILAN 6"}),
        ("", {"MILAN": "SELL PIS GENOA 5", "GENOA": "BUY PIS MILAN 5"}),
    ],
)
def test_ruling_8_1_otherwise_the_trade_fails_and_nobody_pays(units: str, letters: dict[str, str]) -> None:
    found = phase(units, {**letters, "FLORENCE": letters.get("FLORENCE", "")}, A, ducats={"FLORENCE": 15})
    assert found.state.position.control("PIS") == "FLORENCE"
    assert sum(found.state.ducats.values()) == 15 * 13 - 3 * bool(units)


def test_ruling_8_1_no_trade_of_a_rebelling_province() -> None:
    assert phase("", DEAL, A, rebellions={"PIS": "FLORENCE"}).state.ducats["GENOA"] == 15


def test_ruling_8_1_sale_money_pays_salaries_but_no_purchase() -> None:
    letters = {
        "FLORENCE": "SELL PIS GENOA 15; BUY COM MILAN 15; RAISE A FIR",
        "GENOA": "BUY PIS FLORENCE 15",
        "MILAN": "SELL COM FLORENCE 15",
    }
    found = phase("", letters, A, ducats={"FLORENCE": 0})
    assert found.state.position.control("COM") == "MILAN"
    assert units_of(found, "FLORENCE") == ["A FIR"]
    gift = {**letters, "VENICE": "GIVE 15 FLORENCE"}
    assert phase("", gift, A, ducats={"FLORENCE": 0}).state.position.control("COM") == "FLORENCE", "A.4 comes first"


def test_ruling_8_1_of_a_buyer_without_the_money_the_seller_is_told_and_nobody_else() -> None:
    found = phase("", {"FLORENCE": "SELL PIS GENOA 16", "GENOA": "BUY PIS FLORENCE 16", "MILAN": ""}, A)
    [sale] = account_rows(found, "FLORENCE")
    assert sale["why"] == "Genoa could not pay"
    others = [event for event in found.events if event.audience not in (only("FLORENCE"), only("GENOA"))]
    assert not any("PIS GENOA" in str(event.data) or "could not pay" in str(event.data) for event in others)


@pytest.mark.parametrize("other", ["SELL PIS MILAN 6", "SELL PIS GENOA 6"])
def test_ruling_8_1_of_what_is_offered_twice_both_are_told_what_would_have_been_right(other: str) -> None:
    letters = {**DEAL, "FLORENCE": f"SELL PIS GENOA 5; {other}"}
    found = phase("", letters, A)
    assert {player: row["why"] for player in letters for row in account_rows(found, player)} == {
        "FLORENCE": "you offered Pisa more than once; offer it to one buyer, at one price",
        "GENOA": "Florence offered Pisa more than once; it must be offered once, to you and at your price",
    }


def test_ruling_13_4_a_purchase_that_is_too_dear_stands_below_the_one_that_left_too_little() -> None:
    letters = {
        "GENOA": "BUY PIS FLORENCE 5; BUY COM MILAN 15",
        "FLORENCE": "SELL PIS GENOA 5",
        "MILAN": "SELL COM GENOA 15",
    }
    assert account(phase("", letters, A), "GENOA") == [
        ("BUY PIS FLORENCE 5", 5, "done"),
        ("BUY COM MILAN 15", 0, "too dear"),
    ]


@pytest.mark.parametrize(("price", "sold"), [(3, False), (4, True)])
def test_ruling_8_2_venice_costs_at_least_four(price: int, sold: bool) -> None:
    letters = {"VENICE": f"SELL VEN MILAN {price}", "MILAN": f"BUY VEN VENICE {price}"}
    assert (phase("", letters, A).state.position.control("VEN") == "MILAN") is sold


def test_ruling_8_2_an_excommunicated_partner_voids_it() -> None:
    assert phase("", DEAL, A, banned={"GENOA": "SPR1460A"}).state.ducats["GENOA"] == 15


def test_ruling_8_2_a_sold_home_province_stays_of_the_home_country_for_who_has_that() -> None:
    found = phase("", DEAL, A).state.position
    assert found.homes["FLORENCE"] == "FLORENCE"
    assert not found.in_home("PIS", "GENOA")
    back = phase("", {"GENOA": "SELL PIS FLORENCE 5", "FLORENCE": "BUY PIS GENOA 5"}, A, markers={"PIS": "GENOA"})
    assert back.state.position.in_home("PIS", "FLORENCE")
    assert back.state.position.control("PIS") == "FLORENCE"


# ---- 9


@pytest.mark.parametrize(("province", "ducats"), [("FIR", 2), ("PIS", 2), ("PRA", 1)])
def test_ruling_9_forced_taxation_brings_one_for_province_and_city_and_a_rebellion(province: str, ducats: int) -> None:
    found = phase("", {"FLORENCE": f"TAX {province}"}, A)
    assert found.state.ducats["FLORENCE"] == 15 + ducats
    assert found.state.position.rebellions == {province: "FLORENCE"}


@pytest.mark.parametrize(
    ("units", "player", "province"),
    [("", "MILAN", "PIS"), ("VENICE G VEN", "VENICE", "VEN"), ("SICILY F LIP", "SICILY", "LIP")],
)
def test_ruling_9_only_where_one_controls_and_a_rebellion_has_room(units: str, player: str, province: str) -> None:
    assert phase(units, {player: f"TAX {province}"}, A).state.position.rebellions == {}


def test_ruling_9_it_comes_after_trading_so_the_buyer_may_tax() -> None:
    found = phase("", {**DEAL, "GENOA": "BUY PIS FLORENCE 5; TAX PIS"}, A)
    assert found.state.position.rebellions == {"PIS": "GENOA"}
    assert found.state.ducats["GENOA"] == 12


def test_ruling_9_the_money_pays_salaries_but_nothing_is_raised_there() -> None:
    found = phase("", {"FLORENCE": "TAX PIS; TAX ARE; RAISE A PIS; RAISE A FIR"}, A, ducats={"FLORENCE": 0})
    assert units_of(found, "FLORENCE") == ["A FIR"]


# ---- 10

FLORENTINE = "FLORENCE G FIR; FLORENCE A PIS; FLORENCE A ARE; FLORENCE F LIG"


@pytest.mark.parametrize(
    ("ducats", "left"),
    [
        (3, ["G FIR"]),
        (6, ["A PIS", "G FIR"]),
        (9, ["A ARE", "A PIS", "G FIR"]),
        (12, ["A ARE", "A PIS", "F LIG", "G FIR"]),
    ],
)
def test_ruling_10_1_without_a_letter_garrisons_armies_fleets_by_the_area_list(ducats: int, left: list[str]) -> None:
    # Pisa goes before Arezzo: a fortified port before a fortified city without one.
    assert units_of(phase(FLORENTINE, {}, A, ducats={"FLORENCE": ducats}), "FLORENCE") == left


def test_ruling_10_2_unlisted_units_are_disbanded_and_the_list_is_struck_from_its_end() -> None:
    found = phase(FLORENTINE, {"FLORENCE": "PAY F LIG; PAY A ARE; PAY A PIS"}, A, ducats={"FLORENCE": 7})
    assert units_of(found, "FLORENCE") == ["A ARE", "F LIG"]
    assert found.state.ducats["FLORENCE"] == 1


def test_ruling_10_2_nothing_is_raised_where_a_unit_is_disbanded() -> None:
    found = phase("FLORENCE G PIS", {"FLORENCE": "RAISE A PIS; RAISE A FIR"}, A)
    assert units_of(found, "FLORENCE") == ["A FIR"]
    assert found.state.ducats["FLORENCE"] == 12


def test_ruling_10_2_involuntarily_too_and_the_list_is_gone_through_again() -> None:
    found = phase("FLORENCE A FIR; FLORENCE A PIS", {"FLORENCE": "PAY A FIR; RAISE G PIS; PAY A PIS"}, A,
                  ducats={"FLORENCE": 6})  # fmt: skip
    assert units_of(found, "FLORENCE") == ["A FIR", "A PIS"]


def test_ruling_10_3_at_most_three_in_the_first_spring() -> None:
    orders = "RAISE A FIR; RAISE A ARE; RAISE F PIS; RAISE A PST"
    assert len(units_of(phase("", {"FLORENCE": orders}, "SPR1459A"), "FLORENCE")) == 3
    assert len(units_of(phase("", {"FLORENCE": orders}, A), "FLORENCE")) == 4


@pytest.mark.parametrize(
    ("order", "setting"),
    [
        ("RAISE A PRA", {}),
        ("RAISE F FIR", {}),
        ("RAISE G FIR", {"rebellions": {"FIR": "FLORENCE"}}),
        ("RAISE A MIL", {"markers": {"MIL": "FLORENCE"}}),
        ("RAISE A FIR", {"markers": {"FIR": "MILAN"}}),
        ("RAISE A LUC", {"markers": {"LUC": "FLORENCE"}}),
    ],
)
def test_ruling_10_3_a_raise_needs_city_home_control_and_no_rebellion(
    order: str, setting: dict[str, dict[str, str]]
) -> None:
    assert units_of(phase("", {"FLORENCE": order}, A, None, **setting), "FLORENCE") == []


def test_ruling_10_3_garrisons_only_in_fortified_cities_fleets_in_ports_one_a_province() -> None:
    assert units_of(phase("", {"GENOA": "RAISE G BAS; RAISE F BAS; RAISE A GEN; RAISE F GEN"}, A), "GENOA") == [
        "A GEN",
        "F BAS",
    ]
    assert units_of(phase("GENOA A GEN", {"GENOA": "PAY A GEN; RAISE G GEN"}, A), "GENOA") == ["A GEN", "G GEN"]


def test_a_besieged_city_still_gets_its_garrison_paid_and_venice_takes_one_unit() -> None:
    assert units_of(phase("VENICE F VEN", {"VENICE": "PAY F VEN; RAISE G VEN"}, A), "VENICE") == ["F VEN"]


# ---- incomes


def test_ruling_4_4_a_siege_since_fall_stops_the_citys_income() -> None:
    free = tax_income(state("MILAN G PAV; VENICE A PAV").position)
    shut = tax_income(state("MILAN G PAV; VENICE A PAV", sieges=["PAV"]).position)
    assert free["MILAN"] - shut["MILAN"] == 1
    assert free["VENICE"] == shut["VENICE"]


def test_ruling_6_6_in_mixed_occupation_each_owner_has_his_share_and_nobody_control() -> None:
    position = state("MILAN G MIL; VENICE A MIL").position
    assert position.control("MIL") == ""
    before, after = tax_income(state("").position), tax_income(position)
    assert before["MILAN"] - after["MILAN"] == 1, "the province"
    assert after["VENICE"] - before["VENICE"] == 1


@pytest.mark.parametrize(
    ("units", "tax"), [("", 15), ("VENICE F LAG", 15), ("TURKEY F LAG", 14), ("NOBODY F LAG", 14), ("VENICE F UAD", 16)]
)
def test_ruling_7_5_the_lagoon_pays_who_controls_venice_while_it_is_empty(units: str, tax: int) -> None:
    assert tax_income(state(units).position)["VENICE"] == tax


@pytest.mark.ruling("5.1")
def test_5_1_a_rebelling_province_pays_nothing_but_its_garrisoned_city_does() -> None:
    calm = tax_income(state("").position)["FLORENCE"]
    assert calm - tax_income(state("", rebellions={"FIR": "FLORENCE"}).position)["FLORENCE"] == 4
    assert calm - tax_income(state("FLORENCE G FIR", rebellions={"FIR": "FLORENCE"}).position)["FLORENCE"] == 1


def test_incomes_come_with_the_results_of_fall_and_are_published_with_anticipated_treasuries() -> None:
    found = phase("", {"MILAN": "GIVE 5 VENICE"}, "FAL1460C")
    assert str(found.state.label) == "SPR1461A"
    assert found.state.ducats["MILAN"] == 15 - 5 + 12 + 3
    rows = {row["power"]: row for row in told(found, "income")[0]["rows"]}
    assert rows["MILAN"] == {"power": "MILAN", "tax": 12, "trade": 3, "expected": 30}, "the gift is nobody's business"


# ---- 12.1


def test_ruling_12_1_garrisons_spring_up_in_empty_fortified_cities_without_control() -> None:
    position = state("", markers={}, home=False, rebellions={"BOL": "FERRARA"}).position
    after, sprung = new_garrisons(position)
    assert "BOL" in sprung
    assert after.rebellions == {}
    assert after.control("BOL") == ""
    assert after.garrison("BOL") is not None
    assert "AVI" not in sprung, "not fortified"


def test_ruling_12_1_one_independent_an_area_and_first_in_spring_1460() -> None:
    assert "MAN" not in new_garrisons(state("NOBODY A MAN", home=False).position)[1]
    first = play(new_game(), {"MILAN": Letter()})
    assert len(first.state.position.units) == 12


def test_3_the_first_spring_raises_from_fifteen_ducats_without_income() -> None:
    found = play(new_game(), {"VENICE": letter("RAISE F VEN; RAISE A VER; RAISE G PAD", "SPR1459A")})
    assert found.state.ducats["VENICE"] == 6
    assert str(found.state.label) == "SPR1459C"
    assert account(found, "VENICE") == [
        ("RAISE F VEN", 3, "done"),
        ("RAISE A VER", 3, "done"),
        ("RAISE G PAD", 3, "done"),
    ]


@pytest.mark.parametrize(
    ("units", "orders", "words"),
    [
        (
            "MILAN G MIL",
            {"payments": "RAISE A MIL"},
            ["RAISE A MIL is not possible: G MIL is disbanded in Milano (7.2)."],
        ),
        ("MILAN G MIL", {"payments": "PAY G MIL\nRAISE A MIL"}, []),
        ("MILAN G MIL", {"payments": "RAISE A PAV"}, []),
        (
            "",
            {"dealings": "TAX PAV", "payments": "RAISE A PAV\nRAISE A MIL"},
            ["RAISE A PAV is not possible: you tax Pavia by force, and it rebels (11.2)."],
        ),
    ],
)
def test_7_2_the_reply_says_which_new_units_the_letter_itself_rules_out(
    units: str, orders: dict[str, str], words: list[str]
) -> None:
    view = SYSTEM.view(state(units, A), only("MILAN"))
    assert [each for each in SYSTEM.estimate(view, orders) if "not possible" in each] == words


@pytest.mark.parametrize(
    ("dealings", "words"),
    [
        ("TAX PIA", "You have 5. Forced taxes bring up to 1 more for salaries. What you cannot pay is left out."),
        ("TAX MIL", "You have 5. Forced taxes bring up to 2 more for salaries. What you cannot pay is left out."),
        (
            "SELL COM GENOA 4\nTAX PIA",
            "You have 5. Sales and forced taxes bring up to 5 more for salaries. What you cannot pay is left out.",
        ),
        ("", "You have 5: what you cannot pay is left out."),
    ],
)
def test_2_the_reply_counts_what_sales_and_forced_taxes_bring_before_salaries(dealings: str, words: str) -> None:
    start = state("", A, {"MILAN": 5})
    orders = {"dealings": dealings, "payments": "RAISE A CRE\nRAISE A PAV"}
    said = f"This costs up to 6 ducats. {words}"
    assert SYSTEM.estimate(SYSTEM.view(start, only("MILAN")), orders)[0] == said
    played = play(start, {"MILAN": letter(f"{dealings}\n{orders['payments']}", A)})
    assert len(units_of(played, "MILAN")) == (2 if dealings else 1), "what was taxed is there in A.7 (5.3)"


@pytest.mark.parametrize(
    ("ducats", "orders", "cost", "within"),
    [
        (15, {"gifts": "GIVE 3 FLORENCE"}, 9, "This costs at most 9 of your 15 ducats."),
        (15, {"dealings": "BUY PIS FLORENCE 2"}, 6, "This costs at most 8 of your 15 ducats."),
        (5, {"gifts": "GIVE 1 FLORENCE"}, 4, "This costs up to 7 ducats. You have 5: what you cannot pay is left out."),
        (5, {"dealings": "TAX PIA"}, 5, "This costs up to 6 ducats. You have 5. Forced taxes bring up to 1 more for"),
        (15, {"gifts": "GIVE 3 FLORENCE", "payments": "PAY A PAV"}, 6, "This costs at most 6 of your 15 ducats."),
    ],
)
def test_7_3_the_reply_counts_the_salaries_of_old_units_where_the_letter_has_no_list(
    ducats: int, orders: dict[str, str], cost: int, within: str
) -> None:
    start = state("MILAN A PAV; MILAN A CRE", A, {"MILAN": ducats})
    remarks = SYSTEM.estimate(SYSTEM.view(start, only("MILAN")), orders)
    assert remarks[0].startswith(within)
    listed = "Without a list of payments your old units are paid: garrisons, then armies, then fleets."
    assert (listed in remarks) is ("payments" not in orders)
    played = play(start, {"MILAN": letter("\n".join(orders.values()), A)})
    assert ducats - played.state.ducats["MILAN"] == cost


@pytest.mark.parametrize(
    ("letters", "ducats", "why"),
    [
        ("RAISE G PIS; PAY A LUC; PAY A PIS", 6, "with it A PIS could not be paid"),
        ("RAISE G PIS; PAY A LUC; PAY A PIS", 5, "a unit is disbanded in that province"),
        ("PAY A LUC; RAISE G PIS", 15, "a unit is disbanded in that province"),
    ],
)
def test_7_2_the_account_says_that_a_unit_is_disbanded_only_where_it_is(letters: str, ducats: int, why: str) -> None:
    played = phase("FLORENCE A PIS; FLORENCE A LUC", {"FLORENCE": letters}, A, {"FLORENCE": ducats})
    raised = next(row for row in account_rows(played, "FLORENCE") if row["text"] == "RAISE G PIS")
    assert (raised["outcome"], raised["why"]) == ("not done", why)
    stands = any(str(unit) == "A PIS" for unit in played.state.position.units_of("FLORENCE"))
    assert stands is ("disbanded" not in why)
