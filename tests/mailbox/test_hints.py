"""What a line that nothing was made of is told beside what is wrong with it."""

from __future__ import annotations

import pytest

from judge.letters.values import Answer
from judge.mailbox.lines.hints import with_hint


@pytest.mark.parametrize(
    ("text", "command"),
    [("prss to France: hello", "PRESS"), ("please sav 10 for later", ""), ("Thanks, sav 10", "")],
)
def test_a_courtesy_before_a_line_is_no_command_misspelled(text: str, command: str) -> None:
    hint = with_hint(Answer(1, text, "problem", "I cannot read that.")).hint
    assert (f"did you mean {command}?" in hint) if command else "did you mean" not in hint
