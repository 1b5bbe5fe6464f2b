"""The archive of a finished game, out of the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.archive.document import Archive, ArchivedPhase, Closing
from judge.archive.verify import verify
from judge.rules.problems import Problem, Refused
from judge.rules.registry import find_system
from judge.rules.rng import commitment
from judge.rules.system import VOTE, Act, Audience, Event, PhaseRecord, Posting, Result, RuleSystem
from judge.services.current import on_file, seats_of
from judge.store.tables import ActRow, EventRow, Game, LedgerRow, PhaseRow


class Unfaithful(Exception):
    """What is stored does not replay. `findings` says where; such an archive is for the host alone."""

    def __init__(self, findings: tuple[str, ...]) -> None:
        super().__init__("; ".join(findings[:3]))
        self.findings = findings


def archived(session: Session, game: Game, *, whole: bool = False) -> Archive:
    """The archive of an ended game, replayed before it is handed out. Raises Refused, or Unfaithful.

    Without `whole` it holds what the rules open and no more: no sheet that was never adjudicated, and no vote on a draw
    that did not come about.
    """
    if game.status != "ended" or game.result is None or not game.started_at or not game.ended_at:
        raise Refused(Problem("archive/not-ended", f"{game.name} has not been played to its end."))
    system = find_system(game.system)
    if not whole and not system.opens_all:
        text = f"The rules of {system.title} do not open everything after the end."
        raise Refused(Problem("archive/closed", text, hint="The GameMaster and the host may have the whole archive."))
    phases = [_phase(session, game, row) for row in played(session, game)]
    phases[-1] = replace(phases[-1], closed_by=_closing(system, game, phases[-1]))
    if not whole:
        phases = [_as_opened(phase) for phase in phases]
    phases[-1], opened = _split_opened(system, phases)
    archive = Archive(
        name=game.name,
        title=game.title,
        system=system.name,
        system_version=game.system_version,
        options=game.options,
        seats=_seats_at_start(session, game),
        seed=game.seed.hex(),
        commitment=commitment(game.seed),
        started_at=_instant(game.started_at),
        ended_at=_instant(game.ended_at),
        whole=whole,
        phases=tuple(phases),
        opened=opened,
        result=Result(tuple(game.result["winners"]), game.result["summary"]),
        state_after=game.state,
    )
    findings = verify(archive).findings
    if findings:
        raise Unfaithful(tuple(map(str, findings)))
    return archive


def played(session: Session, game: Game) -> list[PhaseRow]:
    """The phases that make up the game as it was played to its end: what a ROLLBACK took back is left out."""
    rows = session.execute(select(PhaseRow).where(PhaseRow.game_id == game.id).order_by(PhaseRow.number)).scalars()
    kept: list[PhaseRow] = []
    for row in rows:
        labels = [each.label for each in kept]
        if kept and row.run != kept[-1].run and row.label in labels:
            del kept[labels.index(row.label) :]
        kept.append(row)
    return kept


def _seats_at_start(session: Session, game: Game) -> tuple[str, ...]:
    dummies = game.options.get("dummies", ())
    return tuple(seat.name for seat in seats_of(session, game) if seat.name not in dummies)


def _instant(at: datetime) -> str:
    return at.isoformat()


def _phase(session: Session, game: Game, row: PhaseRow) -> ArchivedPhase:
    """With everything in it; closed as most phases are."""
    acts = session.execute(
        select(ActRow)
        .where(ActRow.game_id == game.id, ActRow.run == row.run, ActRow.phase == row.label)
        .order_by(ActRow.number)
    ).scalars()
    events = session.execute(
        select(EventRow)
        .where(EventRow.game_id == game.id, EventRow.run == row.run, EventRow.phase == row.label)
        .order_by(EventRow.id)
    ).scalars()
    postings = session.execute(
        select(LedgerRow)
        .where(LedgerRow.game_id == game.id, LedgerRow.run == row.run, LedgerRow.phase == row.label)
        .order_by(LedgerRow.id)
    ).scalars()
    return ArchivedPhase(
        label=row.label,
        title=row.title,
        run=row.run,
        opened_at=_instant(row.opened_at),
        closed_at=_instant(row.closed_at or row.opened_at),
        closed_by="adjudication",
        state_before=row.state_before,
        orders={role: filed.parts for role, filed in on_file(session, game, row.label, row.run).items()},
        acts=tuple((each.role, Act(each.kind, each.data)) for each in acts),
        events=tuple(
            Event(Audience(each.audience, tuple(each.roles)), each.kind, each.data)  # type: ignore[arg-type]
            for each in events
        ),
        postings=tuple(Posting(each.account, each.currency, each.amount, each.reason) for each in postings),
    )


def _closing(system: RuleSystem, game: Game, last: ArchivedPhase) -> Closing:
    """What ended the game: the rules at the deadline, the rules at an act, or the GameMaster."""
    if system.phase(system.load(game.state)) is not None:
        return "master"
    state = system.load(last.state_before)
    for role, act in last.acts:
        outcome = system.act(state, role, act)
        if outcome.result is not None:
            return "act"
        state = outcome.state
    return "adjudication"


def _split_opened(system: RuleSystem, phases: Sequence[ArchivedPhase]) -> tuple[ArchivedPhase, tuple[Event, ...]]:
    """The last phase as it was before the end, and what was opened then: both lie under its label."""
    last = phases[-1]
    kept = len(last.events)
    while True:
        before = replace(last, events=last.events[:kept])
        record = [PhaseRecord(phase.label, phase.orders, phase.events) for phase in (*phases[:-1], before)]
        due = len(last.events) - len(system.opened(record))
        if due >= kept:
            return before, last.events[kept:]
        kept = max(due, 0)


def _as_opened(phase: ArchivedPhase) -> ArchivedPhase:
    """Without what nobody is shown: sheets that were never adjudicated, votes on a draw that did not come about."""
    acts = phase.acts if phase.closed_by == "act" else tuple(each for each in phase.acts if each[1].kind != VOTE)
    return replace(phase, acts=acts, orders=phase.orders if phase.closed_by == "adjudication" else {})
