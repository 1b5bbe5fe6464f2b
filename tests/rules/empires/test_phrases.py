"""Orders of a slot as people say them, put into their boxes; and what is left alone."""

from __future__ import annotations

import pytest

from judge.rules.empires.canonical import parse_slots
from judge.rules.empires.system import SYSTEM
from judge.rules.values import only, sheet_of
from tests.rules.empires.worlds import world

VIEW = SYSTEM.view(world(), only("NO"))


def read(line: str) -> tuple[str, bool]:
    """What is on file of it, and whether nothing is wrong with it."""
    reading = SYSTEM.read(VIEW, "NO", sheet_of(line))
    (slot,) = parse_slots(reading.parts["slots"], VIEW.areas).values()
    return str(slot), all(problem.warning for problem in reading.problems)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("1 Move 2 armies from AKE to CAL", "MOVE AKE CAL 2"),
        ("1 Move two armies from Akerholm to Calder, please", "MOVE AKE CAL 2"),
        ("1. Move all but one from AKE to CAL", "MOVE AKE CAL AB-1"),
        ("1 MOVE AKE CAL ALLE", "MOVE AKE CAL ALL"),
        ("1 MOVE AKE CAL ALL BUT 1", "MOVE AKE CAL AB-1"),
        ("1 MOVE AKE CAL all-but 2", "MOVE AKE CAL AB-2"),
        ("1 MOVE 2 AKE CAL", "MOVE AKE CAL 2"),
        ("1 Move everything from AKE into CAL", "MOVE AKE CAL ALL"),
        ("1 Attack NEM from CAL with 3", "ATTACK CAL NEM 3"),
        ("1 Attack Nemfell from Calder with an army", "ATTACK CAL NEM 1"),
        ("1 seamove akerholm to north sea 1", "SEAMOVE AKE NSE 1"),
        ("1 CONVOY AKE -> NSE 1 ship", "CONVOY AKE NSE 1"),
        ("1 fortify Akerholm", "FORTIFY AKE -- --"),
        ("1 RESERVE 2 armies to AKE", "RESERVE AKE -- 2"),
        ("1 BUILD 1 AKE", "BUILD AKE -- 1"),
        ("1 RAZE AKE 1 fort", "RAZE AKE -- 1"),
        ("1 RETREAT from AKE to CAL", "RETREAT AKE CAL --"),
        ("1 ORDER 2 BPs", "ORDER -- -- 2"),
    ],
)
def test_an_order_in_plain_words_is_put_into_its_boxes(said: str, meant: str) -> None:
    assert read(said) == (meant, True)


@pytest.mark.parametrize(
    "said",
    [
        "1 MOVE 2 armies from AKE to CAL or BRY",
        "1 MOVE AKE CAL 2 and then 3",
        "1 ATTACK NEM from CAL if EA does",
        "1 MOVE army from AKE to CAL",
        "1 MOVE AKE CAL 2.5",
        "1 MOVE AKE CAL BRY 2",
        "1 MOVE from AKE from CAL 2",
        "1 MOVE to CAL 2",
        "1 ATTACK CAL NEM 2 - go go go",
        "1 ATTACK NEM without CAL",
        "1 fortify the capital",
        "1 ARMY AB-0",
    ],
)
def test_what_is_not_understood_to_its_last_word_stays_as_it_is_and_is_told(said: str) -> None:
    assert read(said)[1] is False


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("1 MOVE AKE CAL \u20132", "MOVE AKE CAL AB-2"),
        ("1 MOVE AKE CAL \u22122", "MOVE AKE CAL AB-2"),
        ("1 MOVE AKE CAL AB\u20132", "MOVE AKE CAL AB-2"),
        ("1 MOVE AKE CAL AB - 2", "MOVE AKE CAL AB-2"),
        ("1 MOVE AKE - CAL - 2", "MOVE AKE CAL 2"),
        ("1 MOVE AKE CAL -- 2", "MOVE AKE CAL 2"),
    ],
)
def test_6_3_a_number_below_zero_is_all_but_with_whatever_dash_a_phone_writes(said: str, meant: str) -> None:
    """`\u20132` and `\u22122` were filed as exactly two."""
    assert read(said) == (meant, True)


