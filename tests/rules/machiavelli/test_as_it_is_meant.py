"""Sentences that sound like orders and mean something else: nothing may act that was not meant (9.3, 12, 17.1)."""

from __future__ import annotations

import pytest

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
        "Genoa allows Florence the straits",
    ],
)
def test_9_3_the_permission_of_another_player_is_not_one_to_them(text: str) -> None:
    assert told(text) == ["that is not your permission: Genoa has to write it"]


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


@pytest.mark.parametrize("text", ["A FIR S Siena (independent)", "A FIR S Siena (the independents)"])
def test_17_1_a_bracket_that_says_whom_a_support_is_for_is_not_dropped(text: str) -> None:
    assert read(text, BOARD, "FLORENCE", "SUM1460C").parts == {"orders": "A FIR S SIE INDEPENDENT"}


@pytest.mark.parametrize("text", ["A FIR S Siena (the rebels)", "A FIR S Siena -- independent"])
def test_17_1_a_bracket_that_may_change_whom_a_support_is_for_keeps_the_line_from_being_filed(text: str) -> None:
    found = read(text, BOARD, "FLORENCE", "SUM1460C")
    assert found.parts == {}
    assert problems(found)


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


@pytest.mark.parametrize("text", ["Give 4 ducats to Genoa and Milan", "Give 4 ducats to Genoa, Milan"])
def test_17_1_one_sum_for_two_countries_is_asked_back(text: str) -> None:
    assert told(text) == ["is that sum for each of them, or for all together?"]


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


@pytest.mark.parametrize(("bribe", "warned"), [("Operate A LUC for 3", True), ("Buy A LUC for 9", False)])
def test_16_who_sends_an_operated_unit_away_is_told_that_it_stays(bribe: str, warned: bool) -> None:
    found = read(f"{bribe}. A LUC - PIS", INDEPENDENT, "FLORENCE", "SUM1460C")
    assert found.parts["orders"] == "A LUC - PIS"
    assert any("you only operate cannot leave" in each.message for each in found.problems) is warned
