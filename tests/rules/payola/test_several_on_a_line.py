"""Several offers on one line: what is read, and what is told with nothing of the line filed."""

from __future__ import annotations

import pytest

from judge.rules.values import Reading
from tests.rules.payola.played import at, opening, read


def reading(text: str, **options: str) -> Reading:
    return read(opening(**options), "TURKEY", text)


def filed(text: str, **options: str) -> list[str]:
    return reading(text, **options).parts.get("offers", "").splitlines()


OFFERS = ["5 : A CON - BUL", "5 : A SMY - CON", "4 : F ANK - BLA"]


@pytest.mark.parametrize(
    "line",
    [
        "5 : A CON - BUL, 5 : A SMY - CON, 4 : F ANK - BLA",
        "Five for army Constantinople to Bulgaria. Five for army Smyrna to Con. Four for fleet Ankara to Black Sea.",
    ],
)
def test_several_offers_on_a_line_are_read(line: str) -> None:
    assert filed(line) == OFFERS, reading(line).problems
    (told,) = reading(line).lines
    assert told.meaning == "; ".join(OFFERS)


def test_offers_for_one_unit_are_bids_like_those_on_two_lines() -> None:
    assert filed("5 : A CON - BUL, 3 : A CON H, 3 : A CON H") == ["5 : A CON - BUL", "3 : A CON H", "3 : A CON H"]
    assert filed("4*5#2 + 6 : A CON - BUL | H, 20 $") == ["4*5#2 + 6 : A CON - BUL | H", "20 $"]
    assert filed("5 : A CON - BUL, 0 : A SMY H  % my plan") == ["5 : A CON - BUL", "0 : A SMY H  % my plan"]


@pytest.mark.parametrize(
    "line",
    [
        "5 : A CON - BUL, A SMY - CON",
        "5 : A CON - BUL, A SMY - CON, F ANK - BLA",
        "A CON - BUL, A SMY - CON for 5",
        "A CON - BUL, A SMY - CON, F ANK - BLA",
        "5, A CON - BUL, 4, A SMY - CON",
        "5 : A CON - BUL, 4 : A SMY - CNO",
        "5 : A CON - BUL, - GRE",
        "5 : A CON - BUL, 4 : A SMY - CON if Russia agrees",
        "5 : A CON - BUL, or 4 : A SMY - CON",
        "5 : A CON - BUL, otherwise 4 : A SMY - CON",
        "5 : A CON - BUL, 4 : A SMY - CON?",
        "5 : A CON - BUL, 4 : A SMY - CON each",
        "5 : A CON - BUL, 4 : A SMY - CON instead",
        "5 : A CON - BUL, not 4 : A SMY - CON",
        "Russia offers: 5 : A CON - BUL, 4 : A SMY - CON",
        "For Austria: 5 : A CON - BUL, 4 : A SMY - CON",
        "5 : A CON - BUL, TRANSFER 5 TO AUSTRIA",
        "5 : A CON - BUL, 0 : A BUD H",
        "5 : A CON - BUL / 4 : A SMY - CON",
    ],
)
def test_a_line_with_a_part_that_is_no_offer_files_nothing(line: str) -> None:
    assert filed(line) == []
    assert reading(line).problems
    assert not reading(line).acts
    assert filed(f"{line}\n\n3 : F ANK H") == ["3 : F ANK H"]


def test_a_part_without_an_amount_is_told_as_that() -> None:
    problems = reading("5 : A CON - BUL, A SMY - CON").problems
    assert [each.text for each in problems] == ["A SMY - CON"]
    assert problems[0].message == "it is not said how much is offered for this"


def test_loyal_units_are_ordered_without_an_amount() -> None:
    assert filed("A CON - BUL, A SMY - CON, F ANK - BLA", variant="loyal") == [
        "A CON - BUL",
        "A SMY - CON",
        "F ANK - BLA",
    ]


def test_in_classic_two_offers_for_one_unit_are_told() -> None:
    assert filed("5 : A CON - BUL, 3 : A CON H", variant="classic") == []
    assert filed("5 : A CON - BUL, 3 : A SMY - CON", variant="classic") == ["5 : A CON - BUL", "3 : A SMY - CON"]


@pytest.mark.parametrize(
    "text",
    [
        "5 : A CON - BUL, 5 : A SMY -\nCON, 4 : F ANK - BLA",
        "5 : A CON - BUL, 5 :\nA SMY - CON, 4 : F ANK - BLA",
        "5 : A CON - BUL, 5\n: A SMY - CON, 4 : F ANK - BLA",
        "5 : A CON - BUL, 5 : A SMY - CON,\n4 : F ANK - BLA",
    ],
)
def test_a_line_of_several_that_was_broken_in_two_is_never_filed_in_part_of_an_offer(text: str) -> None:
    assert set(filed(text)) <= set(OFFERS)
    assert len(filed(text)) == len(OFFERS) or reading(text).problems


def test_a_gift_at_the_end_of_a_line_is_not_cut_off_from_its_order() -> None:
    assert "5 & A SMY H" not in filed("5 : A CON - BUL, 5 & A SMY\n- CON")
    assert "5 & A SMY H" not in filed("5 : A CON - BUL, 5 & A SMY\n- CNO")


def test_retreats_of_payola_may_stand_on_a_line() -> None:
    state = at("W1901A", {"TURKEY": ["F BLA"]}, {"TURKEY": ["CON", "SMY", "ANK"]})
    assert read(state, "TURKEY", "BUILD A CON, BUILD F SMY").parts["adjustments"] == "BUILD A CON\nBUILD F SMY"


def test_a_gift_of_money_beside_an_offer_is_no_gift() -> None:
    for line in ("Please give 5 AgP to Germany and offer 3 to A MUN H", "offer 3 to A CON H, give 5 to Germany"):
        assert not reading(line).acts
        assert reading(line).problems


def test_offers_in_a_sentence_are_read() -> None:
    assert filed("I'd also like to pay 1 for A CON H and 2 for A SMY - CON") == ["1 : A CON H", "2 : A SMY - CON"]
