"""Payola 6.8, rulings P42, P47 and P49: how Exchange ends for powers that nobody leads this year, or ever."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from judge.rules.exchange.state import ExchangeState
from judge.rules.exchange.system import SYSTEM
from judge.rules.problems import Refused
from judge.rules.values import END, RESIGN, VOTE, Act, Outcome
from tests.rules.diplomacy.tables import load_table
from tests.rules.exchange.exchanged import exchange, play

SHARES = {"ANNA": {"FRANCE": 4, "GERMANY": 3}, "BERT": {"FRANCE": 1, "ITALY": 3}, "CARL": {"RUSSIA": 9}}
LED = {"FRANCE": "ANNA", "GERMANY": "ANNA", "ITALY": "BERT"}


def spring(**changes: Any) -> ExchangeState:
    """Anna leads France and Germany, Bert Italy; nobody leads Russia, of which Carl holds 9 shares."""
    return exchange(trading=False, **{"holdings": SHARES, "ceos": LED, **changes})


def garrisons(**changes: Any) -> ExchangeState:
    return spring(options={"map": "garrisons"}, **changes)


def act(state: ExchangeState, role: str, kind: str, **data: Any) -> Outcome:
    return SYSTEM.act(state, role, Act(kind, data))


# ---- whom nobody can ever play


def eighteen_garrisoned(state: ExchangeState) -> ExchangeState:
    """It is Fall, and the garrisons hold eighteen centers."""
    centers = [*state.table.board.start_centers["NEUTRAL"], "BRE", "MAR", "PAR", "EDI", "LON", "LVP"]
    table = load_table(
        "garrisons",
        {"phase": "F1905M", "units": {"NEUTRAL": ["A PAR"]}, "centers": {"NEUTRAL": centers, "ITALY": ["ROM"]}},
    )
    return replace(state, game=replace(state.game, table=table))


def test_p47_the_garrisons_never_win_and_the_game_goes_on() -> None:
    outcome = play(eighteen_garrisoned(garrisons()))
    assert outcome.result is None
    assert SYSTEM.phase(outcome.state) is not None


@pytest.mark.parametrize("data", [{"win": "NEUTRAL"}, {"draw": True, "among": ["NEUTRAL", "FRANCE"]}])
def test_p47_the_gamemaster_cannot_end_it_for_the_garrisons(data: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="NEUTRAL cannot win"):
        act(garrisons(), "", END, **data)


# ---- whom nobody leads this year


@pytest.mark.parametrize("begun", [spring, garrisons])
def test_p49_a_draw_of_the_gamemasters_that_names_nobody_is_between_the_powers_that_are_led(begun: Any) -> None:
    done = act(begun(), "", END, draw=True)
    assert done.result is not None
    assert done.result.summary.startswith("The GameMaster has declared a draw between FRANCE, GERMANY and ITALY.")
    assert done.result.winners == ("ANNA",)


def test_p49_a_power_whose_ceo_has_left_shares_in_it_only_if_it_is_named() -> None:
    left = act(spring(), "BERT", RESIGN).state
    done = act(left, "", END, draw=True)
    assert done.result is not None
    assert done.result.summary.startswith("The GameMaster has declared a draw between FRANCE and GERMANY.")
    named = act(left, "", END, draw=True, among=["GERMANY", "ITALY", "RUSSIA"])
    assert named.result is not None
    assert named.result.winners == ("CARL",)


def test_p49_before_the_first_election_it_is_between_all_powers_that_have_shares() -> None:
    done = act(garrisons(ceos={}), "", END, draw=True)
    assert done.result is not None
    assert "RUSSIA and TURKEY" in done.result.summary
    assert "NEUTRAL" not in done.result.summary


def test_p49_ceos_can_concede_to_a_power_that_nobody_leads_and_its_holders_win() -> None:
    state = spring()
    for power in ("FRANCE", "GERMANY"):
        done = act(state, power, VOTE, concede="RUSSIA")
        assert done.result is None
        state = done.state
    done = act(state, "ITALY", VOTE, concede="RUSSIA")
    assert done.result is not None
    assert done.result.winners == ("CARL",)


def test_p46_whoever_leads_all_powers_that_are_led_does_not_concede_to_another_alone() -> None:
    state = spring(ceos={"FRANCE": "ANNA"})
    done = act(state, "FRANCE", VOTE, concede="RUSSIA")
    assert done.result is None
    assert done.said.endswith("While one investor has all the votes, the votes end nothing.")


def test_p49_nobody_concedes_to_the_garrisons_or_draws_with_a_power_that_nobody_leads() -> None:
    with pytest.raises(Refused, match="NEUTRAL cannot win"):
        act(garrisons(), "FRANCE", VOTE, concede="NEUTRAL")
    some = spring(options={"dias": False})
    with pytest.raises(Refused, match="RUSSIA cannot win"):
        act(some, "FRANCE", VOTE, draw=True, among=["FRANCE", "RUSSIA"])
