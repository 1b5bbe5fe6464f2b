"""How the players of a game write, and what they may not notice of each other: what the laws are told of it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.metadata import entry_points
from typing import Any, Protocol

from judge.rules.game import AnySystem, Game
from judge.rules.problems import Refused
from judge.rules.rng import Rng
from judge.rules.values import Act, Json, Orders, only, sheet_of

ENTRY_POINTS = "judge.scenarios"


class Scenario(Protocol):
    """One rule system as its players use it. `drawn` is the only source of chance."""

    system: str
    options: tuple[Mapping[str, Json], ...]
    """Ways to start a game, the defaults among them."""

    def sheet(self, view: Any, role: str, drawn: random.Random) -> str:
        """A sheet that a player of this role might write now; most of its lines are good."""

    def secrets(self, state: Any, role: str, drawn: random.Random) -> list[tuple[str, Act]]:
        """Acts of others, allowed one after the other, that this role must not notice."""

    def twins(self, state: Any, role: str, drawn: random.Random) -> tuple[dict[str, Orders], dict[str, Orders]] | None:
        """Two sets of orders on file that differ only in what this role may never know; None if there are none now."""


class Plain:
    """A scenario for any game: players send the form or examples of its words. It knows no secrets."""

    options: tuple[Mapping[str, Json], ...] = ({},)

    def __init__(self, system: AnySystem) -> None:
        self.system = system.name
        self._rules = system

    def sheet(self, view: Any, role: str, drawn: random.Random) -> str:  # noqa: ARG002
        examples = [line for word in self._rules.words if not word.at_once for line in word.example.splitlines()]
        form = self._rules.form(view, {})
        return "\n".join(drawn.sample(examples, len(examples))) if examples and drawn.random() < 0.5 else form

    def secrets(self, state: Any, role: str, drawn: random.Random) -> list[tuple[str, Act]]:  # noqa: ARG002
        return []

    def twins(
        self,
        state: Any,  # noqa: ARG002
        role: str,  # noqa: ARG002
        drawn: random.Random,  # noqa: ARG002
    ) -> tuple[dict[str, Orders], dict[str, Orders]] | None:
        return None


def scenario_of(system: AnySystem) -> Scenario | None:
    """Return the game's entry point in `judge.scenarios`, or None. Raises whatever that package raises."""
    for entry in entry_points(group=ENTRY_POINTS):
        if entry.name == system.name:
            found: Scenario = entry.load()
            return found
    return None


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
