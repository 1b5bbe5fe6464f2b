"""What stands behind a command's name, and below it."""

from __future__ import annotations

from judge.commands.command import Line
from judge.commands.words import text_of
from judge.mail.values import TextLine


def test_a_block_has_no_empty_lines_around_it_and_keeps_those_within() -> None:
    below = ("", "Dear all,", "", "peace?", " ", "")
    line = Line(1, "BROADCAST", "", tuple(TextLine(number, text) for number, text in enumerate(below, 2)))
    assert text_of(line) == ("Dear all,", "", "peace?")
    assert text_of(line, " From me: ") == ("From me:", "", "Dear all,", "", "peace?")
