"""Games of Payola played without a judge, with acts, chance, retreats and an end: what archives are made of."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from functools import cache

from judge.archive.document import Archive, ArchivedPhase, Closing, RoleAct, read_archive, write_archive
from judge.archive.verify import verify
from judge.reading.sheet import SheetLine
from judge.rules.payola.system import SYSTEM
from judge.rules.rng import START_LABEL, Rng, commitment
from judge.rules.values import VOTE, Act, PhaseRecord, Sheet, only
from tests.support.bots import gambles

SEED = bytes(range(32))
NAME = "oslo"


def _play(phases: int, seed: bytes = SEED, chance: int = 4) -> Archive:
    """As the judge would, without its database: `phases` phases of offers at random (`chance` says which), then a draw
    by vote.
    """
    system = SYSTEM
    options = {option.name: option.default for option in system.options} | {"dummies": ["ITALY"]}
    seats = tuple(name for name in system.seating(options).names if name not in options["dummies"])
    outcome = system.start(options, seats, Rng(seed, START_LABEL, 0))
    luck = random.Random(chance)
    strategy = gambles(luck)
    made: list[ArchivedPhase] = []
    events, postings, state = outcome.events, outcome.postings, outcome.state
    result = None
    while result is None:
        phase = system.phase(state)
        assert phase is not None
        before = system.dump(state)
        acts: list[tuple[str, Act]] = []
        if len(made) == phases:
            living = [role for role in phase.roles if role not in system.view(state, only(role)).eliminated]
            acts = [(role, Act(VOTE, {"draw": True})) for role in living]
        elif phase.kind == "movement":
            payer = max(phase.roles, key=lambda role: system.view(state, only(role)).balance or 0)
            payee = luck.choice([role for role in sorted(phase.roles) if role != payer])
            acts = [
                (payer, Act("transfer", {"to": payee, "amount": 1})),
                (payee, Act("accept", {"list": f"{payee[0]}?"})),
            ]
        orders: dict[str, dict[str, str]] = {}
        for role, act in acts:
            done = system.act(state, role, act)
            state, result = system.load(system.dump(done.state)), done.result
            events += done.events
            postings += done.postings
        closed_by: Closing = "act" if result else "adjudication"
        if result is None:
            for role in phase.wanted:
                view = system.view(state, only(role))
                lines = [SheetLine(n, line) for n, line in enumerate(strategy(view).splitlines(), 1)]
                orders[role] = dict(system.read(view, role, Sheet(tuple(lines))).parts)
            done = system.adjudicate(state, orders, Rng(seed, phase.label, 0))
            state, result = done.state, done.result
            events += done.events
            postings += done.postings
        at = (datetime(2026, 1, 1, tzinfo=UTC) + timedelta(len(made))).isoformat()
        made.append(
            ArchivedPhase(
                phase.label,
                phase.title,
                system.version,
                0,
                at,
                at,
                closed_by,
                before,
                orders,
                tuple(RoleAct(role, act.kind, act.data) for role, act in acts),
                events,
                postings,
            )
        )
        events, postings = (), ()
    record = [PhaseRecord(phase.label, phase.orders, phase.events, phase.postings) for phase in made]
    return Archive(
        name=NAME,
        title="Silver and Lies",
        system=system.name,
        system_version=system.version,
        options=options,
        seats=seats,
        seed=seed.hex(),
        commitment=commitment(seed),
        hidden_seed="",
        hidden_commitment="",
        started_at=made[0].opened_at,
        ended_at=made[-1].closed_at,
        whole=False,
        phases=tuple(made),
        opened=system.opened(record),
        result=result,
        state_after=system.dump(state),
    )


@cache
def short_game() -> str:
    """The file of six phases of Payola."""
    return write_archive(_play(6))


def other_game(number: int) -> str:
    """The file of another six phases for each number."""
    return write_archive(_play(6, number.to_bytes(32), 1000 + number))


@cache
def long_game() -> str:
    """The file of ten years of Payola."""
    return write_archive(_play(45))


def findings(text: str) -> tuple[str, ...]:
    """All that reading and replaying find."""
    found = read_archive(text)
    return (*found.broken, *map(str, verify(found.archive).findings))
