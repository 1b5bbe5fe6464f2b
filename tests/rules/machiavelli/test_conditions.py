"""Nothing depends on what happens: by a clause, by a line above or below, or as a question (17.1)."""

from __future__ import annotations

import pytest

from tests.rules.machiavelli.test_letters import problems, read
from tests.rules.machiavelli.test_plain_words import BOARD


@pytest.mark.parametrize(
    "text",
    [
        "In case Milan attacks, A ARE - PER",
        "A ARE - PER, in case Milan attacks",
        "Should Milan attack, A ARE supports Firenze",
        "Supposing Milan stays, A ARE - PER",
        "As long as Milan pays, give 3 ducats to Milan",
        "After Milan pays, give 3 ducats to Milan",
        "Give 5 ducats to Milan, conditional on A MOD holding",
        "Depending on Milan's gift, bodyguard for 6",
        "Wenn Mailand zahlt, A ARE - PER",
        "Se Milano paga, A ARE - PER",
        "Buy G SIE for 9, no, 12",
    ],
)
def test_17_1_a_clause_that_cannot_be_read_may_be_what_the_others_of_its_sentence_depend_on(text: str) -> None:
    found = read(text, BOARD, "FLORENCE", "SUM1460C")
    assert found.parts == {}
    assert [problem.code for problem in problems(found)] == ["machiavelli/condition"]


@pytest.mark.parametrize(
    "text",
    [
        "In case Milan pays me, raise A ARE",
        "Should Milan give me 3 ducats, raise A ARE",
        "Raise A ARE and F PIS when Milan pays",
        "Raise A ARE, conditional on Milan's payment",
    ],
)
def test_17_1_no_unit_is_raised_on_a_condition(text: str) -> None:
    found = read(text, "FLORENCE A FIR", "FLORENCE", "SPR1460A")
    assert found.parts == {}
    assert [problem.code for problem in problems(found)] == ["machiavelli/condition"]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("A ARE - PER, not FIR", "A ARE - PER"),
        ("A ARE - PER, but A FIR holds", "A ARE - PER"),
        ("A ARE - PER, if possible", "A ARE - PER"),
    ],
)
def test_17_1_what_says_more_of_another_place_leaves_a_good_order_alone(text: str, orders: str) -> None:
    assert read(text, BOARD, "FLORENCE", "SUM1460C").parts == {"orders": orders}


GIFT = "Give 2 ducats to Milan"


@pytest.mark.parametrize(
    "text",
    [
        f"If Milan keeps his word:\n{GIFT}",
        f"Only if Milan has paid me:\n\n{GIFT}",
        f"If Milan has paid me, then\n{GIFT}",
        f"If Milan has paid me\n{GIFT}",
        f"As soon as Milan has paid,\n{GIFT}",
        f"{GIFT},\nif he gives me his word",
        f"{GIFT}\nBut only if Milan attacks.",
        f"{GIFT}\n(if he has asked for it)",
        f"{GIFT}\nIf Milan pays me.",
        f"Unless you hear from me:\n{GIFT}",
        f"{GIFT}\nor to Genoa",
        f"{GIFT}\nOtherwise give 3 to Genoa",
        f"Plan B:\n{GIFT}",
        f"Draft:\n{GIFT}",
        f"Next season:\n{GIFT}",
    ],
)
def test_17_1_a_line_that_is_only_a_condition_is_one_of_the_line_beside_it(text: str) -> None:
    found = read(text, BOARD, "FLORENCE", "SUM1460C")
    assert found.parts == {}
    told = next(problem for problem in problems(found) if problem.text.startswith(GIFT))
    assert "it may depend on `" in told.message


@pytest.mark.parametrize("head", ["Fall orders:", "Orders for Fall 1460:", "FALL 1460", "Summer 1461:"])
def test_17_1_below_the_heading_of_another_season_nothing_is_filed(head: str) -> None:
    found = read(f"{head}\n{GIFT}", BOARD, "FLORENCE", "SUM1460C")
    assert found.parts == {}
    told = next(problem for problem in problems(found) if problem.text.startswith(GIFT))
    assert told.message == f"it stands below `{head}`, and this is another phase"


