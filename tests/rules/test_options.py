"""Options as GameMasters write them."""

from __future__ import annotations

import pytest

from judge.rules.values import Option

PLAYERS = Option("players", "int", 14, "how many play", least=4, most=60)


@pytest.mark.parametrize(("text", "number"), [("4", 4), (" 60 ", 60), ("007", 7)])
def test_a_number_is_read_within_its_bounds(text: str, number: int) -> None:
    assert PLAYERS.parse(text) == number


@pytest.mark.parametrize(
    "text",
    ["", "3", "61", "-4", "4.5", "٤", "²", "ten", "000", "9" * 5000, "0000000601234568", "000000060" + "0" * 5000],
)
def test_any_other_number_is_refused_with_the_bounds(text: str) -> None:
    with pytest.raises(ValueError, match="players is a whole number from 4 to 60"):
        PLAYERS.parse(text)


def test_nought_is_a_number() -> None:
    assert Option("cap", "int", 5, "").parse("0") == 0
