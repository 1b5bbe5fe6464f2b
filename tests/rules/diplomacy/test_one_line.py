"""Several orders on one line: read where each is an order by itself, else none of the line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.rules.diplomacy.system import SYSTEM, State
from judge.rules.diplomacy.table import load_table
from judge.rules.rng import Rng
from judge.rules.system import Reading, only, sheet_of

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
START: State = SYSTEM.start({}, POWERS, Rng(b"seed")).state


def read(text: str, state: State = START) -> Reading:
    return SYSTEM.read(SYSTEM.view(state, only("AUSTRIA")), "AUSTRIA", sheet_of(text))


def filed(reading: Reading) -> set[str]:
    return set("\n".join(reading.parts.values()).splitlines())


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("A VIE - GAL, A BUD S A VIE - GAL", {"A VIE - GAL", "A BUD S A VIE - GAL"}),
        ("A VIE - GAL; A BUD - SER;", {"A VIE - GAL", "A BUD - SER"}),
        ("Vienna - Galicia, Budapest - Serbia, and Trieste - Albania", {"A VIE - GAL", "A BUD - SER", "F TRI - ALB"}),
        ("A VIE - GAL and A BUD - SER", {"A VIE - GAL", "A BUD - SER"}),
        ("A VIE - GAL / A BUD - SER / F TRI - VEN", {"A VIE - GAL", "A BUD - SER", "F TRI - VEN"}),
        ("A VIE - GAL, all others hold", {"A VIE - GAL", "A BUD H", "F TRI H"}),
        ("1. A VIE - GAL, 2. A BUD - SER % a, b", {"A VIE - GAL", "A BUD - SER"}),
    ],
)
def test_orders_between_commas_are_read_each_by_itself(text: str, meant: set[str]) -> None:
    reading = read(text)
    assert filed(reading) == meant
    assert [each.text for each in reading.lines] == [text]
    assert not reading.problems


@pytest.mark.parametrize(
    "text",
    [
        "A VIE - GAL, A BUD - SER if Russia agrees",
        "A VIE - GAL, or A BUD - SER",
        "A VIE - GAL, A VIE - TYR",
        "A VIE - GAL, - BOH",
        "Not A VIE - GAL, A BUD - SER",
    ],
)
def test_nothing_of_a_line_counts_where_something_between_its_commas_is_no_order_of_its_own(text: str) -> None:
    reading = read(f"{text}\nF TRI - ALB")
    assert filed(reading) == {"F TRI - ALB"}
    assert [(each.line, each.text) for each in reading.problems] == [(1, text)]


@pytest.mark.parametrize("text", [",", " ; ,", "% a, b", ", A VIE - GAL", "A VIE - GAL,"])
def test_a_comma_with_nothing_beside_it_parts_nothing(text: str) -> None:
    assert filed(read(text)) <= {"A VIE - GAL"}


def test_builds_between_commas_are_one_list() -> None:
    centers = {"AUSTRIA": ["BUD", "TRI"]}
    state = replace(START, table=load_table("standard", {"phase": "W1901A", "centers": centers}))
    assert filed(read("BUILD A BUD, BUILD F TRI", state)) == {"BUILD A BUD", "BUILD F TRI"}


def test_a_build_too_many_between_commas_is_told() -> None:
    state = replace(START, table=load_table("standard", {"phase": "W1901A", "centers": {"AUSTRIA": ["BUD"]}}))
    reading = read("BUILD A BUD, WAIVE", state)
    assert filed(reading) == {"BUILD A BUD"}
    assert [(each.line, each.text, each.code) for each in reading.problems] == [(1, "WAIVE", "diplomacy/too-many")]
