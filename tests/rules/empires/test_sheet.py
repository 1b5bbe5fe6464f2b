"""The turn sheet: sixteen slots, boxes, messages, and which turn it is for."""

from __future__ import annotations

import pytest

from judge.rules.empires.system import SYSTEM
from judge.rules.values import Reading, only, sheet_of
from tests.rules.empires.worlds import world

EXAMPLE = """\
GAME E1
TURN 1
COUNTRY NO
KEY k3x9-7ppm

 1 LEVY    AKE --  --
 2 MOVE    AKE CAL AB-1
 3 ATTACK  CAL NEM 3
 4 MOVE    CAL NEM ALL
 5 GROW    CAL --  --
 6 FORTIFY NEM --  --
 7 --
 8 --
 9 RESERVE AKE --  2
10 --
11 --
12 --
13 --
14 RETREAT NEM CAL --
15 ORDER   --  --  3
16 ORDER   --  --  --

MESSAGE ALL Nemfell is mine; the rest is for talking about.
END
17 what follows is a signature"""


def read(text: str, filed: dict[str, str] | None = None, country: str = "NO") -> Reading:
    return SYSTEM.read(SYSTEM.view(world(), only(country)), country, sheet_of(text, filed or {}))


def test_several_slots_may_stand_on_a_line_with_a_mark_between() -> None:
    assert read("1 LEVY AKE; 2 GROW CAL").parts["slots"] == "1 LEVY AKE -- --\n2 GROW CAL -- --"
    reading = read("1 LEVY AKE 2 MOVE AKE CAL 2\n3 GROW CAL // 3, 4 GROW was a typing mistake")
    assert [problem.message for problem in reading.problems] == [
        "I read `1 LEVY AKE`, but not `2 MOVE AKE CAL 2`, so nothing of this line is filed."
    ]
    assert reading.parts["slots"] == "3 GROW CAL -- --"


def test_the_example_sheet_reads_whole() -> None:
    reading = read(EXAMPLE)
    assert reading.problems == ()
    assert reading.written
    slots = reading.parts["slots"].splitlines()
    assert slots[1:3] == ["2 MOVE AKE CAL AB-1", "3 ATTACK CAL NEM 3"]
    assert [line.split()[0] for line in slots] == ["1", "2", "3", "4", "5", "6", "9", "14", "15", "16"]
    assert slots[-1] == "16 ORDER -- -- --"
    assert reading.parts["messages"] == "MESSAGE ALL Nemfell is mine; the rest is for talking about."


def test_an_order_between_areas_that_do_not_touch_is_told_at_once_and_by_show() -> None:
    reading = read("2 ATTACK CAL MID 3\n1 MOVE AKE CAL 1")
    (problem,) = reading.problems
    assert problem.message == "Slot 2 will fail: MID is not next to CAL."
    assert problem.hint.startswith("Next to CAL: AKE, ")
    assert "2 ATTACK CAL MID 3" in reading.parts["slots"]
    told = SYSTEM.estimate(SYSTEM.view(world(), only("NO")), reading.parts)
    assert told[1:] == ("Slot 2 will fail: MID is not next to CAL.",)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("ORDER -- -- AB-2", "ORDER wants a number of BPs"),
        ("ORDER -2", "ORDER wants a number of BPs"),
        ("RAZE AKE", "RAZE wants a number"),
        ("RAZE AKE -- ALL", "RAZE wants a number"),
        ("BUILD AKE -- AB-1", "BUILD wants a number"),
        ("ARMY -1", "ARMY wants a number, or ALL"),
        ("RESERVE AKE -- AB-1", "RESERVE wants a number, or ALL"),
        ("LEVY NSE", "NSE is a sea area"),
        ("RESERVE NSE -- 2", "NSE is a sea area"),
        ("ATTACK CAL NSE 1", "NSE is no land area"),
        ("RETREAT AKE NSE", "NSE is no land area"),
        ("BASE CAL AKE", "AKE is no sea area"),
        ("SEAMOVE AKE CAL 1", "CAL is no sea area"),
    ],
)
def test_6_3_what_a_box_cannot_hold_is_told_at_once_and_by_show(line: str, why: str) -> None:
    """The player's page: a slot with a mistake is kept and will fail, and the judge tells at once."""
    reading = read(f"2 {line}")
    assert [problem.message for problem in reading.problems] == [f"Slot 2 will fail: {why}."]
    told = SYSTEM.estimate(SYSTEM.view(world(), only("NO")), reading.parts)
    assert told[1:] == (f"Slot 2 will fail: {why}.",)


