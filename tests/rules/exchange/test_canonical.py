"""Canonical text of trades: parsing and printing are inverse, and the reader of mail files nothing else."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.rules.diplomacy.boardfile import load_board
from judge.rules.exchange.canonical import MOST_MONEY, MOST_SHARES, Trade, parse_trade, parse_trades, print_trades
from tests.rules.exchange.exchanged import exchange, read
from tests.support.soaking import examples

BOARD = load_board("standard")
INVESTORS = ("ANNA", "BERT", "CARL")
WRITER = "BERT"

comments = st.one_of(st.just(""), st.text(st.characters(exclude_characters="\n"), max_size=12).map(str.strip))


@st.composite
def trades(draw: st.DrawFn) -> Trade:
    number, power = draw(st.integers(1, MOST_SHARES)), draw(st.sampled_from(BOARD.powers))
    other = draw(st.sampled_from(["", "ANNA", "CARL"]))
    if not other:
        return Trade(False, number, power, comment=draw(comments))
    return Trade(draw(st.booleans()), number, power, other, draw(st.integers(0, MOST_MONEY)), draw(comments))


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(trades(), max_size=4))
def test_trades_are_parsed_as_they_were_printed(lines: list[Trade]) -> None:
    assert parse_trades(BOARD, INVESTORS, WRITER, print_trades(lines)) == lines


@settings(max_examples=examples(200), deadline=None)
@given(trades(), st.data(), st.text("0159BUYFORMTOSEL %\n", max_size=2))
def test_what_is_parsed_is_as_printed_and_what_is_read_is_parsed(trade: Trade, data: st.DataObject, slip: str) -> None:
    text = str(trade)
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + slip + text[at:]
    with contextlib.suppress(ValueError):
        assert str(parse_trade(BOARD, INVESTORS, WRITER, text)) == text
    filed = read(exchange(), WRITER, text.lower()).parts.get("trades", "")
    assert print_trades(parse_trades(BOARD, INVESTORS, WRITER, filed)) == filed


@pytest.mark.parametrize(
    "line",
    [
        *(
            "buy 3 FRANCE",
            "BUY 03 FRANCE",
            "BUY 3 France",
            "BUY 3 SPAIN",
            "BUY 0 FRANCE",
            "SELL 3 FRANCE",
            "BUY 3 FRANCE ",
        ),
        *("BUY 3 FRANCE FROM BERT FOR 5", "BUY 3 FRANCE TO ANNA FOR 5", "SELL 3 FRANCE FROM ANNA FOR 5", ""),
        *("BUY 3 FRANCE FROM DORA FOR 5", "BUY 3 FRANCE FROM ANNA FOR 05", "BUY 3 FRANCE % now"),
    ],
)
def test_what_is_not_canonical_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_trade(BOARD, INVESTORS, WRITER, line)
