"""What investors wish for in a sentence: told as the line that they would have to write."""

from __future__ import annotations

import pytest

from judge.rules.diplomacy.board import load_board
from judge.rules.exchange.reading.wishes import wish_in

INVESTORS = ("ANNA", "BERT")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Make Bert the CEO of France", "ELECT FRANCE BERT"),
        ("I vote for Anna as leader of France", "ELECT FRANCE ANNA"),
        ("Pay a dividend of two", "DIVIDEND 2"),
        ("I'd like 3 shares of France", "BUY 3 FRANCE"),
    ],
)
def test_a_wish_is_told_its_line(text: str, line: str) -> None:
    assert wish_in(load_board("standard"), INVESTORS, text) == line


@pytest.mark.parametrize(
    "text",
    [
        "I do not vote for Anna in France",
        "Shall I vote for Anna in France?",
        "I had 3 shares of France",
        "The dividend of France was 2",
        "I like France",
    ],
)
def test_talk_wishes_for_nothing(text: str) -> None:
    assert wish_in(load_board("standard"), INVESTORS, text) == ""
