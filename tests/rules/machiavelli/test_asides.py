"""Sentences beside orders that order nothing, and those that only seem so."""

from __future__ import annotations

import pytest

from tests.rules.machiavelli.test_letters import problems, read
from tests.rules.machiavelli.test_plain_words import BOARD


def filed(text: str, phase: str = "SUM1460C") -> list[str]:
    parts = read(text, BOARD, "FLORENCE", phase).parts
    return [line for part in sorted(parts) for line in parts[part].splitlines()]


@pytest.mark.parametrize(
    "aside", ["I trust nobody.", "That leaves me six ducats.", "We are so proud.", "Thanks a lot for this."]
)
def test_17_1_a_sentence_that_orders_nothing_spoils_none(aside: str) -> None:
    assert filed(f"A FIR holds. {aside}") == filed("A FIR holds")
    assert filed(f"A FIR holds. {aside}")


def test_17_1_what_is_kept_is_only_said() -> None:
    line = "Raise an army in Firenze and a garrison in Arezzo"
    where = ("FLORENCE A PIS; FLORENCE G FIR", "FLORENCE", "SPR1460A")
    raised = read(f"{line}. I keep the remaining six ducats.", *where)
    assert raised.parts == read(line, *where).parts
    assert raised.parts
    assert not raised.problems


@pytest.mark.parametrize(
    "text",
    [
        "A FIR holds. I mean only if Milan attacks.",
        "A FIR holds. I might change that.",
        "A FIR holds. That is not what Pisa does.",
        "A FIR holds. We keep A ARE, though.",
    ],
)
def test_17_1_a_sentence_that_might_say_more_is_told(text: str) -> None:
    assert problems(read(text, BOARD, "FLORENCE", "SUM1460C"))


def test_11_a_heading_may_say_its_turn() -> None:
    assert filed("Expenses first: six ducats for a bodyguard. I trust nobody.") == ["BODYGUARD FLORENCE 6"]


def test_6_a_garrison_may_be_misspelled() -> None:
    assert filed("A FIR converts into a garison") == filed("A FIR converts into a garrison") != []


def test_17_1_a_remark_that_can_change_nothing_is_none_of_an_order() -> None:
    assert filed("A FIR - PRA (spero!)") == filed("A FIR - PRA") != []


@pytest.mark.parametrize("remark", ["(if Milan holds)", "(or Pisa)", "-- Lucca", "-- Lucka", "(not sure)"])
def test_17_1_a_remark_that_might_change_an_order_is_told(remark: str) -> None:
    assert problems(read(f"A FIR S A PRA {remark}", BOARD, "FLORENCE", "SUM1460C"))


def test_17_1_a_bracket_that_says_whom_a_support_is_for_is_not_dropped() -> None:
    assert filed("A FIR S Siena (independent)") == ["A FIR S SIE INDEPENDENT"]
    assert filed("A FIR S Siena (the independents)") == ["A FIR S SIE INDEPENDENT"]
    assert problems(read("A FIR S Siena (the rebels)", BOARD, "FLORENCE", "SUM1460C"))
    assert problems(read("A FIR S Siena -- independent", BOARD, "FLORENCE", "SUM1460C"))
