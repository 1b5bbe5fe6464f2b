"""Offers and savings as people say them (ruling P1): all that is said is read, or the line is told."""

from __future__ import annotations

import pytest

from tests.rules.payola.played import opening, read
from tests.rules.payola.test_sheet import fault, printed


@pytest.mark.parametrize(
    "text",
    [
        "I offer 5 to my army in London to move to Yorkshire.",
        "I'll bid five AgP for A LON - YOR",
        "We would like to offer 5 silver pieces for the army in London going to Yorkshire",
        "5 AgP for A LON - YOR",
        "A LON - YOR (5 silver pieces)",
        "A LON - YOR = 5",
        "Ich biete 5 für A LON - YOR",
        "J'offre 5 pour A LON - YOR",
        "5 AgP por A LON - YOR",
        "ofereço 5 por A LON - YOR",
        "Please bribe A LON 5 to move to YOR",
        "5 A LON - YOR",
        "$5 A Lon-Yor",
        "Army London gets 5 to move to Yorkshire",
        "5 AgP to the army in London for moving to Yorkshire",
    ],
)
def test_p1_an_offer_may_be_a_sentence_or_have_its_amount_behind_it(text: str) -> None:
    assert printed(text) == "5 : A LON - YOR"


@pytest.mark.parametrize(
    "text",
    [
        "I offer 5 to my army in London to move to Yorkshire if Russia does not",
        "Shall I offer 5 to my army in London to move to Yorkshire?",
        "5 for A LON - YOR?",
        "I offered 5 for A LON - YOR",
        "I do not offer 5 for A LON - YOR",
        "A LON - YOR for 5 and A EDI H for 3",
        "A LON - YOR for 5 or 6",
        "5 to France",
        "$ 5",
        "5 A LON - YOR for 3",
        "Pay A LON 5 to go to YOR if Russia agrees",
        "Pay A LON 5 to go to YOR or WAL",
        "Pay A LON 5 or 6 to hold",
        "They pay London 5 to hold",
        "I paid London 5 to hold",
        "London gets 5 to hold, Edinburgh gets 3 to hold",
        "A LON - YOR (5) or hold",
        "A LON - YOR, 5 or 6",
        "A LON - YOR 5",
    ],
)
def test_p1_what_could_mean_more_than_one_offer_is_none(text: str) -> None:
    assert fault(text).code


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("5) A LON - YOR", "write `5 : A LON - YOR`, or only `A LON - YOR`"),
    ],
)
def test_p1_a_number_that_may_be_the_price_is_told_with_the_line_to_write(text: str, hint: str) -> None:
    assert fault(text).hint == hint


def test_p1_or_between_the_places_of_a_sentence_is_a_choice() -> None:
    assert printed("I offer 5 to my army in London to go to Yorkshire or Wales") == "5 : A LON - YOR | - WAL"


def test_p1_pay_gives_money_to_a_power_and_offers_it_to_a_unit() -> None:
    said = read(opening(), "FRANCE", "Pay A PAR 5 to go to BUR\nPay Italy 4")
    assert said.parts["offers"] == "5 : A PAR - BUR"
    assert [act.data for act in said.acts] == [{"to": "ITALY", "amount": 4}]


@pytest.mark.parametrize(
    "text",
    ["20 held back", "20 AgP saved.", "20 zurückhalten", "20 en réserve", "20 da parte", "20 w rezerwie", "20 saved"],
)
def test_p1_savings_may_be_said_in_other_languages(text: str) -> None:
    assert printed(text) == "20 $"


@pytest.mark.parametrize("text", ["20 saved from last year", "20 left", "20 not held back"])
def test_3_4_what_says_more_of_an_amount_saves_nothing(text: str) -> None:
    assert fault(text).code


@pytest.mark.parametrize(
    "remark",
    [
        "(the important one!)",
        "[my favourite]",
        "-- as promised",
        "— wish me luck",
        "(danke!)",
        "(for once!)",
        "(just to be annoying)",
    ],
)
def test_p1_a_remark_that_cannot_change_an_offer_is_none_of_it(remark: str) -> None:
    assert printed(f"5 : A LON - YOR {remark}") == "5 : A LON - YOR"


@pytest.mark.parametrize(
    "remark",
    [
        "(if Russia agrees)",
        "(Russia will hate this)",
        "(danke, Anna)",
        "(unless you hear from me)",
        "(not really)",
        "(don't tell)",
        "(or Wales)",
        "(wenn Anna will)",
        "(seulement si possible)",
        "(for Germany)",
        "(x 2)",
        "(2 AgP more)",
        "(twice)",
        "(support it)",
        "(draft)",
        "(canceled)",
        "(bluffing)",
        "(undecided)",
        "(maybe)",
        "(really?)",
        "(see below)",
        "(each)",
        "-- or perhaps Wales",
        "-- only if asked",
        "(WAL)",
        "(WLA)",
        "-- Walles",
        "-- Norweggian shore",
        "(by Norway)",
        "(to Wales)",
    ],
)
def test_p1_a_remark_that_might_change_an_offer_is_told(remark: str) -> None:
    assert fault(f"5 : A LON - YOR {remark}").code


def offers(text: str) -> str:
    return read(opening(), "FRANCE", text).parts.get("offers", "")


def test_p1_a_table_of_amounts_and_orders_is_a_sheet_of_direct_offers() -> None:
    assert offers("  9    A PAR - BUR\n  4\tA MAR - SPA") == "9 : A PAR - BUR\n4 : A MAR - SPA"


@pytest.mark.parametrize(
    "text", ["1   A PAR - BUR\n2   A MAR - SPA\n3   F BRE - MAO", "1. A PAR - BUR\n2. A MAR - SPA"]
)
def test_p1_numbers_that_may_count_the_lines_are_no_amounts(text: str) -> None:
    assert offers(text) == ""
