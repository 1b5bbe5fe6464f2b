"""What programs are told of how sheets are written: all that they can write by it is read, and means what it says."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from judge.rules.game import AnySystem
from judge.rules.registry import systems
from judge.rules.values import PUBLIC, only, sheet_of
from judge.testing.laws import Effort, moments, waiting
from tests.rules.composed import Composed, sheet, with_own_units
from tests.rules.conformance.scenarios import SCENARIOS
from tests.support.soaking import stride

EFFORT = Effort(games=1, every=1)
ONE_OF = stride(1, 6)
WRITTEN = ("diplomacy", "payola", "exchange", "empires", "machiavelli", "pirates")
SHEETS = 20


def _compositions(system: AnySystem) -> Iterator[tuple[Any, Mapping[str, Any], random.Random]]:
    """Those of some moments, and of the first phase of each kind."""
    known: set[tuple[str, bool]] = set()
    for number, (state, *_) in enumerate(moments(system, SCENARIOS[system.name], EFFORT)):
        view = system.view(state, PUBLIC)
        kind = waiting(system, state).kind, getattr(view, "blind", False)
        if kind in known and number % ONE_OF:
            continue
        known.add(kind)
        found = system.composition(view)
        assert found is not None, f"{system.name} has no composition in {waiting(system, state).title}"
        yield state, json.loads(json.dumps(found.as_json())), random.Random(number)


def _known(system: AnySystem, state: Any, role: str, composition: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the page knows once this role's player has shown it a letter."""
    view: Any = system.view(state, only(role))
    return with_own_units(composition, role, view.own_units) if getattr(view, "blind", False) else composition


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_composed_is_read_and_filed_as_it_stands(name: str) -> None:
    system = systems()[name]
    used: set[str] = set()
    for state, public, drawn in _compositions(system):
        if getattr(system.view(state, PUBLIC), "blind", False) and waiting(system, state).kind != "movement":
            continue  # what must retreat or be built there only a letter tells, in words
        for role in public["roles"]:
            composition = _known(system, state, role, public)
            view: Any = system.view(state, only(role))
            if name == "pirates" and not (public.get("tally") or view.gives_token):
                continue  # who has a token to give away is told to nobody else
            for _ in range(SHEETS):
                lines = sheet(composition, role, drawn)
                if "tally" in composition:
                    lines = _tallied(view, composition, lines, drawn)
                used |= {line.pattern for line in lines}
                _check(system, state, role, composition, lines)
    assert used


def _tallied(view: Any, composition: Mapping[str, Any], lines: list[Composed], drawn: random.Random) -> list[Composed]:
    """The same, where its player keeps to the rule of what they come to: a line for each player in the room."""
    others = [line for line in lines if "name" not in line.chosen]
    if view.stage == "distribution":
        others = [line for line in others if int(line.chosen["garnets"]) <= view.garnets]
        gold = view.package + 5 * sum(int(line.chosen["garnets"]) for line in others)
        cuts = sorted(drawn.randint(0, gold) for _ in view.room[1:])
        values = [str(end - begin) for begin, end in zip([0, *cuts], [*cuts, gold], strict=True)]
    else:
        others = [line for line in others if view.moves_left or line.text != "MOVE"]
        values = [("YES", "NO")[place % 2] for place in range(len(view.room))]
        drawn.shuffle(values)
    (name, (slot, _)) = next(iter(composition["tally"].items()))
    return [
        Composed(f"{who}: {what}", name, {slot: what}) for who, what in zip(view.room, values, strict=True)
    ] + others


def _check(system: AnySystem, state: Any, role: str, composition: Mapping[str, Any], lines: list[Composed]) -> None:
    view = system.view(state, only(role))
    text = "\n".join(line.text for line in lines)
    read = system.read(view, role, sheet_of(text))
    wrong = [each for each in read.problems if not each.warning]
    assert not wrong, (view.phase.title, role, text, wrong)
    at_once = [line for line in lines if composition["lines"][line.pattern].get("at_once")]
    assert len(read.acts) == len(at_once), (text, read.acts)
    written = [line.text for line in lines if line not in at_once]
    filed = "\n".join(read.parts.values()).splitlines()
    if any(line.pattern == "raise" for line in lines) and not any(line.pattern == "pay" for line in lines):
        # Who only raises units pays those that they have.
        written += composition.get("sheets", {}).get(role, "").splitlines()
    written = [line.removeprefix("GIVE TOKEN ") for line in written]
    assert sorted(filed) == sorted(written), (view.phase.title, role, text)


@pytest.mark.parametrize("name", WRITTEN)
def test_sheets_to_begin_with_are_read(name: str) -> None:
    system = systems()[name]
    for state, composition, _ in _compositions(system):
        for role, text in composition.get("sheets", {}).items():
            read = system.read(system.view(state, only(role)), role, sheet_of(text))
            wrong = [each for each in read.problems if not each.warning]
            assert not wrong, (role, text, wrong)


@pytest.mark.parametrize("name", WRITTEN)
def test_secrets_change_nothing_in_a_composition(name: str) -> None:
    """Acts of others that nobody may notice leave the composition as it was, octet for octet."""
    system, scenario = systems()[name], SCENARIOS[name]
    for state, before, drawn in _compositions(system):
        after = state
        for role, act in scenario.secrets(state, "", drawn):
            after = system.act(after, role, act).state
        found = system.composition(system.view(after, PUBLIC))
        assert found is not None
        assert json.loads(json.dumps(found.as_json())) == before
