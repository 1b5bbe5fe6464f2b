"""Plain Diplomacy as the rule system that the judge runs."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.rules.abilities import accounts_of
from judge.rules.diplomacy.adjudication.adjustments import owed, sites
from judge.rules.diplomacy.labels import ADJUSTMENTS, MOVEMENT
from judge.rules.diplomacy.system import SYSTEM, State
from judge.rules.problems import Refused
from judge.rules.rng import Rng
from judge.rules.system import (
    DUMMY,
    MASTER,
    PUBLIC,
    RESIGN,
    SUCCEED,
    VOTE,
    Act,
    Orders,
    Outcome,
    Phase,
    RuleSystem,
    only,
    sheet_of,
)
from tests.support.soaking import examples

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
RNG = Rng(b"seed")
START: State = SYSTEM.start({}, POWERS, RNG).state
YES = Act(VOTE, {"draw": True})


def vote(state: State, *powers: str) -> Outcome:
    outcome = Outcome(state)
    for power in powers:
        outcome = SYSTEM.act(outcome.state, power, YES)
    return outcome


def test_plain_diplomacy_is_a_rule_system() -> None:
    system: RuleSystem = SYSTEM
    assert system.seating({}).names == POWERS
    assert system.seating({"dummies": ["ITALY"]}).most == 6
    assert accounts_of(system, START) == {}


def test_the_first_phase_waits_for_every_played_power() -> None:
    phase = SYSTEM.phase(START)
    assert phase is not None
    assert (phase.label, phase.title, phase.kind) == ("S1901M", "Spring 1901 Movement", "movement")
    assert phase.wanted == POWERS
    assert phase.roles == {power: power for power in POWERS}
    assert phase.missing == "wait"


def test_option_nmr_lets_a_movement_phase_go_on_without_orders() -> None:
    state = SYSTEM.start({"nmr": "default"}, POWERS, RNG).state
    phase = SYSTEM.phase(state)
    assert phase is not None
    assert phase.missing == "default"


def test_powers_that_nobody_plays_are_dummies_and_not_awaited() -> None:
    state = SYSTEM.start({}, POWERS[:4], RNG).state
    phase = SYSTEM.phase(state)
    assert phase is not None
    assert phase.wanted == POWERS[:4]
    assert SYSTEM.view(state, PUBLIC).dummies == POWERS[4:]


def test_a_game_with_an_unknown_power_or_map_cannot_start() -> None:
    for options, seats in (({}, ("SPAIN",)), ({"map": "atlantis"}, POWERS), ({}, ())):
        with pytest.raises(Refused):
            SYSTEM.start(options, seats, RNG)


def test_one_bad_line_never_loses_a_good_one() -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    reading = SYSTEM.read(view, "AUSTRIA", sheet_of("A VIE - GAL % thanks\nA BUD - XYZ\n\nA PAR - BUR\nF TRI - ALB"))
    assert reading.parts == {"orders": "F TRI - ALB\nA VIE - GAL"}
    assert [(problem.line, problem.code) for problem in reading.problems] == [
        (2, "diplomacy/no-such-place"),
        (4, "diplomacy/not-yours"),
    ]
    assert [line.meaning for line in reading.lines] == ["A VIE - GAL", "F TRI - ALB"]
    assert reading.written
    assert reading.notes == ("Without an order, and so holding: A BUD.",)


def test_of_several_orders_for_one_unit_the_last_counts_with_a_warning() -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    reading = SYSTEM.read(view, "AUSTRIA", sheet_of("A VIE - GAL\nA VIE - TYR"))
    assert reading.parts == {"orders": "A VIE - TYR"}
    assert [(each.line, each.code, each.warning) for each in reading.problems] == [(2, "diplomacy/ordered-twice", True)]


def test_own_units_that_are_ordered_at_cross_purposes_are_pointed_out() -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    reading = SYSTEM.read(view, "AUSTRIA", sheet_of("A VIE - GAL\nA BUD S A VIE - TRI\nF TRI - ALB"))
    assert [each.code for each in reading.problems if each.warning] == ["diplomacy/unmatched"]


def test_a_later_mail_replaces_the_orders_and_says_so_and_one_without_orders_changes_nothing() -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    filed = {"orders": "A VIE - GAL\nA BUD - SER"}
    later = SYSTEM.read(view, "AUSTRIA", sheet_of("A VIE - TYR", filed))
    assert later.parts == {"orders": "A VIE - TYR"}
    assert later.notes[0] == "Replaces your 2 orders by 1 order."
    empty = SYSTEM.read(view, "AUSTRIA", sheet_of("hello", filed))
    assert (empty.parts, empty.written, empty.notes) == ({}, True, ("Your earlier orders stand.",))
    assert not SYSTEM.read(view, "AUSTRIA", sheet_of("hello")).written


def test_ruling_p30_a_draw_needs_every_power_in_play() -> None:
    assert vote(START, *POWERS[:6]).result is None
    drawn = vote(START, *POWERS)
    assert drawn.result is not None
    assert drawn.result.winners == POWERS
    assert [event.kind for event in drawn.events] == ["ended"]
    assert SYSTEM.phase(drawn.state) is None


def test_ruling_p30_dummies_have_no_vote_and_are_not_needed() -> None:
    state = SYSTEM.act(START, "ITALY", Act(DUMMY)).state
    with pytest.raises(Refused):
        SYSTEM.act(state, "ITALY", YES)
    drawn = vote(state, *(power for power in POWERS if power != "ITALY"))
    assert drawn.result is not None
    assert "ITALY" not in drawn.result.winners


def test_ruling_p30_votes_are_cleared_every_phase_and_can_be_withdrawn() -> None:
    state = SYSTEM.act(vote(START, *POWERS[:6]).state, "AUSTRIA", Act(VOTE, {"draw": False})).state
    assert vote(state, "TURKEY").result is None
    moved = SYSTEM.adjudicate(vote(START, *POWERS[:6]).state, {}, RNG).state
    assert vote(moved, "TURKEY").result is None


def test_ruling_p31_a_resigned_power_is_waited_for_until_it_is_succeeded_or_made_a_dummy() -> None:
    resigned = SYSTEM.act(START, "ITALY", Act(RESIGN))
    assert [(event.kind, event.data) for event in resigned.events] == [("resigned", {"power": "ITALY"})]
    waiting = SYSTEM.phase(resigned.state)
    assert waiting is not None
    assert "ITALY" in waiting.wanted
    assert SYSTEM.act(resigned.state, "ITALY", Act(SUCCEED)).events[0].kind == "succeeded"
    dummy = SYSTEM.phase(SYSTEM.act(resigned.state, "ITALY", Act(DUMMY)).state)
    assert dummy is not None
    assert "ITALY" not in dummy.wanted


def test_after_the_end_nothing_can_be_done() -> None:
    with pytest.raises(Refused):
        SYSTEM.act(vote(START, *POWERS).state, "ITALY", Act(RESIGN))


def test_a_view_shows_the_board_and_which_part_of_it_is_ones_own() -> None:
    own = SYSTEM.view(START, only("RUSSIA"))
    assert own.own_units == ("A MOS", "F SEV", "F STP/SC", "A WAR")
    assert own.power == "RUSSIA"
    for viewer in (PUBLIC, MASTER):
        other = SYSTEM.view(START, viewer)
        assert (other.power, other.own_units, other.units) == ("", (), own.units)


def test_a_form_reads_back_without_a_problem_and_takes_up_what_is_on_file() -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    form = SYSTEM.form(view, {"orders": "A VIE - GAL\nA ROM - VEN"})
    assert form == "A BUD H\nF TRI H\nA VIE - GAL"


def test_a_game_of_an_older_version_goes_on_with_its_votes() -> None:
    data = SYSTEM.dump(START)
    old = {**data, "match": {**data["match"], "votes": list(POWERS[:6])}}
    for version in (1, 2):
        assert vote(SYSTEM.load(SYSTEM.upgrade(old, version)), "TURKEY").result is not None


def test_an_unknown_version_of_a_state_is_refused() -> None:
    data = SYSTEM.dump(START)
    with pytest.raises(ValueError, match="no version 7"):
        SYSTEM.upgrade(data, 7)


def some_orders(state: State, power: str, rng: random.Random) -> str:
    """A sheet as a wild player writes it: often legal, sometimes not, seldom complete."""
    table = state.table
    board = table.board
    if table.label.kind == MOVEMENT:
        lines = []
        for unit in table.units_of(power):
            to = rng.choice([*sorted(board.borders(unit.kind, unit.place)), "XXX", "NTH", "MUN"])
            friend = rng.choice(table.units)
            lines.append(rng.choice([f"{unit} - {to}"] * 3 + [f"{unit} S {friend}", f"{unit} S {friend} - {to}", "?"]))
        return "\n".join(lines)
    if table.label.kind == ADJUSTMENTS:
        if owed(table, power) > 0:
            return "\n".join(f"BUILD A {home}" for home in sites(table, power) if rng.random() < 0.9)
        return "\n".join(f"REMOVE {unit}" for unit in table.units_of(power) if rng.random() < 0.3)
    return "\n".join(
        f"{each.unit} - {rng.choice([*each.retreats, 'XXX'])}"
        for each in table.dislodged_of(power)
        if rng.random() < 0.9
    )


@settings(max_examples=examples(8), deadline=None)
@given(st.integers(0, 2**32))
def test_random_games_keep_the_laws_of_the_board_for_years(seed: int) -> None:
    rng = random.Random(seed)
    state = START
    for _ in range(40):
        phase = SYSTEM.phase(state)
        if phase is None:
            break
        orders = {}
        for power in phase.roles:
            view = SYSTEM.view(state, only(power))
            reading = SYSTEM.read(view, power, sheet_of(some_orders(state, power, rng)))
            if reading.parts:
                orders[power] = reading.parts
                again = SYSTEM.read(view, power, sheet_of(SYSTEM.show(view, reading.parts)))
                assert (again.parts, [each for each in again.problems if not each.warning]) == (reading.parts, [])
            form = SYSTEM.read(view, power, sheet_of(SYSTEM.form(view, reading.parts)))
            assert not [each for each in form.problems if not each.warning]
        outcome = SYSTEM.adjudicate(state, orders, RNG)
        mixed = dict(rng.sample(sorted(orders.items()), len(orders)))
        assert SYSTEM.adjudicate(state, mixed, RNG) == outcome
        assert SYSTEM.adjudicate(state, _defaults(state, phase), RNG).state == SYSTEM.adjudicate(state, {}, RNG).state
        state = outcome.state
        assert SYSTEM.load(json.loads(json.dumps(SYSTEM.dump(state)))) == state
        assert len({unit.province for unit in state.table.units}) == len(state.table.units)
        assert sum(len(centers) for centers in state.table.centers.values()) <= 34
        if state.table.label.season == "S" and state.table.label.kind == MOVEMENT:
            assert all(len(state.table.units_of(power)) <= state.table.count(power) for power in POWERS)


def _defaults(state: State, phase: Phase) -> dict[str, Orders]:
    """What the sheet to answer with says before anything was ordered: what is done without orders."""
    views = {power: SYSTEM.view(state, only(power)) for power in phase.roles}
    return {power: SYSTEM.read(view, power, sheet_of(SYSTEM.form(view, {}))).parts for power, view in views.items()}
