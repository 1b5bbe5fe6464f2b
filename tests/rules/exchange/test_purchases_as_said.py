"""Purchases in sentences and in other languages, and the sum of a trade said twice; and what is told instead."""

from __future__ import annotations

import pytest

from judge.rules.diplomacy.board import load_board
from judge.rules.values import Reading
from tests.rules.exchange.exchanged import exchange, read

BOARD = load_board("standard")
INVESTORS = ("ANNA", "BERT", "CARL")


def trade(text: str) -> str:
    return read(exchange(), "BERT", text).parts.get("trades", "")


@pytest.mark.parametrize(
    "text",
    [
        "J'achète 5 actions de la Turquie",
        "Ich kaufe 5 Aktien der Türkei".replace("der ", "von "),
        "Compro 5 azioni della Turchia",
        "I'll purchase 5 Turkey, please",
        "BUY 5 TURKEY (wish me luck)",
    ],
)
def test_a_purchase_may_be_a_sentence(text: str) -> None:
    assert trade(text) == "BUY 5 TURKEY"


@pytest.mark.parametrize(
    "text",
    [
        "I would like to buy five shares of Turkey if Anna does",
        "I would like to buy five or six shares of Turkey",
        "I would not buy 5 shares of Turkey",
        "Shall I buy 5 shares of Turkey?",
        "BUY 5 TURKEY (maybe)",
        "SELL 2 ITALY TO CARL FOR 14 each",
        "SELL 2 ITALY TO CARL FOR 14 (each)",
        "SELL 2 ITALY TO CARL FOR 14 (not together)",
    ],
)
def test_what_says_more_is_told(text: str) -> None:
    assert trade(text) == ""


def test_several_purchases_of_a_sentence_are_read_apart() -> None:
    assert trade("J'achète 4 actions de la France et 3 de l'Allemagne.") == "BUY 4 FRANCE\nBUY 3 GERMANY"
    assert trade("Buy 2 shares of Turkey, two of Italy and 3 Russia") == "BUY 2 TURKEY\nBUY 2 ITALY\nBUY 3 RUSSIA"
    assert trade("Buy 2 Turkey and sell 3 Russia") == ""
    assert trade("Buy 2 Turkey and 3 Russia from Anna for 10") == ""


@pytest.mark.parametrize("said", ["(both together, not each!)", "in all", "altogether.", "(in total)", "AgP together"])
def test_the_sum_of_a_trade_may_be_said_to_be_that(said: str) -> None:
    assert trade(f"sell 2 italy to carl for 14 {said}") == "SELL 2 ITALY TO CARL FOR 14"


def read_by_dora(text: str) -> Reading:
    return read(exchange(), "DORA", text)


@pytest.mark.parametrize(
    "text",
    [
        "I would like to buy two shares of Turkey and one of Russia, please. Nothing else this year, I'm saving up.",
        "Please buy two shares of Turkey and one of Russia. Good luck to everybody!",
    ],
)
def test_a_sentence_beside_purchases_that_cannot_change_them_is_left_out(text: str) -> None:
    assert read_by_dora(text).parts == {"trades": "BUY 2 TURKEY\nBUY 1 RUSSIA"}
    assert read_by_dora(text).problems == ()


@pytest.mark.parametrize(
    "beside",
    [
        "If Anna agrees, that is.",
        "From Anna, please.",
        "Not today.",
        "Or four.",
        "Make that three.",
        "And sell them in the Fall.",
        "My vote for Turkey goes to Anna if she sells.",
        "My vote for Turkey goes to myself.",
        "Is that allowed?",
        "Pay 5 for them.",
        "Actually no.",
        "Russia is too dear.",
        "But later.",
        "Just an idea.",
    ],
)
def test_a_sentence_beside_purchases_that_may_change_them_is_told(beside: str) -> None:
    reading = read_by_dora(f"I would like to buy two shares of Turkey, please. {beside}")
    assert reading.parts == {}
    assert reading.problems


def test_p28_a_gift_within_a_sentence_is_told_and_how_to_write_it() -> None:
    problem = read(exchange(), "ANNA", "As agreed, please send 4 to Bert.").problems[0]
    assert (problem.code, problem.hint) == ("payola/bad-transfer", "write `TRANSFER 4 TO BERT` alone on a line")
    assert not read(exchange(), "ANNA", "Will you send 4 to Bert?").acts