@pytest.mark.ruling("6.2")
@pytest.mark.parametrize(
    ("line", "idle"),
    [
        ("ORDER AKE FEN 4", "AKE FEN"),
        ("ARMY AKE FEN 1", "AKE FEN"),
        ("LEVY AKE FEN", "FEN"),
        ("RESERVE AKE FEN 2", "FEN"),
        ("CLOSE AKE MID", "MID"),
        ("FORTIFY AKE 2", "2"),
        ("GROW AKE FEN 2", "FEN 2"),
        ("GROW AKE ALL", "ALL"),
        ("LEVY AKE -- AB-2", "AB-2"),
    ],
)
def test_6_2_what_stands_in_a_blank_box_is_ignored_and_told_so_and_not_told_to_fail(line: str, idle: str) -> None:
    """`LEVY AKE FEN` was filed without a word, and nothing levied in FEN."""
    reading = read(f"3 {line}")
    told = f"In slot 3 nothing is done with {idle}: {line.split(maxsplit=1)[0]} has no box for that."
    assert [(problem.message, problem.warning) for problem in reading.problems] == [(told, True)]
    assert SYSTEM.estimate(SYSTEM.view(world(), only("NO")), reading.parts)[1:] == (told,)


@pytest.mark.ruling("6.2")
@pytest.mark.parametrize("line", ["ORDER", "ORDER ALL", "ORDER 0", "ORDER --"])
def test_6_2_an_order_without_a_number_that_will_be_ignored_is_told_at_once(line: str) -> None:
    reading = read(f"9 {line}")
    told = "Slot 9 will be ignored: without a number of BPs ORDER bids in slot 16 alone."
    assert [(problem.message, problem.warning) for problem in reading.problems] == [(told, True)]
    assert SYSTEM.estimate(SYSTEM.view(world(), only("NO")), reading.parts)[1:] == (told,)


def test_blank_slots_alone_are_a_sheet_that_does_nothing() -> None:
    reading = read("1 --\n2 --\n16 --")
    assert (reading.parts["slots"], reading.written) == ("1 --", True)


def test_a_sheet_is_shown_without_its_blank_boxes_and_reads_back_to_the_same() -> None:
    view = SYSTEM.view(world(), only("NO"))
    parts = dict(read("1 GROW AKE\n2 RESERVE AKE -- 2\n16 ORDER\nMESSAGE ALL So be it -- --").parts)
    shown = SYSTEM.show(view, parts)
    assert shown.splitlines() == ["1 GROW AKE", "2 RESERVE AKE -- 2", "16 ORDER", "MESSAGE ALL So be it -- --"]
    assert dict(read(shown).parts) == parts


def test_a_sheet_replaces_the_earlier_one_with_its_messages() -> None:
    filed = dict(read("1 LEVY AKE\nMESSAGE ALL hello").parts)
    later = read("2 GROW AKE", filed)
    assert dict(later.parts) == {"slots": "2 GROW AKE -- --", "messages": ""}
    assert later.notes


def test_a_message_alone_leaves_the_slots() -> None:
    filed = dict(read("1 LEVY AKE").parts)
    later = read("MESSAGE EA hello", filed)
    assert (dict(later.parts), later.written) == ({"messages": "MESSAGE EA hello"}, True)


def test_a_sheet_says_which_turn_it_is_for() -> None:
    assert read("1 --").meant_for == ""
    assert read("TURN 1\n1 --").meant_for == "T1"
    assert read("TURN 4\n1 --").meant_for == "T4"


def test_the_form_is_an_empty_sheet() -> None:
    form = SYSTEM.form(SYSTEM.view(world(), only("NO")), {})
    assert form.splitlines()[0] == "TURN 1"
    written, remarks = form.splitlines()[1:-1], form.splitlines()[-1]
    assert written == ["1 --", "2 --", "3 --"]
    assert remarks.startswith("// Add")
    reading = read("\n".join(written))
    assert (reading.problems, reading.written) == ((), True)


def test_the_reply_tells_the_slots() -> None:
    (line,) = read("levy ake; grow cal").lines
    assert line.meaning == "slot 1: LEVY AKE -- --; slot 2: GROW CAL -- --"
    assert [each.message for each in read("16 ORDER\nlevy AKE").problems] == ["No slot is free behind slot 16."]


def test_an_order_below_a_long_message_may_be_its_end_and_is_told() -> None:
    said = "MESSAGE EA As we agreed when we met, this is what I will do for you:\n"
    assert not read(f"{said}attack NEM from CAL with 1").parts.get("slots")
    assert read(f"{said}1 attack NEM from CAL with 1").parts["slots"] == "1 ATTACK CAL NEM 1"
