"""What is told of a line that could not be read, by its looks alone."""

from __future__ import annotations

import pytest

from judge.mailbox.lines.slips import slip_in


@pytest.mark.parametrize(
    "line",
    [
        "A PAR - BUR, F BRE - MAO",
        "5 : A PAR - BUR, 3 : F BRE - MAO",
        "BUILD F BER, BUILD A MUN",
        "BUY 4 FRANCE, and BUY 2 RUSSIA",
    ],
)
def test_several_orders_on_a_line_want_lines_of_their_own(line: str) -> None:
    assert slip_in(line) == "Write each order on a line of its own."


@pytest.mark.parametrize("line", ["Build a bridge, build a wall", "BUILD F BRE, I think", "Thanks, all is well"])
def test_a_sentence_with_a_comma_is_told_nothing(line: str) -> None:
    assert slip_in(line) == ""


def test_words_in_brackets_behind_an_order_may_be_a_remark() -> None:
    assert slip_in("5 : A PAR - BUR (mine)") == "If the words in brackets are a remark, put // before them."
    assert slip_in("F MAO - SPA (NC)") == ""
