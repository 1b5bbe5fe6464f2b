"""The turn sheet: sixteen slots, boxes, messages, and which turn it is for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.rules.empires.canonical import parse_messages
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


@pytest.mark.parametrize(
    "line",
    ["ORDER", "ORDER ALL", "ORDER 0", "ARMY", "RESERVE AKE", "MOVE AKE NSE -2", "MOVE NSE CAL", "CONVOY NSE AKE 0"],
)
def test_6_3_what_may_still_be_carried_out_is_not_told_to_fail(line: str) -> None:
    assert not read(f"16 {line}").problems


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("MESSAGE XX hello", "empires/no-such-country"),
        ("MESSAGE EA and", "empires/no-words"),
        ("MESSAGE ALL &", "empires/no-words"),
        ("MESSAGE ALL", "empires/no-words"),
    ],
)
def test_a_message_to_nobody_or_without_words_is_told(line: str, code: str) -> None:
    assert [problem.code for problem in read(f"1 --\n{line}").problems] == [code]


@pytest.mark.parametrize(
    ("said", "readers"),
    [
        ("EA, SO both of you", ()),
        ("EA AND SO hello", ()),
        ("to EA and SO: HELLO", ()),
        ("EA & WE hello", ()),
        ("EA: and SO is weak", ()),
        ("EA, SO and WE: hello", ()),
        ("EA, SO", ()),
        ("EA, WE.", ()),
        ("EA, NO.", ("EA",)),  # the writer is NO
        ("EA, so what now?", ("EA",)),
        ("EA, NO DEAL", ("EA",)),
        ("EA and now you", ("EA",)),
        ("EA SO and WE are strong", ("EA",)),
        ("ALL, NO is strong", ("ALL",)),
    ],
)
def test_a_message_that_names_two_readers_is_told_and_goes_to_neither(said: str, readers: tuple[str, ...]) -> None:
    """It went to the first alone, `AND SO hello`."""
    reading = read(f"1 LEVY AKE\nMESSAGE {said}")
    filed = reading.parts["messages"]
    assert tuple(to for to, _ in parse_messages(filed)) == readers
    assert read(f"1 LEVY AKE\n{filed}").parts["messages"] == filed
    assert [problem.code for problem in reading.problems] == [] if readers else ["empires/two-readers"]


def test_the_same_slot_twice_the_later_stands_with_a_warning() -> None:
    reading = read("1 LEVY AKE\n1 GROW AKE")
    assert reading.parts["slots"] == "1 GROW AKE -- --"
    assert [problem.warning for problem in reading.problems] == [True]


@pytest.mark.parametrize("sheet", ["1 --\n1 GROW AKE", "1 GROW AKE\n1 --"])
def test_a_blank_slot_of_the_form_takes_the_place_of_none_that_is_filled(sheet: str) -> None:
    reading = read(sheet)
    assert reading.parts["slots"] == "1 GROW AKE -- --"
    assert reading.problems == ()


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


def test_a_sheet_for_another_country_does_not_count() -> None:
    reading = read("COUNTRY EA\n1 --")
    assert (dict(reading.parts), [problem.code for problem in reading.problems]) == ({}, ["empires/other-country"])


def test_the_form_is_an_empty_sheet() -> None:
    form = SYSTEM.form(SYSTEM.view(world(), only("NO")), {})
    assert form.splitlines()[0] == "TURN 1"
    written, remarks = form.splitlines()[1:-1], form.splitlines()[-1]
    assert written == ["1 --", "2 --", "3 --"]
    assert remarks.startswith("// Add")
    reading = read("\n".join(written))
    assert (reading.problems, reading.written) == ((), True)


@given(st.lists(st.text(max_size=60), max_size=20))
def test_no_sheet_makes_the_reader_raise_and_what_is_shown_reads_back(lines: list[str]) -> None:
    text = "\n".join(f"{place} {line}" for place, line in enumerate(lines, 1))
    reading = read(text)
    view = SYSTEM.view(world(), only("NO"))
    if reading.parts:
        assert dict(read(SYSTEM.show(view, reading.parts)).parts) == dict(reading.parts)


def test_an_area_may_be_written_by_its_full_name() -> None:
    reading = read("1 Levy Akerholm\n2 MOVE akerholm Calder 1\n3 SEAMOVE Akerholm North Sea 1")
    assert reading.parts["slots"].splitlines() == ["1 LEVY AKE -- --", "2 MOVE AKE CAL 1", "3 SEAMOVE AKE NSE 1"]
    assert not reading.problems
