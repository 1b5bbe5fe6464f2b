"""What a line that nothing was made of is told beside what is wrong with it."""

from __future__ import annotations

import pytest

from judge.conversation.lines.hints import with_hint
from judge.letters.values import Answer


@pytest.mark.parametrize(
    ("text", "command"),
    [("prss to France: hello", "PRESS"), ("please sav 10 for later", ""), ("Thanks, sav 10", "")],
)
def test_a_courtesy_before_a_line_is_no_command_misspelled(text: str, command: str) -> None:
    hint = with_hint(Answer(1, text, "problem", "I cannot read that.")).hint
    assert (f"did you mean {command}?" in hint) if command else "did you mean" not in hint
