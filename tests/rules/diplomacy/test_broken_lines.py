"""Orders that a mail program broke over two lines: put together, or refused whole; never filed as their beginning."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.rules.diplomacy.system import SYSTEM, DiplomacyState
from judge.rules.rng import Rng
from judge.rules.values import Reading, only, sheet_of
from tests.rules.diplomacy.tables import load_table

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
START: DiplomacyState = SYSTEM.start({}, POWERS, Rng(b"seed")).state


def read(text: str, power: str = "AUSTRIA", state: DiplomacyState = START) -> Reading:
    return SYSTEM.read(SYSTEM.view(state, only(power)), power, sheet_of(text))


def filed(reading: Reading) -> set[str]:
    return set(reading.parts.get("orders", "").splitlines())


def codes(reading: Reading) -> list[tuple[int, str]]:
    return [(each.line, each.code) for each in reading.problems if not each.warning]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("A VIE -\nGAL", {"A VIE - GAL"}),
        ("A VIE\n- GAL", {"A VIE - GAL"}),
    ],
)
def test_an_order_on_two_lines_is_put_together(text: str, meant: set[str]) -> None:
    reading = read(text)
    assert filed(reading) == meant
    assert codes(reading) == []


def test_each_line_of_an_order_that_was_put_together_is_answered() -> None:
    lines = read("A VIE -\nGAL").lines
    assert [(each.line, each.meaning, each.part) for each in lines] == [
        (1, "A VIE - GAL", "orders"),
        (2, "goes on with line 1", "orders"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "A BUD S A VIE\nSIL",
        "A BUD S A VIE\n- GLA",
        "A VIE - GAL\n| - BUD",
    ],
)
def test_two_lines_that_do_not_read_as_one_are_refused_whole_and_quoted(text: str) -> None:
    reading = read(f"{text}\nF TRI - ALB")
    assert filed(reading) == {"F TRI - ALB"}
    assert codes(reading) == [(1, "line/broken")]
    assert all(f"`{line}`" in reading.problems[0].message for line in text.splitlines())


def test_a_verb_without_an_end_above_an_order_with_its_letter_could_be_two_things() -> None:
    reading = read("A BUD S\nA VIE - GAL")
    assert filed(reading) == set()
    assert codes(reading) == [(1, "line/broken")]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("A BUD S\nA VIE - GAL\nA VIE - GAL", {"A BUD S A VIE - GAL", "A VIE - GAL"}),
        ("A VIE - GAL\nA BUD S\nA VIE-GAL % again", {"A BUD S A VIE - GAL", "A VIE - GAL"}),
    ],
)
def test_a_verb_without_an_end_takes_an_order_that_stands_elsewhere_too(text: str, meant: set[str]) -> None:
    reading = read(text)
    assert filed(reading) == meant
    assert codes(reading) == []


def test_of_two_verbs_without_an_end_neither_takes_the_order_below_the_other() -> None:
    reading = read("A BUD S\nF TRI H\nA VIE S\nF TRI H")
    assert filed(reading) == set()
    assert [line for line, _ in codes(reading)] == [1, 3]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("A VIE - GAL\nA BUD - VIE", {"A VIE - GAL", "A BUD - VIE"}),
        ("VIE - GAL\nBUD - VIE\nTRI - ALB", {"A VIE - GAL", "A BUD - VIE", "F TRI - ALB"}),
        ("A VIE - GAL\nBUD - LON", {"A VIE - GAL"}),
        ("A VIE -\nF TRI - ALB", {"F TRI - ALB"}),
        ("Austria:\nA VIE - GAL", {"A VIE - GAL"}),
        ("-----\nA VIE - GAL\n-----", {"A VIE - GAL"}),
        ("A VIE - GAL\n- Bob", {"A VIE - GAL"}),
        ("A VIE - GAL\n\nGAL", {"A VIE - GAL"}),
        ("A VIE - GAL % on to\nSIL", {"A VIE - GAL"}),
        ("- VIE - GAL\n- BUD H", {"A VIE - GAL", "A BUD H"}),
    ],
)
def test_lines_that_stand_for_themselves_are_left_alone(text: str, meant: set[str]) -> None:
    reading = read(text)
    assert filed(reading) == meant
    assert "line/broken" not in [code for _, code in codes(reading)]


def test_a_convoy_goes_on_below() -> None:
    units = {"AUSTRIA": ["A CON", "F AEG"]}
    state = replace(START, table=load_table("standard", {"phase": "S1901M", "units": units}))
    assert filed(read("F AEG C A CON -\nGRE\nA CON - GRE\nvia convoy", state=state)) == {
        "F AEG C A CON - GRE",
        "A CON - GRE",
    }


def test_a_build_on_two_lines_is_put_together() -> None:
    units = {"RUSSIA": ["A UKR"]}
    centers = {"RUSSIA": ["MOS", "STP"]}
    state = replace(START, table=load_table("standard", {"phase": "W1901A", "units": units, "centers": centers}))
    assert read("BUILD F STP\n/NC", "RUSSIA", state).parts == {"adjustments": "BUILD F STP/NC"}
