"""What is told of whole games, and what holds for a system that tells nothing of its own."""

from __future__ import annotations

import pytest

from judge.rules.diplomacy.system import SYSTEM as DIPLOMACY
from judge.rules.empires.system import SYSTEM as EMPIRES
from judge.rules.game import Game
from judge.rules.machiavelli.system import SYSTEM as MACHIAVELLI
from judge.rules.payola.system import SYSTEM as PAYOLA
from judge.rules.pirates.system import SYSTEM as PIRATES
from judge.rules.rng import Rng
from judge.rules.story import (
    ENDED,
    Chapter,
    LedgerLine,
    Ranking,
    Story,
    chart_of,
    plotted,
    with_the_end,
)
from judge.rules.values import MASTER, PUBLIC, Event, Json, Result

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
    assert [PAYOLA.opened_of(event) for event in events] == ["T1", ""]
    assert PAYOLA.ledger(events) == (LedgerLine("S1901M", "ITALY", 48, "income"),)
    assert EMPIRES.opened_of(events[0]) == "T1"
    assert EMPIRES.ledger(events) == PAYOLA.ledger(events)
    assert MACHIAVELLI.ledger(events) == ()
    assert PAYOLA.opened_of(Event(PUBLIC, "movement", {})) is None


def test_of_what_a_blind_game_told_its_gamemaster_the_board_is_shown_after_the_end_and_nothing_else() -> None:
    for system in (DIPLOMACY, PAYOLA):
        assert system.shown_after(Event(MASTER, "movement", {}))
        assert not system.shown_after(Event(MASTER, "auction", {}))


def test_a_system_that_tells_nothing_of_its_own_has_nothing_told() -> None:
    event = Event(PUBLIC, "opened", {"phase": "R1D"})
    assert plotted(PIRATES.charts(_begun(PIRATES))) == ()
    assert PIRATES.summary([event]) == ()
    assert PIRATES.opened_of(event) is None
    assert PIRATES.ledger([event]) == ()
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
