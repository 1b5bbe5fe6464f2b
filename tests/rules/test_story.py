"""What is told of whole games, and what holds for a system that tells nothing of its own."""

from __future__ import annotations

import pytest

from judge.rules.boards import HasBoards
from judge.rules.diplomacy.system import SYSTEM as DIPLOMACY
from judge.rules.diplomacy.view import BoardView
from judge.rules.drawing import Draws
from judge.rules.empires.system import SYSTEM as EMPIRES
from judge.rules.empires.view import EmpireView
from judge.rules.machiavelli.system import SYSTEM as MACHIAVELLI
from judge.rules.machiavelli.view import PlagueView
from judge.rules.payola.system import SYSTEM as PAYOLA
from judge.rules.payola.view import PayolaView
from judge.rules.pirates.system import SYSTEM as PIRATES
from judge.rules.rng import Rng
from judge.rules.story import (
    ENDED,
    Chapter,
    LedgerLine,
    Opens,
    Plots,
    Ranking,
    Reveals,
    Story,
    Sums,
    chart_of,
    charts_of,
    ledger_of,
    opened_of,
    price_kinds,
    ranking_of,
    shown_after,
    summary_kinds,
    summary_of,
    with_the_end,
)
from judge.rules.values import MASTER, PUBLIC, Event, Json, Result, RuleSystem

CENTERS: dict[str, Json] = {"year": 1901, "counts": {"FRANCE": 5, "AUSTRIA": 4}}
LEDGER: dict[str, Json] = {"entries": [{"phase": "S1901M", "account": "ITALY", "amount": 48, "reason": "income"}]}


def _begun(system: RuleSystem) -> Story:
    """A game of this system of which one phase is over, by default orders."""
    options = {option.name: option.default for option in system.options}
    state = system.start(options, system.seating(options).names, Rng(b"story", "START")).state
    view = system.view(state, PUBLIC)
    return Story((Chapter(view.phase.label, view, ()),), view)


def test_who_is_not_counted_in_a_column_has_none() -> None:
    chart = chart_of("c", "C", [("a", {"X": 1}), ("b", {"X": 2, "A": 3})])
    assert (chart.labels, dict(chart.series)) == (("a", "b"), {"A": (0, 3), "X": (1, 2)})


def test_a_summary_is_made_of_what_everybody_was_told() -> None:
    told, hidden = Event(PUBLIC, "centers", CENTERS), Event(MASTER, "centers", {**CENTERS, "year": 1902})
    (table,) = summary_of(DIPLOMACY, [told, hidden])
    assert table.rows == (("", "1901"), ("Austria", "4"), ("France", "5"))
    assert table.right == (1,)
    assert summary_of(DIPLOMACY, [hidden]) == ()


def test_a_chart_of_one_column_shows_nothing() -> None:
    story = _begun(EMPIRES)
    (chart,) = charts_of(EMPIRES, story)
    assert chart.labels == (story.chapters[0].label, "now")
    assert charts_of(EMPIRES, Story((), story.now)) == ()


def test_absence_of_plague_plots_what_wins_what_is_held_and_what_can_be_reckoned() -> None:
    """4.2 counts cities; A.2 lets anybody reckon the treasuries."""
    charts = {chart.name: chart for chart in charts_of(MACHIAVELLI, _begun(MACHIAVELLI))}
    assert {"cities", "provinces"} <= {*charts}
    ranking = ranking_of(MACHIAVELLI, _begun(MACHIAVELLI).now)
    assert ranking is not None
    assert {name: values[-1] for name, values in charts["cities"].series.items()} == dict(ranking.counts)


def test_a_game_that_nobody_can_read_any_more_has_no_chart() -> None:
    chapters = 2 * _begun(EMPIRES).chapters
    assert charts_of(EMPIRES, Story(chapters, None)) == ()


