"""Trades that a mail program broke over two lines or more: put together, or refused whole."""

from __future__ import annotations

import pytest

from tests.rules.exchange.exchanged import exchange, read


@pytest.mark.parametrize(
    "text",
    [
        "BUY 2 FRANCE\nFROM BERT FOR 15",
        "BUY 2 FRANCE FROM\nBERT FOR 15",
        "BUY 2 FRANCE FROM BERT\nFOR 15",
        "BUY 2 FRANCE FROM BERT FOR\n15",
        "BUY 2\nFRANCE FROM BERT FOR 15",
        "BUY 2 FRANCE\nFROM BERT\nFOR 15",
    ],
)
def test_a_trade_on_several_lines_is_put_together(text: str) -> None:
    reading = read(exchange(), "ANNA", f"{text}\nBUY 1 ITALY")
    assert reading.parts == {"trades": "BUY 2 FRANCE FROM BERT FOR 15\nBUY 1 ITALY"}
    assert reading.problems == ()
    assert {each.line for each in reading.lines} == set(range(1, len(text.splitlines()) + 2))


@pytest.mark.parametrize("text", ["BUY 2 FRANCE\nFOR 15", "BUY 2 FRANCE\nFROM BERT"])
def test_what_does_not_read_as_one_trade_is_refused_whole(text: str) -> None:
    reading = read(exchange(), "ANNA", f"{text}\nBUY 1 ITALY")
    assert reading.parts == {"trades": "BUY 1 ITALY"}
    assert [each.code for each in reading.problems] == ["line/broken"]
    assert text.splitlines()[0] in reading.problems[0].text


@pytest.mark.parametrize("below", ["Anna", "Thank you!", "% FROM BERT FOR 15", "SELL 1 ITALY TO BERT FOR 2"])
def test_a_trade_stands_whatever_else_is_below_it(below: str) -> None:
    assert read(exchange(), "ANNA", f"BUY 2 FRANCE\n{below}").parts["trades"].splitlines()[0] == "BUY 2 FRANCE"


def test_lines_that_are_not_directly_below_each_other_are_two() -> None:
    reading = read(exchange(), "ANNA", "BUY 2 FRANCE\n\nFROM BERT FOR 15")
    assert reading.parts == {"trades": "BUY 2 FRANCE"}


def test_a_full_stop_behind_a_purchase_belongs_to_no_name() -> None:
    assert read(exchange(), "ANNA", "BUY 2 RUSSIA.").parts == {"trades": "BUY 2 RUSSIA"}


def test_a_word_of_thanks_below_a_whole_trade_is_no_part_of_it() -> None:
    reading = read(exchange(), "BERT", "SELL 2 FRANCE TO ANNA FOR 12\ngracias")
    assert [(line.text, line.meaning) for line in reading.lines] == [
        ("SELL 2 FRANCE TO ANNA FOR 12", "SELL 2 FRANCE TO ANNA FOR 12")
    ]
