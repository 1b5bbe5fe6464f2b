"""The formula of reliability: what a record comes to, whoever reads it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.club.records import HALVED_AFTER, MENDING, Mark, reliability

GOOD, LATE, MISSED = Mark(100), Mark(50), Mark(0)
MARKS = st.lists(st.builds(Mark, st.sampled_from([0, 50, 100]), st.integers(1, 5)), max_size=80)


@pytest.mark.parametrize(
    ("marks", "percent"),
    [
        ([], 100),
        ([GOOD] * 12, 100),
        ([MISSED], 0),
        ([LATE], 50),
        ([GOOD, MISSED], 49),  # the later one weighs a little more
        ([MISSED, GOOD], 50),
        ([MISSED] * 10 + [GOOD] * HALVED_AFTER, 82),
        ([GOOD] * HALVED_AFTER + [MISSED] * 10, 65),
        ([MISSED, Mark(100, MENDING)], 67),
    ],
)
def test_recent_phases_weigh_more(marks: list[Mark], percent: int) -> None:
    assert reliability(marks) == percent


@given(MARKS)
def test_it_is_a_percentage(marks: list[Mark]) -> None:
    assert 0 <= reliability(marks) <= 100


@given(MARKS)
def test_a_phase_kept_in_time_never_makes_it_worse_and_a_missed_one_never_better(marks: list[Mark]) -> None:
    assert reliability([*marks, GOOD]) >= (reliability(marks) if marks else 0)
    assert reliability([*marks, MISSED]) <= reliability(marks)
