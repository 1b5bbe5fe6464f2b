"""Actions without slots that stand in their order, and corrections of a slot; and what is told instead."""

from __future__ import annotations

import pytest

from judge.rules.empires.canonical import without_blank_boxes
from judge.rules.empires.system import SYSTEM
from judge.rules.values import Reading, only, sheet_of
from tests.rules.empires.worlds import world

VIEW = SYSTEM.view(world(), only("NO"))
SHEET = "1 LEVY AKE\n3 FORTIFY CAL\n"


def read(text: str) -> Reading:
    return SYSTEM.read(VIEW, "NO", sheet_of(text))


def filed(text: str) -> list[str]:
    return without_blank_boxes(read(text).parts.get("slots", "")).splitlines()


def test_actions_in_this_order_are_the_first_slots() -> None:
    said = "My turn, in this order:\nLevy Akerholm\nMove 2 from Akerholm to Calder\nOrder 2\nFingers crossed"
    assert filed(said) == ["1 LEVY AKE", "2 MOVE AKE CAL 2", "3 ORDER -- -- 2"]


@pytest.mark.parametrize(
    "said",
    [
        "Levy Akerholm\nGrow Calder",
        "in this order:\nLevy Akerholm\nGroww a bit in Calder\nOrder 2",
        "in this order:\nLevy Akerholm\n2 GROW CAL",
        "Not in this order:\nLevy Akerholm\nGrow Calder",
        "Which one, in this order?\nLevy Akerholm\nGrow Calder",
        "Levy Akerholm\nin this order:\nGrow Calder",
    ],
)
def test_actions_whose_slots_may_be_others_are_told(said: str) -> None:
    assert "1 LEVY AKE" not in filed(said)
    assert read(said).problems


@pytest.mark.parametrize(
    "said",
    [
        "Correction: slot 3 should be GROW CAL, not FORTIFY CAL. Rest as above.",
        "Sorry, slot 3 should read grow Calder instead of fortify",
        "Please change slot 3 to GROW CAL",
        "slot 3 is now Grow in Calder.",
    ],
)
def test_a_correction_of_a_slot_takes_the_place_of_its_order(said: str) -> None:
    assert filed(SHEET + said) == ["1 LEVY AKE", "3 GROW CAL"]


@pytest.mark.parametrize(
    "said",
    [
        "Correction: slot 3 should be GROW CAL unless EA attacks",
        "Should slot 3 be GROW CAL?",
        "slot 3 should not be FORTIFY CAL",
        "slot 3 should be GROW CAL or LEVY CAL",
    ],
)
def test_a_correction_that_hangs_on_something_is_told(said: str) -> None:
    assert filed(SHEET + said) == ["1 LEVY AKE", "3 FORTIFY CAL"]
    assert any(problem.text == said for problem in read(SHEET + said).problems)
    assert SYSTEM.is_attempt(VIEW, said)


def test_several_slots_in_a_sentence_are_told_to_stand_apart() -> None:
    said = "In slot 1 please levy in Akerholm, in slot 2 grow Calder"
    assert [problem.code for problem in read(said).problems] == ["empires/two-slots"]
    assert SYSTEM.is_attempt(VIEW, said)


@pytest.mark.parametrize("said", ["and in slot 16 ORDER, of course.", "In slot 16 order", "slot 16 ORDER, please"])
def test_a_slot_may_be_said_in_words(said: str) -> None:
    assert filed(f"1 LEVY AKE\n{said}") == ["1 LEVY AKE", "16 ORDER"]


@pytest.mark.parametrize(
    "said",
    [
        "in slot 5 not LEVY AKE",
        "In slot 5 I would rather not LEVY AKE",
        "If there is money in slot 5 LEVY AKE",
        "in slot 5 LEVY AKE, in slot 6 GROW CAL",
        "in slots 5 and 6 LEVY AKE",
    ],
)
def test_a_slot_in_a_sentence_that_says_more_is_not_filed(said: str) -> None:
    assert filed(f"1 LEVY AKE\n{said}") == ["1 LEVY AKE"]