def test_17_1_a_condition_with_a_colon_is_one_of_all_lines_up_to_an_empty_one() -> None:
    found = read("If Milan attacks:\nBodyguard for 3\nA ARE - PER\n\nA FIR H", BOARD, "FLORENCE", "SUM1460C")
    assert found.parts == {"orders": "A FIR H"}


@pytest.mark.parametrize(
    "text",
    [
        "If anything is unclear, please ask\nA ARE - PER",
        "If you need more from me\nA ARE - PER",
        "If possible:\nA ARE - PER",
        "Summer orders:\nA ARE - PER",
        "Orders for Summer 1460:\nA ARE - PER",
        "SUMMER 1460 CAMPAIGN\nA ARE - PER",
        "Once more:\nA ARE - PER",
        "If Milan attacks me, so be it\nA ARE - PER",
    ],
)
def test_17_1_what_is_no_condition_of_an_order_leaves_it_alone(text: str) -> None:
    assert read(text, BOARD, "FLORENCE", "SUM1460C").parts == {"orders": "A ARE - PER"}


def test_17_1_of_a_condition_with_its_order_the_next_line_does_not_depend() -> None:
    found = read("If Milan attacks, A ARE - PER\nA FIR H", BOARD, "FLORENCE", "SUM1460C")
    assert found.parts == {"orders": "A FIR H"}


@pytest.mark.parametrize("text", ["A ARE - PER?", "Shall I give 5 ducats to Milan?", "Buy G SIE for 9 (?)"])
def test_17_1_a_question_orders_nothing(text: str) -> None:
    found = read(text, BOARD, "FLORENCE", "SUM1460C")
    assert found.parts == {}
    assert [problem.message for problem in problems(found)] == ["that may be a question"]


def test_17_1_of_two_orders_with_an_or_between_them_neither_is_filed() -> None:
    assert read("A ARE - PER\nor\nA ARE H", BOARD, "FLORENCE", "SUM1460C").parts == {}


def test_17_1_otherwise_all_hold_takes_no_order_back() -> None:
    found = read("A ARE - PER\nOtherwise all hold", BOARD, "FLORENCE", "SUM1460C")
    assert found.parts == {"orders": "A ARE - PER"}


@pytest.mark.parametrize(
    ("label", "text", "why"),
    [
        ("SPR1460A", "If Milan gives me 5 ducats: Raise A ARE", "nothing can depend on"),
        ("SPR1460A", "Raise A ARE if Milan pays", "nothing can depend on"),
        ("SPR1460A", "If Milan pays: Tax Prato by force", "nothing can depend on"),
        ("SPR1460A", "If Milan pays: Sell Prato to Milan for 3", "nothing can depend on"),
        ("SPR1460A", "Raise A ARE or A PIS", "one or the other?"),
        ("SPR1460A", "or else Raise A ARE", "one or the other?"),
        ("SPR1460A", "Raise A Atlantis", "I find no area"),
        ("SUM1460C", "If Milan pays: A FIR - PRA", "nothing can depend on"),
        ("SUM1460C", "If Milan gives me 5 ducats: buy G SIE for 9", "nothing can depend on"),
        ("SUM1460C", "Bodyguard for 3 if I receive ducats", "nothing can depend on"),
        ("SUM1460C", "Give 3 ducats to Milan or the Pope", "one or the other?"),
    ],
)
def test_a_7_and_17_1_of_alternatives_the_reply_says_that_nothing_can_depend_on_them(
    label: str, text: str, why: str
) -> None:
    found = read(text, "FLORENCE A FIR; NOBODY G SIE", "FLORENCE", label)
    assert found.parts == {}
    (problem,) = problems(found)
    assert problem.message.startswith(why)