def test_what_the_end_opened_belongs_to_its_phase_or_to_the_whole_game() -> None:
    events = [Event(PUBLIC, kind, data) for kind, data in (("opened", {"phase": "T1"}), ("ledger", LEDGER))]
    assert [opened_of(PAYOLA, event) for event in events] == ["T1", ""]
    assert ledger_of(PAYOLA, events) == (LedgerLine("S1901M", "ITALY", 48, "income"),)
    assert opened_of(EMPIRES, events[0]) == "T1"
    assert ledger_of(EMPIRES, events) == ledger_of(PAYOLA, events)
    assert ledger_of(MACHIAVELLI, events) == ()
    assert opened_of(PAYOLA, Event(PUBLIC, "movement", {})) is None


def test_of_what_a_blind_game_told_its_gamemaster_the_board_is_shown_after_the_end_and_nothing_else() -> None:
    for system in (DIPLOMACY, PAYOLA):
        assert shown_after(system, Event(MASTER, "movement", {}))
        assert not shown_after(system, Event(MASTER, "auction", {}))


def test_a_system_that_tells_nothing_of_its_own_has_nothing_told() -> None:
    event = Event(PUBLIC, "opened", {"phase": "R1D"})
    assert charts_of(PIRATES, _begun(PIRATES)) == ()
    assert summary_of(PIRATES, [event]) == ()
    assert opened_of(PIRATES, event) is None
    assert ledger_of(PIRATES, [event]) == ()
    assert not shown_after(PIRATES, event)


def test_an_end_that_the_rules_did_not_tell_is_told() -> None:
    result = Result(("FRANCE",), "France has won")
    (told,) = with_the_end([], result)
    assert told == Event(PUBLIC, ENDED, {"winners": ["FRANCE"], "summary": "France has won"})
    assert with_the_end([told], result) == (told,)


def test_every_family_with_a_board_draws_and_plots_it() -> None:
    """Types say what each is asked with; whoever has none of these methods is not asked at all."""
    board: list[Draws[BoardView]] = [DIPLOMACY]
    bribed: list[Draws[PayolaView]] = [PAYOLA]
    others: tuple[Draws[EmpireView], Draws[PlagueView]] = (EMPIRES, MACHIAVELLI)
    plotting: list[Plots] = [DIPLOMACY, PAYOLA, EMPIRES, MACHIAVELLI]
    opening: list[Opens] = [PAYOLA, EMPIRES]
    summing: list[Sums] = [DIPLOMACY, PAYOLA]
    revealing: list[Reveals] = [DIPLOMACY, PAYOLA]
    having: list[HasBoards] = [DIPLOMACY]
    assert all(isinstance(each, Draws) for each in (*board, *bribed, *others))
    assert all(isinstance(each, Plots) for each in plotting)
    assert all(isinstance(each, Opens) for each in opening)
    assert all(isinstance(each, Sums) for each in summing)
    assert all(isinstance(each, Reveals) for each in revealing)
    assert all(isinstance(each, HasBoards) for each in having)
    assert not isinstance(PIRATES, Draws | Plots | Opens | Sums | Reveals | HasBoards)


def test_a_game_is_summed_up_of_the_kinds_that_its_rules_name_alone() -> None:
    assert summary_kinds(DIPLOMACY) == {"centers", "ended"}
    assert price_kinds(DIPLOMACY) == ()
    assert price_kinds(PAYOLA) == {"statement", "opened"}
    assert summary_kinds(PIRATES) == ()


@pytest.mark.parametrize(
    ("ranking", "amounts"),
    [
        (Ranking("cities", {"GENOA": 1, "MILAN": 3}, one="city"), ["1 city", "3 cities"]),
        (Ranking("gold", {"GENOA": 1, "MILAN": 3}), ["1 gold", "3 gold"]),
    ],
)
def test_a_ranking_says_one_of_one(ranking: Ranking, amounts: list[str]) -> None:
    assert [ranking.amount(name) for name in ranking.counts] == amounts
