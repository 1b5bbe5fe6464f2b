"""Ends of quoted lines that a mail program broke are the letter's words, not the writer's."""

from __future__ import annotations

from textwrap import wrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.mail.text.quotations import broken_off, may_be_broken
from judge.mail.values import TextLine
from judge.testing.patience import patience

LONG = "We all know how the war in the north will go by autumn, and then TRANSFER 4 TO FRANCE"


def numbered(*texts: str) -> list[TextLine]:
    return [TextLine(number, text) for number, text in enumerate(texts, 1)]


@pytest.mark.parametrize("mark", ["> ", ">", ">> ", "> > ", "| ", "JD> "])
def test_the_end_of_a_quoted_line_is_found_whatever_marks_it(mark: str) -> None:
    lines = numbered(f"{mark}{LONG[:64]}", "TRANSFER 4 TO FRANCE", "5 : A PAR - BUR")
    assert may_be_broken(lines)
    assert broken_off(lines, [LONG]) == {2}


def test_what_was_broken_by_hand_to_answer_within_it_is_the_writers() -> None:
    lines = numbered("> To begin the game, reply with:", "START")
    assert not may_be_broken(lines)
    assert not broken_off(lines, ["To begin the game, reply with: START"])


def test_a_line_from_which_the_mark_was_taken_is_the_writers() -> None:
    above, below = "0 : A PAR - BUR // the first one of all that you could send", "0 : A MAR S A PAR - BUR"
    assert not broken_off(numbered(f"> {above}", below), [above, below])


def test_an_answer_below_a_long_line_is_the_writers() -> None:
    lines = numbered(f"> {LONG}", "TRANSFER 4 TO FRANCE")
    assert may_be_broken(lines)
    assert not broken_off(lines, [LONG])


def test_lines_that_begin_alike_hide_no_end_of_another() -> None:
    alike = [
        f"{LONG[:64]} {word}" for word in ("AND", "BLOCK TURKEY", "TRANSFER 3 TO FRANCE", "TRANSFER 4 TO FRANCE", "ZZ")
    ]
    assert broken_off(numbered(f"> {LONG[:64]}", "TRANSFER 4 TO FRANCE"), alike) == {2}
    assert not broken_off(numbered(f"> {LONG[:64]}", "TRANSFER 5 TO FRANCE"), alike)


def test_a_word_too_long_for_a_line_is_put_together_where_it_was_broken() -> None:
    proof = "4978e4ae8e96d8a24c02afbd2eedfd815bd30a98caaf3c90098643b6143caf69"
    assert broken_off(numbered(">", proof), ["", proof]) == {2}
    assert broken_off(numbered(f"> {proof[:60]}", proof[60:]), [proof]) == {2}


@settings(deadline=None)
@given(st.lists(st.text("abcXYZ.,' ", min_size=1, max_size=12), min_size=12, max_size=60), st.integers(44, 90))
def test_a_long_line_leaves_nothing_behind_at_whatever_width_it_is_broken(words: list[str], width: int) -> None:
    line = " ".join(" ".join(words).split())
    pieces = wrap(f"> {line}", width, break_on_hyphens=False)
    lines = numbered(*pieces)
    assert broken_off(lines, ["Something else.", line]) == set(range(2, len(pieces) + 1))


def test_its_time_is_linear_whatever_is_repeated() -> None:
    piece = "x" * 60
    lines = numbered(*([f"> {piece}", *[piece] * 9] * 1000))
    with patience("the same line again and again"):
        found = broken_off(lines, [" ".join([piece] * 15)] * 1000)
    assert found == {line.number for line in lines if not line.text.startswith(">")}
