"""A word's likeness to many others is what difflib finds, of whatever words."""

from __future__ import annotations

import difflib

from hypothesis import given
from hypothesis import strategies as st

from judge.reading.nearness import Likeness
from judge.rules.diplomacy.boardfile import load_board

WORDS = st.lists(st.text("ABCD é/", max_size=8), unique=True, max_size=12)


@given(WORDS, st.text("ABCDEé/", max_size=9), st.sampled_from((0.0, 0.6, 0.7, 0.8, 1.0)))
def test_the_same_words_are_found_in_the_same_order(words: list[str], asked: str, cutoff: float) -> None:
    assert Likeness(words).near(asked, 3, cutoff) == difflib.get_close_matches(asked, words, 3, cutoff)


def test_the_same_places_are_near_a_misspelt_name() -> None:
    words = load_board("standard").words
    for asked in ("SMYRNIA", "TYROLLIA", "NORTHSEE", "GULFOFBOTHANIA", "LIVRPOOL", "XQZ", "EE"):
        assert Likeness(words).near(asked, 6, 0.7) == difflib.get_close_matches(asked, words, 6, 0.7)
