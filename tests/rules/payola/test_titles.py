"""What players call a game: each variation of section 6 has its name, and every switch beside it is told."""

from __future__ import annotations

from typing import Any

import pytest

from judge.rules.registry import title_of


@pytest.mark.parametrize(
    ("options", "title"),
    [
        ({}, "Payola Diplomacy"),
        ({"variant": "classic"}, "Payola Classic"),
        ({"variant": "tincup"}, "Tin Cup Diplomacy"),
        ({"variant": "tincup", "blind": True}, "Tin Cup Diplomacy"),
        ({"variant": "ebayola"}, "eBayola"),
        ({"variant": "loyal"}, "Payola with Loyal Units"),
        ({"variant": "zerosum"}, "Zero Sum Payola"),
        ({"variant": "Exchange", "ebayola": True}, "Payola Exchange (eBayola)"),
        ({"variant": "standard", "blind": True, "zerosum": True}, "Payola Diplomacy (blind, zero sum)"),
        ({"variant": "zerosum", "loyal": True}, "Zero Sum Payola (loyal units)"),
    ],
)
def test_6_a_game_is_called_by_its_variation(options: dict[str, Any], title: str) -> None:
    assert title_of("payola", options) == title


def test_an_exchange_game_that_was_made_under_its_own_name_is_called_the_same() -> None:
    assert title_of("exchange", {"players": 4}) == "Payola Exchange"
