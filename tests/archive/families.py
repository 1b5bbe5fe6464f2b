"""A game of every rule system, played at random without a judge: what archives are made of."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

from judge.archive.document import Archive, ArchivedPhase, Closing, RoleAct, records_of, write_archive
from judge.rules.registry import find_system
from judge.rules.rng import START_LABEL, Rng, commitment
from judge.rules.values import GameState, Json, Orders, Outcome, Phase, Result, only, sheet_of
from tests.rules.conformance.scenarios import SCENARIOS

SEED = bytes(range(32))
HIDDEN_SEED = bytes(range(32, 64))
BEGUN = "2000-01-01T00:00:00+00:00"
LENGTHS: Mapping[str, int] = {
    "diplomacy": 12,
    "empires": 10,
    "exchange": 8,
    "machiavelli": 8,
    "payola": 8,
    "pirates": 12,
}
"""Phases of each, so that there are acts, postings, chance and, where there are any, several kinds of phase."""


@cache
def played(name: str, dummies: int = 0) -> str:
    """The whole archive of a game that its GameMaster ended, or that came to its end before; nobody plays the last
    `dummies` of its seats.
    """
    system, scenario = find_system(name), SCENARIOS[name]
    options: dict[str, Json] = {option.name: option.default for option in system.options}
    seating = system.seating(options)
    seats = seating.names[: len(seating.names) - dummies]
    if dummies:
        options[seating.dummies_option] = list(seating.names[len(seats) :])
    hidden = HIDDEN_SEED if system.hidden_lots and not system.opens_all else b""
    outcome = system.start(options, seats, Rng(SEED, START_LABEL, 0, hidden))
    drawn = random.Random(name)
    happened: list[Outcome[GameState]] = [outcome]
    state, result = outcome.state, outcome.result
    phases: list[ArchivedPhase] = []

    def closed(
        phase: Phase, before: GameState, acts: list[RoleAct], orders: Mapping[str, Orders], how: Closing
    ) -> ArchivedPhase:
        return ArchivedPhase(
            label=phase.label,
            title=phase.title,
            system_version=system.version,
            run=0,
            opened_at=BEGUN,
            closed_at=BEGUN,
            closed_by=how,
            state_before=system.dump(before),
            orders=orders,
            acts=tuple(acts),
            events=tuple(event for each in happened for event in each.events),
            postings=tuple(posting for each in happened for posting in each.postings),
        )

    while result is None and (phase := system.phase(state)) is not None and len(phases) < LENGTHS[name]:
        before, acts = state, []
        for role, act in scenario.secrets(state, phase.wanted[0] if phase.wanted else "", drawn)[:3]:
            done = system.act(state, role, act)
            if done.result is not None:
                break
            state = system.load(system.dump(done.state))
            acts.append(RoleAct(role, act.kind, act.data))
            happened.append(done)
        orders = {}
        for role in phase.roles:
            view = system.view(state, only(role))
            orders[role] = dict(system.read(view, role, sheet_of(scenario.sheet(view, role, drawn))).parts)
        done = system.adjudicate(state, orders, Rng(SEED, phase.label, 0, hidden))
        happened.append(done)
        phases.append(closed(phase, before, acts, orders, "adjudication"))
        happened.clear()
        state, result = done.state, done.result
    last = system.phase(state)
    if result is None and last is not None:
        phases.append(closed(last, state, [], {}, "master"))
        result = Result((), "Abandoned by consent")
    archive = Archive(
        name="oslo",
        title="Arena oslo",
        system=system.name,
        system_version=system.version,
        options=options,
        seats=tuple(seats),
        seed=SEED.hex(),
        commitment=commitment(SEED),
        hidden_seed=hidden.hex(),
        hidden_commitment=commitment(hidden) if hidden else "",
        started_at=BEGUN,
        ended_at=BEGUN,
        whole=True,
        phases=tuple(phases),
        opened=system.opened(records_of(phases)),
        result=result or Result((), ""),
        state_after=system.dump(state),
    )
    return write_archive(archive)