@pytest.mark.parametrize("dash", ["-", "\u2013", "\u2014", "\u2212"])
def test_6_3_a_dash_apart_from_its_number_may_be_a_minus_and_is_told(dash: str) -> None:
    """It was filed as exactly two, which all but two armies are not."""
    (problem,) = SYSTEM.read(VIEW, "NO", sheet_of(f"1 MOVE AKE CAL {dash} 2")).problems
    assert problem.message.startswith("Slot 1 will fail")
    assert problem.hint == "Write: MOVE AKE CAL 2, or for all but 2: MOVE AKE CAL AB-2"


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("1 MOVE AKE CAL (2)", "MOVE AKE CAL 2"),
        ("1 ATTACK CAL NEM (all but one)", "ATTACK CAL NEM AB-1"),
        ("16 ORDER (3 BPs)", "ORDER -- -- 3"),
        ("1 RETREAT AKE (to Calder)", "RETREAT AKE CAL --"),
        ("1 MOVE AKE CAL 3 (2 stay)", "MOVE AKE CAL 3"),
        ("1 ARMY (3 BPs each)", "ARMY -- -- --"),
        ("16 ORDER (all I have left)", "ORDER -- -- --"),
        ("1 LEVY AKE (2 armies)", "LEVY AKE -- --"),
    ],
)
def test_6_3_a_number_in_brackets_is_no_remark_where_its_box_is_blank(said: str, meant: str) -> None:
    """It was cut off, and the blank box took all."""
    assert read(said) == (meant, True)


@pytest.mark.parametrize("said", ["1 MOVE AKE CAL (2 or 3)", "1 MOVE AKE CAL (2?)", "1 RETREAT to CAL"])
def test_6_3_a_box_that_is_left_in_doubt_is_told(said: str) -> None:
    """All armies were moved, and the place to retreat to was taken for the one to leave."""
    assert read(said)[1] is False


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("1 ORDER two", "ORDER -- -- 2"),
        ("16 ORDER two BPs", "ORDER -- -- 2"),
        ("1 ARMY one army", "ARMY -- -- 1"),
        ("1 RESERVE AKE two", "RESERVE AKE -- 2"),
        ("1 BUILD AKE one", "BUILD AKE -- 1"),
        ("1 ORDER FEN 4", "ORDER FEN -- 4"),
        ("1 LEVY AKE now", "LEVY AKE NOW --"),
    ],
)
def test_6_2_a_number_in_words_is_no_area_in_a_blank_box(said: str, meant: str) -> None:
    """`two` has three letters, like an area: it was ignored, and the blank number took all."""
    assert read(said) == (meant, True)


@pytest.mark.parametrize(
    "said",
    [
        "16 ORDER max",
        "1 ORDER 50%",
        "1 ORDER 50 %",
        "1 DISOWN CAL (maybe)",
        "1 DISOWN CAL (not)",
        "1 RESERVE AKE (not yet)",
        "1 ATTACK CAL NEM 3 (only if it is free)",
        "1 ORDER 3 (or 4)",
    ],
)
def test_what_puts_a_slot_in_doubt_is_told_and_the_slot_is_not_filed_as_if_it_were_sure(said: str) -> None:
    assert read(said)[1] is False
    reading = SYSTEM.read(VIEW, "NO", sheet_of(said))
    (slot,) = parse_slots(reading.parts["slots"], VIEW.areas).values()
    assert slot is not None
    assert slot.fault


def test_a_remark_that_goes_without_saying_is_no_doubt() -> None:
    assert read("1 RETREAT AKE CAL (if attacked)") == ("RETREAT AKE CAL --", True)
    assert read("1 GROW CAL (the last one)") == ("GROW CAL -- --", True)


def test_a_slot_with_a_word_that_is_no_action_is_told_so() -> None:
    (problem,) = SYSTEM.read(VIEW, "NO", sheet_of("3 Foo bar")).problems
    assert problem.message == "There is no action Foo."
    assert problem.hint.startswith("There are: MOVE")
