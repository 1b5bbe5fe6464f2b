"""What investors wish for in a sentence."""

from __future__ import annotations

import pytest

from tests.rules.exchange.exchanged import exchange, read


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("Make Bert the CEO of France", {"power": "FRANCE", "name": "BERT"}),
        ("I vote for Anna as leader of France", {"power": "FRANCE", "name": "ANNA"}),
        ("ELECT FRANCE ANNA", {"power": "FRANCE", "name": "ANNA"}),
    ],
)
def test_a_vote_may_be_a_sentence(text: str, done: dict[str, str]) -> None:
    assert [dict(act.data) for act in read(exchange(), "ANNA", text).acts] == [done]


def test_shares_may_be_wished_for() -> None:
    assert read(exchange(), "ANNA", "I'd like 3 shares of France").parts == {"trades": "BUY 3 FRANCE"}


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
    reading = read(exchange(), "ANNA", text)
    assert (reading.acts, reading.parts) == ((), {})
