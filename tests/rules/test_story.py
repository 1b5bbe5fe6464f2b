"""What is told of whole games and of their turns, and what holds for a system that tells nothing of its own."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.rules.diplomacy.system import SYSTEM as DIPLOMACY
from judge.rules.empires.system import SYSTEM as EMPIRES
from judge.rules.game import Game
from judge.rules.machiavelli.system import SYSTEM as MACHIAVELLI
from judge.rules.payola.system import SYSTEM as PAYOLA
from judge.rules.pirates.system import SYSTEM as PIRATES
from judge.rules.pirates.system import Pirates
from judge.rules.registry import find_system
from judge.rules.rng import Rng
from judge.rules.story import (
    ENDED,
    Chapter,
    LedgerLine,
    Ranking,
    Story,
    chart_of,
    ledger_lines,
    opened_of,
    plotted,
    with_the_end,
)
from judge.rules.turns import SWINGS, course_of
from judge.rules.values import MASTER, PUBLIC, Event, Json, Result, View

CENTERS: dict[str, Json] = {"year": 1901, "counts": {"FRANCE": 5, "AUSTRIA": 4}}
LEDGER: dict[str, Json] = {"entries": [{"phase": "S1901M", "account": "ITALY", "amount": 48, "reason": "income"}]}


def _begun(system: Game) -> Story:
    """A game of this system of which one phase is over, by default orders."""
    options = {option.name: option.default for option in system.options}
    state = system.start(options, system.seating(options).names, Rng(b"story", "START")).state
    view = system.view(state, PUBLIC)
    return Story((Chapter(view.phase.label, view, ()),), view)


def test_who_is_not_counted_in_a_column_has_none() -> None:
    chart = chart_of("c", "C", [("a", {"X": 1}), ("b", {"X": 2, "A": 3})])
    assert (chart.labels, dict(chart.series)) == (("a", "b"), {"A": (0, 3), "X": (1, 2)})


def test_a_summary_is_made_of_the_events_that_it_is_given() -> None:
    (table,) = DIPLOMACY.summary([Event(PUBLIC, "centers", CENTERS)])
    assert table.rows == (("", "1901"), ("Austria", "4"), ("France", "5"))
    assert table.right == (1,)
    assert DIPLOMACY.summary([]) == ()


def test_a_chart_of_one_column_shows_nothing() -> None:
    story = _begun(EMPIRES)
    (chart,) = plotted(EMPIRES.charts(story))
    assert chart.labels == (story.chapters[0].label, "now")
    assert plotted(EMPIRES.charts(Story((), story.now))) == ()


def test_absence_of_plague_plots_what_wins_what_is_held_and_what_can_be_reckoned() -> None:
    """4.2 counts cities; A.2 lets anybody reckon the treasuries."""
    charts = {chart.name: chart for chart in plotted(MACHIAVELLI.charts(_begun(MACHIAVELLI)))}
    assert {"cities", "provinces"} <= {*charts}
    now = _begun(MACHIAVELLI).now
    assert now is not None
    ranking = MACHIAVELLI.ranking(now)
    assert ranking is not None
    assert {name: values[-1] for name, values in charts["cities"].series.items()} == dict(ranking.counts)


def test_a_game_that_nobody_can_read_any_more_has_no_chart() -> None:
    chapters = 2 * _begun(EMPIRES).chapters
    assert plotted(EMPIRES.charts(Story(chapters, None))) == ()


def test_what_the_end_opened_belongs_to_its_phase_or_to_the_whole_game() -> None:
    events = [Event(PUBLIC, kind, data) for kind, data in (("opened", {"phase": "T1"}), ("ledger", LEDGER))]
    assert [opened_of(event) for event in events] == ["T1", ""]
    assert ledger_lines(events) == (LedgerLine("S1901M", "ITALY", 48, "income"),)
    assert opened_of(Event(PUBLIC, "movement", {})) is None


def test_of_what_a_blind_game_told_its_gamemaster_the_board_is_shown_after_the_end_and_nothing_else() -> None:
    for system in (DIPLOMACY, PAYOLA):
        assert system.shown_after(Event(MASTER, "movement", {}))
        assert not system.shown_after(Event(MASTER, "auction", {}))


def test_a_system_that_tells_nothing_of_its_own_has_nothing_told() -> None:
    event = Event(PUBLIC, "opened", {"phase": "R1D"})
    assert plotted(PIRATES.charts(_begun(PIRATES))) == ()
    assert PIRATES.summary([event]) == ()
    assert not PIRATES.shown_after(event)


def test_an_end_that_the_rules_did_not_tell_is_told() -> None:
    result = Result(("FRANCE",), "France has won")
    (told,) = with_the_end([], result)
    assert told == Event(PUBLIC, ENDED, {"winners": ["FRANCE"], "summary": "France has won"})
    assert with_the_end([told], result) == (told,)


def test_a_game_is_summed_up_of_the_kinds_that_its_rules_name_alone() -> None:
    assert DIPLOMACY.summary_kinds == {"centers", "ended"}
    assert DIPLOMACY.price_kinds == ()
    assert PAYOLA.price_kinds == {"statement", "opened"}
    assert PIRATES.summary_kinds == ()


@pytest.mark.parametrize(
    ("ranking", "amounts"),
    [
        (Ranking("cities", {"GENOA": 1, "MILAN": 3}, one="city"), ["1 city", "3 cities"]),
        (Ranking("gold", {"GENOA": 1, "MILAN": 3}), ["1 gold", "3 gold"]),
    ],
)
def test_a_ranking_says_one_of_one(ranking: Ranking, amounts: list[str]) -> None:
    assert [ranking.amount(name) for name in ranking.counts] == amounts


# The turns of a game: told of how the players stood as each phase began, whatever is counted.


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
