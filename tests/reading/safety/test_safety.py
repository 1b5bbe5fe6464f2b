"""An order beside a word that may change it is not filed unsaid: a part of the lines in every run, all in a soak."""

from __future__ import annotations

import tomllib

import pytest

from tests.reading.page import LANGUAGES
from tests.reading.safety.floors import WHOLE, drawn, floor, floors
from tests.reading.safety.lines import FOLDER, KINDS, POSITIONS, desk_of, desks, doubts, is_unsafe

LEAST, LEAST_OF_A_LANGUAGE = 1000, 90
SAFE = ("diplomacy", "payola", "exchange", "empires", "machiavelli", "pirates")


@pytest.mark.parametrize("game", desks())
@pytest.mark.parametrize("kind", KINDS)
def test_no_more_lines_are_filed_unsaid_than_were(game: str, kind: str) -> None:
    unsafe = [case.line for case in drawn(game, kind) if is_unsafe(game, case)]
    assert len(unsafe) <= floor(game, kind), unsafe


@pytest.mark.parametrize("game", SAFE)
def test_of_the_games_with_one_reader_no_line_with_a_word_of_doubt_is_filed(game: str) -> None:
    assert not any(floors()[WHOLE][game][kind] for kind in POSITIONS)


def test_there_are_enough_words_of_every_language() -> None:
    by_language = tomllib.loads((FOLDER / "doubts.toml").read_text(encoding="utf-8"))
    assert len(doubts()) >= LEAST
    assert all(len(by_language[each].split(",")) >= LEAST_OF_A_LANGUAGE for each in LANGUAGES)


@pytest.mark.parametrize("game", desks())
def test_the_orders_are_good_without_anything_beside_them(game: str) -> None:
    assert all(desk_of(game).filed(order) for order in desk_of(game).orders)
