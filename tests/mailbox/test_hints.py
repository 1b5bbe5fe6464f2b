"""What a line that nothing was made of is told beside what is wrong with it."""

from __future__ import annotations

import pytest

from judge.letters.values import Answer
from judge.mailbox.lines.hints import misspelled, with_hint


@pytest.mark.parametrize(
    ("text", "command"),
    [("prss to France: hello", "PRESS"), ("please sav 10 for later", ""), ("Thanks, sav 10", "")],
)
def test_a_courtesy_before_a_line_is_no_command_misspelled(text: str, command: str) -> None:
    hint = with_hint(Answer(1, text, "problem", "I cannot read that.")).hint
    assert (f"did you mean {command}?" in hint) if command else "did you mean" not in hint


@pytest.mark.parametrize(
    ("text", "system", "word"),
    [
        ("ACEPT AEF", "payola", "ACCEPT"),
        ("TRANSFR 5 TO TURKEY", "payola", "TRANSFER"),
        ("DIVIDENT FRANCE 2", "exchange", "DIVIDEND"),
        ("ACEPT AEF", "diplomacy", ""),
        ("ACCEPT AEF", "payola", ""),
    ],
)
def test_a_word_of_the_game_misspelled_is_asked_about_in_that_game(text: str, system: str, word: str) -> None:
    assert misspelled(text, system) == (f"Did you mean {word}?" if word else "")
