"""A game of every rule system, played at random without a judge: what archives are made of."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from judge.archive.document import write_archive
from judge.arena.play import Record
from judge.rules.registry import find_system
from judge.rules.rng import START_LABEL, Rng
from judge.rules.values import Json, Result, only, sheet_of
from tests.rules.conformance.scenarios import SCENARIOS

SEED = bytes(range(32))
HIDDEN_SEED = bytes(range(32, 64))
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
    record, many = Record(system), 0
    record.happened(outcome.events, outcome.postings)
    state, result = outcome.state, outcome.result
    while result is None and (phase := system.phase(state)) is not None and many < LENGTHS[name]:
        record.opened(state)
        for role, act in scenario.secrets(state, phase.wanted[0] if phase.wanted else "", drawn)[:3]:
            done = system.act(state, role, act)
            if done.result is not None:
                break
            state = system.load(system.dump(done.state))
            record.acted(role, act)
            record.happened(done.events, done.postings)
        orders = {}
        for role in phase.roles:
            view = system.view(state, only(role))
            orders[role] = dict(system.read(view, role, sheet_of(scenario.sheet(view, role, drawn))).parts)
        done = system.adjudicate(state, orders, Rng(SEED, phase.label, 0, hidden))
        record.happened(done.events, done.postings)
        record.closed(phase, orders, "adjudication")
        state, result, many = done.state, done.result, many + 1
    last = system.phase(state)
    if result is None and last is not None:
        record.opened(state)
        record.closed(last, {}, "master")
        result = Result((), "Abandoned by consent")
    archive = record.archive(("oslo", system.name), options, seats, (SEED, hidden), (state, result or Result((), "")))
    return write_archive(replace(archive, whole=True))
