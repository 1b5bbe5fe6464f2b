"""Which names a word is nearly: those that one slip of the hand makes of it."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from judge.reading.nearness import LONGEST, SHORTEST, nearly
from judge.rules.diplomacy.boardfile import load_board

NAMES = tuple(load_board("standard").names.values())
NAME = st.sampled_from([name.upper() for name in NAMES])


@given(NAME, st.integers(0, 30), st.sampled_from("AEXZ"), st.sampled_from(("wrong", "missing", "more", "swapped")))
def test_a_name_with_one_slip_is_nearly_that_name(name: str, place: int, letter: str, slip: str) -> None:
    at = place % (len(name) - 1)
    before, behind = name[:at], name[at:]
    word = (
        before
        + {
            "wrong": letter + behind[1:],
            "missing": behind[1:],
            "more": letter + behind,
            "swapped": behind[1] + behind[0] + behind[2:],
        }[slip]
    )
    assume(word != name and SHORTEST <= len(word) <= LONGEST)
    assert nearly(word, (name,)) == [name]


@given(NAME, st.text("ABCDEF", max_size=20))
def test_a_word_of_another_length_is_nearly_no_name(name: str, word: str) -> None:
    assume(abs(len(word) - len(name)) > 1)
    assert nearly(word, (name,)) == []


def test_a_name_is_not_nearly_itself() -> None:
    assert all(name not in nearly(name, NAMES) for name in NAMES)
