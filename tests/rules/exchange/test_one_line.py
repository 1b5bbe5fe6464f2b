"""Several trades on one line: read where each is a trade by itself, else none of the line."""

from __future__ import annotations

import pytest

from tests.rules.exchange.exchanged import exchange, read


@pytest.mark.parametrize(
    "text", ["BUY 4 FRANCE, BUY 2 RUSSIA", "BUY 4 FRANCE; BUY 2 RUSSIA.", "BUY 4 FRANCE and BUY 2 RUSSIA"]
)
def test_trades_between_commas_are_read_each_by_itself(text: str) -> None:
    reading = read(exchange(), "ANNA", f"{text}\nBUY 1 ITALY")
    assert reading.parts == {"trades": "BUY 4 FRANCE\nBUY 2 RUSSIA\nBUY 1 ITALY"}
    assert reading.problems == ()
    assert [(each.line, each.text) for each in reading.lines] == [(1, text), (2, "BUY 1 ITALY")]


@pytest.mark.parametrize("text", ["BUY 4 FRANCE, 2 RUSSIA", "BUY 4 FRANCE, BUY 2 RUSSIA if Bert does"])
def test_nothing_of_a_line_counts_where_a_piece_is_no_trade(text: str) -> None:
    reading = read(exchange(), "ANNA", f"{text}\nBUY 1 ITALY")
    assert reading.parts == {"trades": "BUY 1 ITALY"}
    assert [(each.line, each.text) for each in reading.problems] == [(1, text)]


def test_a_full_stop_behind_a_purchase_belongs_to_no_name() -> None:
    assert read(exchange(), "ANNA", "BUY 2 RUSSIA.").parts == {"trades": "BUY 2 RUSSIA"}
