"""What the steady player of Empires does with its armies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from judge.rules.computers import situation_of
from judge.rules.empires.actions import land_battle
from judge.rules.empires.computer import Steady, Target
from judge.rules.empires.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.values import only

RNG = Rng(b"computers", "T1")


def _opening() -> Any:
    return SYSTEM.start({}, ("EA", "NO", "SO", "WE"), RNG).state


def _with(state: Any, **areas: dict[str, Any]) -> Any:
    changed = {code: replace(state.areas[code], **fields) for code, fields in areas.items()}
    return replace(state, areas={**state.areas, **changed})


def _slots(state: Any, seat: str = "EA", strength: str = "steady") -> list[str]:
    here = situation_of(SYSTEM, state, seat, RNG)
    assert here is not None
    return [line.partition(" ")[2] for line in SYSTEM.computers[strength].write(here).sheets[seat].splitlines()[1:]]


def _neighbour(state: Any, seat: str) -> tuple[str, str]:
    """(an own area, an unowned one next to it)"""
    for code, place in state.world.places.items():
        if state.areas[code].owner == seat:
            for other in place.neighbours:
                if other in state.world.land and not state.areas[other].owner:
                    return code, other
    raise AssertionError("nothing to take")


@pytest.mark.parametrize(
    ("turn", "reserve", "grows", "why"),
    [(1, 2, True, "grow"), (20, 2, False, "bring up my armies"), (20, 0, False, "save my BPs for armies")],
)
def test_a_hint_says_of_a_turn_without_an_attack_what_its_slots_do(
    turn: int, reserve: int, grows: bool, why: str
) -> None:
    """It said `so I grow` of the last turns too, when growing pays no more and no slot grows anything."""
    start = _opening()
    forts = {code: {"forts": 9, "armies": 0} for code in start.world.land if start.areas[code].owner == "EA"}
    own = replace(start.countries["EA"], reserve=reserve)
    state = replace(_with(start, **forts), turn=turn, countries={**start.countries, "EA": own})
    view = SYSTEM.view(state, only("EA"))
    slots, said = Steady().slots(view, RNG.at("slots"))
    assert any(slot.startswith("GROW") for slot in slots) is grows
    assert said == f"Nothing falls to me now, so I {why}."


@pytest.mark.parametrize("armies", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("defenders", [0, 1, 3])
def test_what_is_said_to_fall_falls(armies: int, defenders: int) -> None:
    target = Target("XXX", "", defenders, 1, 2, 1, 0)
    battle = land_battle(armies, defenders, 1, 1, 0)
    assert target.falls_to(armies, 0) == (armies - battle.attacker_lost if battle.won else 0)


def test_an_empty_neighbour_is_attacked_and_a_strong_one_is_not() -> None:
    state = _opening()
    own, goal = _neighbour(state, "EA")
    weak = _with(state, **{own: {"armies": 6}, goal: {"armies": 0, "forts": 0, "pop": 5}})
    strong = _with(state, **{own: {"armies": 6}, goal: {"armies": 40, "forts": 9, "pop": 5}})
    assert any(slot.split()[:3:2] == ["ATTACK", goal] for slot in _slots(weak))
    assert not any(slot.split()[:3:2] == ["ATTACK", goal] for slot in _slots(strong))


def test_no_more_is_spent_than_there_is() -> None:
    state = _opening()
    country = replace(state.countries["EA"], bps=2, reserve=5)
    poor = replace(state, countries={**state.countries, "EA": country})
    spent = sum(int(slot.split()[3]) for slot in _slots(poor) if slot.split()[0] in ("ATTACK", "MOVE", "RESERVE"))
    assert spent <= 2


def test_nothing_grows_when_the_game_is_nearly_over() -> None:
    state = _opening()
    assert any(slot.startswith("GROW") for slot in _slots(replace(state, turn=3)))
    assert not any(slot.startswith("GROW") for slot in _slots(replace(state, turn=state.limit)))


def test_a_country_that_is_out_sends_nothing() -> None:
    state = replace(_opening(), order=("NO", "SO", "WE"))
    here = situation_of(SYSTEM, state, "EA", RNG)
    for player in SYSTEM.computers.values():
        assert here is None or player.write(here).sheets["EA"] == ""
