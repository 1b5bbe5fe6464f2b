"""How the computer players of Exchange invest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from judge.rules.computers import situation_of
from judge.rules.exchange.system import SYSTEM
from judge.rules.rng import Rng

RNG = Rng(b"computers", "S1901X")
OPTIONS = {option.name: option.default for option in SYSTEM.options}


def _opening() -> Any:
    return SYSTEM.start(OPTIONS, SYSTEM.seating(OPTIONS).names, RNG).state


def _lines(state: Any, strength: str, seat: str = "INVESTOR1") -> list[str]:
    here = situation_of(SYSTEM, state, seat, RNG)
    assert here is not None
    return SYSTEM.computers[strength].write(here).sheets[seat].splitlines()


@pytest.mark.parametrize("strength", sorted(SYSTEM.computers))
def test_no_more_is_bought_than_there_is_money_for(strength: str) -> None:
    bought = [int(line.split()[1]) for line in _lines(_opening(), strength) if line.startswith("BUY")]
    assert 0 < sum(bought) * 6 <= 60


@pytest.mark.parametrize("strength", sorted(SYSTEM.computers))
def test_who_invests_in_a_power_votes_for_themselves_there_once(strength: str) -> None:
    state = _opening()
    lines = _lines(state, strength)
    powers = {line.split()[2] for line in lines if line.startswith("BUY")}
    elected = {line.split()[1] for line in lines if line.startswith("ELECT")}
    assert powers == elected
    votes = {"INVESTOR1": dict.fromkeys(powers, "INVESTOR1")}
    again = _lines(replace(state, books=replace(state.books, votes=votes)), strength)
    assert not any(line.startswith("ELECT") for line in again)


def test_a_steady_investor_stays_with_what_it_has() -> None:
    state = _opening()
    holdings = {"INVESTOR1": {"ITALY": 4}}
    lines = _lines(replace(state, books=replace(state.books, holdings=holdings)), "steady")
    assert lines[0].split()[2] == "ITALY"
