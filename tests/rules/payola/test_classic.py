"""Payola 6.1 and ruling P25: Payola Classic."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.payola.played import POWERS, act, adjudicate, codes, opening, read, told

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
    assert problem.message == "`5.5` is not an amount"
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
