"""Sentences that sound like orders and mean something else: nothing may act that was not meant (9.3, 12, 17.1)."""

from __future__ import annotations

import pytest

from judge.rules.machiavelli.reading.provisos import proviso
from tests.rules.machiavelli.test_letters import problems, read
from tests.rules.machiavelli.test_plain_words import BOARD

INDEPENDENT = f"{BOARD}; NOBODY A LUC"


def told(text: str, phase: str = "SUM1460C") -> list[str]:
    """Reads a line of Florence that must do nothing, and returns what is said about it."""
    found = read(text, INDEPENDENT, "FLORENCE", phase)
    assert found.parts == {}
    return [problem.message for problem in problems(found)]


@pytest.mark.parametrize(
    "text",
    [
        "Do not allow Genoa to bribe",
        "Never allow Genoa the straits",
        "I don't permit Genoa the straits",
        "No permission for Genoa to bribe",
        "Genoa may not pass the straits",
        "Don't let Genoa through Piombino",
    ],
)
def test_12_what_denies_a_permission_gives_none(text: str) -> None:
    assert told(text) == ["this permits nothing"]


@pytest.mark.parametrize(
    "text",
    [
        "Genoa allows Florence the straits",
        "We have permission from Genoa to pass Piombino",
        "Genoa permits my fleet to pass the strait",
        "F PIS - PIO with Genoa's permission to pass",
    ],
)
def test_9_3_the_permission_of_another_player_is_not_one_to_them(text: str) -> None:
    assert told(text) == ["that is not your permission: Genoa has to write it"]


@pytest.mark.parametrize("text", ["Allow everybody but Genoa bribes", "Allow all straits except to Genoa"])
def test_12_a_permission_to_all_but_one_is_none_to_that_one(text: str) -> None:
    assert told(text)[0] in ("permission for whom?", "I read no exceptions here")


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Allow bribes of A MOD by Genoa", "ALLOW GENOA BRIBES A MOD"),
        ("Permission to bribe A MOD for Genoa and Milan", "ALLOW GENOA BRIBES A MOD\nALLOW MILAN BRIBES A MOD"),
        ("Allow bribes by Genoa", "ALLOW GENOA BRIBES"),
    ],
)
def test_12_a_permission_for_one_unit_that_stands_before_the_country_is_for_that_unit_alone(
    text: str, orders: str
) -> None:
    assert read(text, INDEPENDENT, "FLORENCE", "SUM1460C").parts == {"orders": orders}


@pytest.mark.parametrize("text", ["Pay 2 units", "Pay 1 army", "Disband 1 army", "Disband 2 units"])
def test_7_3_a_number_of_units_is_no_price_and_it_is_asked_which(text: str) -> None:
    assert told(text, "SPR1460A") == ["which of them?"]


@pytest.mark.parametrize(
    ("text", "paid"),
    [
        ("Pay all 2 armies", "PAY A FIR\nPAY A ARE"),
        ("Pay 2 armies", "PAY A FIR\nPAY A ARE"),
        ("Pay 3 A FIR", "PAY A FIR"),
    ],
)
def test_7_3_all_of_them_may_be_counted_and_a_unit_may_have_its_price(text: str, paid: str) -> None:
    assert read(text, INDEPENDENT, "FLORENCE", "SPR1460A").parts == {"payments": paid}


def test_9_3_a_permission_at_a_price_is_asked_back() -> None:
    assert told("Allow Genoa straits for 5 ducats") == ["a permission has no price"]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Allow Genoa and Milan the straits", "ALLOW GENOA STRAITS\nALLOW MILAN STRAITS"),
        ("Genoa, Milan and Venice may pass the straits", "ALLOW VENICE STRAITS"),
        ("Allow Genoa bribes and straits", "ALLOW GENOA BRIBES\nALLOW GENOA STRAITS"),
    ],
)
def test_12_each_country_and_each_kind_of_a_permission_is_read(text: str, orders: str) -> None:
    found = read(text, BOARD, "FLORENCE", "SUM1460C")
    assert set(orders.splitlines()) <= set(found.parts["orders"].splitlines())


@pytest.mark.parametrize(
    "text",
    [
        "Give 5 ducats to Genoa, but only if they give me Pisa",
        "If Genoa attacks, A FIR holds",
        "A FIR - BOL, unless Milan attacks",
        "Assassinate Milan for 30, unless they have a bodyguard",
        "Rebellion in Modena, if Genoa agrees",
    ],
)
def test_17_1_what_hangs_on_a_condition_is_not_done(text: str) -> None:
    assert told(text) == ["nothing can depend on what happens, or on what others do"]


@pytest.mark.parametrize("when", ["when", "whenever", "once"])
def test_17_1_what_says_when_is_a_condition_wherever_it_stands(when: str) -> None:
    assert proviso(f"{when} milan pays , raise a pst".split()) is not None
    assert proviso(f"raise a pst , {when} milan pays".split()) is not None


def test_17_1_a_gift_in_spring_that_hangs_on_a_condition_is_not_given() -> None:
    said = told("Give 5 ducats to Genoa, if they sell me Lucca", "SPR1460A")
    assert said == ["nothing can depend on what happens, or on what others do"]


@pytest.mark.parametrize(
    "text",
    [
        "If Milan gives me ducats, raise A PST",
        "Raise A PST, provided that Milan gives me ducats",
        "If I receive 3 ducats, raise army in Pistoia; otherwise pay all",
        "Unless Milan gives me ducats, disband A FIR",
        "When Milan gives me ducats, raise A PST",
        "Once Milan pays, raise A PST",
    ],
)
def test_2_salaries_that_hang_on_ducats_which_may_come_are_no_list(text: str) -> None:
    """Phase A: no alternative lists of actions, based on what one will possibly receive."""
    assert told(text, "SPR1460A") == ["nothing can depend on what happens, or on what others do"]


