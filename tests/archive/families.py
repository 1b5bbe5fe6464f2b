"""A game of every rule system, played at random without a judge: what archives are made of."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache

from judge.archive.document import Archive, ArchivedPhase, write_archive
from judge.rules.abilities import acted, opened_by
from judge.rules.registry import find_system
from judge.rules.rng import START_LABEL, Rng, commitment
from judge.rules.system import Act, Json, PhaseRecord, Result, only, sheet_of
from tests.rules.conformance.scenarios import SCENARIOS

SEED = bytes(range(32))
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
    outcome = system.start(options, seats, Rng(SEED, START_LABEL, 0))
    drawn = random.Random(name)
    phases: list[ArchivedPhase] = []
    events, postings, state, result = outcome.events, outcome.postings, outcome.state, outcome.result
    while result is None and (phase := system.phase(state)) is not None and len(phases) < LENGTHS[name]:
        before = system.dump(state)
        acts: list[tuple[str, Act]] = []
        for role, act in scenario.secrets(state, phase.wanted[0] if phase.wanted else "", drawn)[:3]:
            done = acted(system, state, role, act)
            if done.result is not None:
                break
            state = system.load(system.dump(done.state))
            acts.append((role, act))
            events += done.events
            postings += done.postings
        orders = {}
        for role in phase.roles:
            view = system.view(state, only(role))
            orders[role] = dict(system.read(view, role, sheet_of(scenario.sheet(view, role, drawn))).parts)
        done = system.adjudicate(state, orders, Rng(SEED, phase.label, 0))
        at = (datetime(2026, 1, 1, tzinfo=UTC) + timedelta(len(phases))).isoformat()
        phases.append(
            ArchivedPhase(
                label=phase.label,
                title=phase.title,
                run=0,
                opened_at=at,
                closed_at=at,
                closed_by="adjudication",
                state_before=before,
                orders=orders,
                acts=tuple(acts),
                events=events + done.events,
                postings=postings + done.postings,
            )
        )
        state, result = done.state, done.result
        events, postings = (), ()
    last = system.phase(state)
    if result is None and last is not None:
        at = phases[-1].closed_at
        phases.append(
            ArchivedPhase(last.label, last.title, 0, at, at, "master", system.dump(state), {}, (), events, postings)
        )
        result = Result((), "Abandoned by consent")
    record = [PhaseRecord(phase.label, phase.orders, phase.events, phase.postings) for phase in phases]
    return write_archive(
        Archive(
            name="oslo",
            title="At random",
            system=system.name,
            system_version=system.version,
            options=options,
            seats=seats,
            seed=SEED.hex(),
            commitment=commitment(SEED),
            started_at=phases[0].opened_at,
            ended_at=phases[-1].closed_at,
            whole=True,
            phases=tuple(phases),
            opened=opened_by(system, record),
            result=result or Result((), ""),
            state_after=system.dump(state),
        )
    )
