"""Purchases in sentences and in other languages, and the sum of a trade said twice; and what is told instead."""

from __future__ import annotations

import pytest

from judge.rules.diplomacy.board import load_board
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.exchange.reading.phrases import purchases_in
from judge.rules.exchange.trades import read_trade

BOARD = load_board("standard")
INVESTORS = ("ANNA", "BERT", "CARL")


def trade(text: str) -> str:
    return str(read_trade(BOARD, INVESTORS, "BERT", text))


@pytest.mark.parametrize(
    "text",
    [
        "I would like to buy five shares of Turkey.",
        "Please buy 5 shares in Turkey",
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
    with pytest.raises(BadOrder):
        trade(text)


def test_several_purchases_of_a_sentence_are_read_apart() -> None:
    assert purchases_in("J'achète 4 actions de la France et 3 de l'Allemagne.") == ["BUY 4 France", "BUY 3 Allemagne"]
    assert purchases_in("Buy five shares of Turkey, two of Italy and 3 Russia") == [
        "BUY 5 Turkey",
        "BUY 2 Italy",
        "BUY 3 Russia",
    ]
    assert purchases_in("Buy 5 Turkey and sell 3 Russia") == []
    assert purchases_in("Buy 5 Turkey and 3 Russia from Anna for 10") == []


@pytest.mark.parametrize("said", ["(both together, not each!)", "in all", "altogether.", "(in total)", "AgP together"])
def test_the_sum_of_a_trade_may_be_said_to_be_that(said: str) -> None:
    assert trade(f"sell 2 italy to carl for 14 {said}") == "SELL 2 ITALY TO CARL FOR 14"