def test_2_one_of_two_new_units_is_not_chosen() -> None:
    assert told("Raise A PST, or G ARE", "SPR1460A") == ["one or the other? I do not choose"]


def test_7_3_a_list_of_payments_may_have_exceptions() -> None:
    found = read("Pay all except A FIR, if possible", BOARD, "FLORENCE", "SPR1460A")
    assert problems(found) == []
    assert found.parts == {"payments": "PAY G FIR\nPAY G PST\nPAY A ARE\nPAY F PIS"}


def test_17_1_one_of_two_orders_is_not_chosen() -> None:
    assert told("A FIR - BOL, or SIE") == ["one or the other? I do not choose"]


def test_17_1_if_possible_is_no_condition() -> None:
    found = read("Give 5 ducats to Genoa, if possible", BOARD, "FLORENCE", "SUM1460C")
    assert found.parts == {"gifts": "GIVE 5 GENOA"}
    assert problems(found) == []


def test_17_1_a_unit_that_all_others_are_told_without_keeps_its_own_order() -> None:
    found = read("All units hold, except A FIR\nA FIR - BOL", BOARD, "FLORENCE", "SUM1460C")
    assert found.parts == {"orders": "A FIR - BOL"}
    assert [problem.message for problem in problems(found)] == ["I read no exceptions here"]


@pytest.mark.parametrize(
    "text",
    [
        "Give 9 ducats to Genoa for a rebellion in Modena",
        "Give 15 ducats to Genoa to start a rebellion",
        "Send Genoa 3 ducats for a bodyguard",
        "Give 30 to Genoa to assassinate Milan",
    ],
)
def test_17_1_a_gift_that_is_for_something_is_asked_back(text: str) -> None:
    assert told(text) == ["a gift, or do you pay for this yourself?"]


@pytest.mark.parametrize("text", ["Give 4 ducats to Genoa and Milan", "Give 4 ducats to Genoa, Milan"])
def test_17_1_one_sum_for_two_countries_is_asked_back(text: str) -> None:
    assert told(text) == ["to each of them?"]


@pytest.mark.parametrize(
    ("text", "gifts"),
    [
        ("Give 4 ducats to Genoa and Milan each", "GIVE 4 GENOA\nGIVE 4 MILAN"),
        ("Give 5 ducats to Genoa, 3 to Milan", "GIVE 5 GENOA\nGIVE 3 MILAN"),
        ("Give Genoa 5, Milan 3 ducats", "GIVE 5 GENOA\nGIVE 3 MILAN"),
        ("Send 5 ducats to Genoa; Milan 3", "GIVE 5 GENOA\nGIVE 3 MILAN"),
    ],
)
@pytest.mark.parametrize("phase", ["SPR1460A", "SUM1460C"])
def test_17_1_each_of_several_gifts_is_read(text: str, gifts: str, phase: str) -> None:
    found = read(text, BOARD, "FLORENCE", phase)
    assert found.parts == {"gifts": gifts}
    assert problems(found) == []


def test_17_1_a_letter_s_own_name_behind_a_gift_is_given_nothing() -> None:
    found = read("Send 5 ducats to Genoa, thanks, Florence", BOARD, "FLORENCE", "SUM1460C")
    assert found.parts == {"gifts": "GIVE 5 GENOA"}


def test_10_a_bodyguard_against_somebody_does_not_guard_them() -> None:
    assert told("Bodyguard against Genoa for 3") == ["a bodyguard for whom?"]


@pytest.mark.parametrize(("price", "warned"), [(9, True), (15, False)])
def test_11_1_who_names_another_price_of_a_rebellion_is_told_the_right_one(price: int, warned: bool) -> None:
    found = read(f"Rebellion in Genova for {price}", BOARD, "FLORENCE", "SUM1460C")
    assert found.parts == {"expenditures": "REBEL GEN"}
    assert [each.message for each in found.problems if each.warning] == (
        ["As the board stands: it costs 15 ducats, neither more nor less."] if warned else []
    )


@pytest.mark.parametrize(
    ("text", "bribe", "order"),
    [
        ("Operate G SIE for 3 and convert", "OPERATE G SIE 3", "G SIE C A"),
        ("Operate G SIE to convert for 3", "OPERATE G SIE 3", "G SIE C A"),
        ("Operate G SIE 3: S SIE GENOA", "OPERATE G SIE 3", "G SIE S SIE GENOA"),
        ("Buy the garrison in Siena for 9 and convert it", "BUY G SIE 9", "G SIE C A"),
        ("Buy Milan's army in Modena for 18 to attack Bologna", "BUY A MOD 18", "A MOD - BOL"),
    ],
)
def test_12_the_order_that_stands_beside_a_bribe_is_read(text: str, bribe: str, order: str) -> None:
    found = read(text, BOARD, "FLORENCE", "SUM1460C")
    assert found.parts == {"expenditures": bribe, "orders": order}


def test_12_a_bribe_is_not_paid_for_an_order_that_cannot_be_read() -> None:
    assert told("Operate G SIE for 3 and support everybody") == ["this is not an order"]


@pytest.mark.parametrize(("bribe", "warned"), [("Operate A LUC for 3", True), ("Buy A LUC for 9", False)])
def test_16_who_sends_an_operated_unit_away_is_told_that_it_stays(bribe: str, warned: bool) -> None:
    found = read(f"{bribe}. A LUC - PIS", INDEPENDENT, "FLORENCE", "SUM1460C")
    assert found.parts["orders"] == "A LUC - PIS"
    assert any("you only operate cannot leave" in each.message for each in found.problems) is warned
