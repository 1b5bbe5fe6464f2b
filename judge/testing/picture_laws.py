"""What is drawn of a game can be drawn, whatever its players write."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from judge.maps.draw import draw
from judge.rules.game import Game
from judge.rules.values import MASTER, PUBLIC, Audience, only, sheet_of
from judge.testing.laws import NOISE, USUAL, Broken, Effort, garbled, moments, waiting
from judge.testing.scenario import Scenario
from judge.testing.turns import rng


def every_phase_can_be_drawn(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    """Each reader's picture of each position, and of each phase with good orders, bad ones and noise on file."""
    for state, orders, number, drawn in moments(system, scenario, effort):
        filed = dict(orders)
        for role in waiting(system, state).roles:
            view = system.view(state, only(role))
            good = scenario.sheet(view, role, drawn).splitlines()
            mixed = [*drawn.sample(NOISE, 3), *good, *(garbled(line, drawn) for line in good)]
            filed[role] = dict(system.read(view, role, sheet_of("\n".join(drawn.sample(mixed, len(mixed))))).parts)
        for each in (orders, filed):
            outcome = system.adjudicate(state, each, rng(number))
            for viewer in _readers(system, state):
                before, after = (system.view(here, viewer) for here in (state, outcome.state))
                known = [event for event in outcome.events if event.audience.includes(viewer)]
                for picture in (system.position_picture(before), system.phase_picture(before, known, after)):
                    try:
                        _ = draw(picture) if picture is not None else ""
                    except LookupError as missing:
                        raise Broken(
                            f"what {viewer.roles or viewer.kind} may know can be drawn: {missing!r}"
                        ) from missing


def _readers(system: Game, state: Any) -> Iterator[Audience]:
    """Those whose pictures differ."""
    yield PUBLIC
    if system.differs_by_reader(system.view(state, PUBLIC)):
        yield MASTER
        yield from (only(role) for role in waiting(system, state).roles)
