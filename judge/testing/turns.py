"""How games are played when they are tried: a phase after another, each once, whoever asks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from judge.rules.game import Game
from judge.rules.problems import Refused
from judge.rules.rng import Rng
from judge.rules.values import Act, Orders, only, sheet_of
from judge.testing.scenario import Scenario


def rng(number: int) -> Rng:
    return Rng(b"conformance", str(number))


class Played:
    """A system and its scenario: these very objects, even if they cannot be hashed themselves."""

    def __init__(self, system: Game, scenario: Scenario) -> None:
        self.system, self.scenario = system, scenario

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Played) and self.system is other.system and self.scenario is other.scenario

    def __hash__(self) -> int:
        return hash((id(self.system), id(self.scenario)))


@lru_cache(maxsize=512)
def turn(played: Played, first: int, seed: int, number: int) -> tuple[Any, dict[str, Orders]] | None:
    """(state after what sheets do at once, orders filed) of a phase; None after the game's end. Each is played once."""
    system, scenario = played.system, played.scenario
    if number:
        before = turn(played, first, seed, number - 1)
        if before is None:
            return None
        state = system.adjudicate(*before, rng(number - 1)).state
    else:
        options = scenario.options[first]
        state = system.start(options, system.seating(options).names, rng(0)).state
    phase = system.phase(state)
    if phase is None:
        return None
    drawn = random.Random(f"{seed} {first} {number}")
    orders: dict[str, Orders] = {}
    for role in phase.roles:
        view = system.view(state, only(role))
        reading = system.read(view, role, sheet_of(scenario.sheet(view, role, drawn)))
        orders[role] = dict(reading.parts)
        state = acted(system, state, role, reading.acts)
    return state, orders


def acted(system: Game, state: Any, role: str, acts: Sequence[Act]) -> Any:
    """The state after what a sheet does at once; what is refused has not happened, and the game goes on."""
    for act in acts:
        try:
            outcome = system.act(state, role, act)
        except Refused:
            continue
        state = state if outcome.result else outcome.state
    return state
