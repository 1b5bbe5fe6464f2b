"""The turns of a game: told of how the players stood as each phase began, whatever is counted."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from judge.rules.pirates.system import Pirates
from judge.rules.registry import find_system
from judge.rules.story import Chapter, Ranking, Story
from judge.rules.turns import SWINGS, course_of
from judge.rules.values import PUBLIC, View


class Counting(Pirates):
    """Rules that count what the view holds."""

    def ranking(self, view: Any) -> Ranking | None:
        return Ranking("farms", view.farms, won=getattr(view, "won", ())) if view.farms is not None else None


SYSTEM = Counting()


def _story(*counts: dict[str, int] | None) -> Story:
    """The last of them is how it ended."""
    views = [cast("View", SimpleNamespace(farms=each)) for each in counts]
    chapters = tuple(Chapter(f"T{number}", view, ()) for number, view in enumerate(views[:-1], 1))
    return Story(chapters, views[-1])


def _told(*counts: dict[str, int] | None) -> list[tuple[str, str, str]]:
    course = course_of(SYSTEM, _story(*counts))
    assert course is not None
    return [(turn.label, turn.kind, turn.who) for turn in course.turns]


def test_who_takes_the_lead_is_told_when_they_do() -> None:
    assert _told({"A": 3, "B": 3}, {"A": 4, "B": 3}, {"A": 4, "B": 4}, {"A": 4, "B": 5}) == [
        ("T1", "lead", "A"),
        ("T3", "lead", "B"),
    ]


def test_who_leads_from_the_start_has_not_taken_the_lead() -> None:
    assert _told({"A": 4, "B": 3}, {"A": 5, "B": 3}) == []


def test_a_swing_of_one_is_none_and_the_largest_are_told() -> None:
    assert _told({"A": 9, "B": 5, "C": 4}, {"A": 9, "B": 6, "C": 4}, {"A": 9, "B": 6, "C": 1}) == [("T2", "swing", "C")]


def test_who_lost_all_is_told_with_the_phase_and_stands_last() -> None:
    course = course_of(SYSTEM, _story({"A": 5, "B": 2, "C": 2}, {"A": 5, "B": 2}, {"A": 5}))
    assert course is not None
    assert course.out == {"C": "T1", "B": "T2"}
    assert course.places == [(1, "A", 5), (2, "B", 0), (3, "C", 0)]


def test_who_comes_back_is_not_out() -> None:
    course = course_of(SYSTEM, _story({"A": 5, "B": 2}, {"A": 5}, {"A": 5, "B": 1}))
    assert course is not None
    assert course.out == {}


def test_equals_share_a_place() -> None:
    course = course_of(SYSTEM, _story({"A": 3, "B": 3, "C": 1}, {"A": 3, "B": 3, "C": 1}))
    assert course is not None
    assert [place for place, _, _ in course.places] == [1, 1, 3]


def test_who_has_won_by_a_vote_stands_first_however_few_they_have() -> None:
    begun, over = ({"A": 5, "B": 2, "C": 3, "D": 1}, ("B", "D"))
    story: Story = Story(
        (Chapter("T1", cast("View", SimpleNamespace(farms=begun)), ()),),
        cast("View", SimpleNamespace(farms=begun, won=over)),
    )
    course = course_of(SYSTEM, story)
    assert course is not None
    assert course.places == [(1, "B", 2), (1, "D", 1), (3, "A", 5), (4, "C", 3)]


def test_nothing_is_told_where_a_view_does_not_show_how_they_stood() -> None:
    assert course_of(SYSTEM, _story({"A": 3}, None, {"A": 4})) is None
    assert (
        course_of(
            find_system("pirates"), Story((Chapter("R1D", cast("View", SimpleNamespace(viewer=PUBLIC)), ()),), None)
        )
        is None
    )


COUNTS = st.tuples(*[st.integers(0, 9)] * 3).map(lambda counts: dict(zip("ABC", counts, strict=True)))


@given(st.lists(COUNTS, min_size=2, max_size=6))
def test_every_turn_is_of_a_phase_and_few_are_swings(counts: list[dict[str, int]]) -> None:
    course = course_of(SYSTEM, _story(*counts))
    assert course is not None
    labels = [f"T{number}" for number in range(1, len(counts))]
    assert [turn.label for turn in course.turns] == sorted((turn.label for turn in course.turns), key=labels.index)
    assert sum(turn.kind == "swing" for turn in course.turns) <= SWINGS
    assert {name for _, name, _ in course.places} >= set(counts[-1])
    assert all(turn.before != turn.after for turn in course.turns if turn.kind != "lead")
