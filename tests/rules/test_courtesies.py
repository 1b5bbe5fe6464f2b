"""Courtesies at the ends of an order's line are none of it."""

from __future__ import annotations

import pytest

from judge.rules.words.courtesies import without_courtesies


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("and the fleet in Trieste to Albania, please", "the fleet in Trieste to Albania"),
        ("then A PAR - BUR thanks!", "A PAR - BUR"),
        ("5 : A PAR - BUR thank you ;-)", "5 : A PAR - BUR"),
    ],
)
def test_they_are_taken_off(line: str, order: str) -> None:
    assert without_courtesies(line) == order


@pytest.mark.parametrize(
    "line", ["AND S A MAD", "AND - MAD", "A PAR  -  BUR", "thank you", "please", "", "A PAR to you"]
)
def test_what_is_more_or_nothing_else_stays_as_it_is(line: str) -> None:
    assert without_courtesies(line) == line
