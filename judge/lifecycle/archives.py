"""The archive of a finished game, out of the database; and the same replay for a game that goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.archive.additions import added_since, events_as_told
from judge.archive.document import Archive, ArchivedPhase, Closing, event_json, write_archive
from judge.archive.verify import verify
from judge.games import ledger
from judge.games.current import card_of, load_state, on_file, seats_of, system_of, upgraded
from judge.games.timeline import event_of, phases_of
from judge.letters import write
from judge.outgoing.outbox import post, reader_of
from judge.rules.abilities import acted, opened_by
from judge.rules.problems import Problem, Refused
from judge.rules.rng import commitment
from judge.rules.system import END, VOTE, Act, AnySystem, Event, PhaseRecord, Posting, Result
from judge.store.tables import ActRow, EventRow, Game, LedgerRow, Move, PhaseRow, Player, RunRow


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
        hint = "PRACTICE STOP ends it." if game.practice else "Ask again once it is over."
        raise Refused(Problem("archive/not-ended", f"{game.name} has not been played to its end yet.", hint=hint))
    system = system_of(game)
    if not whole and not system.opens_all:
        text = f"The rules of {system.title} do not open everything after the end."
        raise Refused(Problem("archive/closed", text, hint="The GameMaster and the host may have the whole archive."))
    if whole and came_without_secrets(session, game):
        text = f"{game.name} came here as an archive of only what the rules open. There is no more of it here."
        raise Refused(Problem("archive/not-whole", text, hint="The judge where it was played may have the whole one."))
    try:
        phases = [_phase(session, game, row) for row in phases_of(session, game)]
        phases[-1] = replace(phases[-1], closed_by=_closing(system, game, phases[-1]))
    except ValueError as error:
        raise Unfaithful((f"these rules cannot read it: {error}",)) from None
    if not whole:
        phases = [_as_opened(phase) for phase in phases]
    phases[-1], opened = _split_opened(system, phases, game.system_version)
    if any(phase.run for phase in phases):
        # What was opened at the end tells of the reversals too, which are no part of the game as it counts.
        opened = opened_by(system, _record(phases))
    result = Result(tuple(game.result["winners"]), game.result["summary"])
    archive = _document(session, game, phases, opened, result, whole=whole)
    findings = verify(archive).findings
    if findings:
        raise Unfaithful(tuple(map(str, findings)))
    return archive


def check_so_far(session: Session, game: Game) -> None:
    """Replays a game that has begun as if its GameMaster ended it now. Raises Unfaithful."""
    system = system_of(game)
    phases = [_phase(session, game, row) for row in phases_of(session, game)]
    phases[-1] = replace(phases[-1], closed_by="master")
    archive = _document(session, game, phases, opened_by(system, _record(phases)), Result((), ""), whole=True)
    findings = verify(archive).findings
    if findings:
        raise Unfaithful(tuple(map(str, findings)))


def came_without_secrets(session: Session, game: Game) -> bool:
    """Did it come as an archive that holds only what the rules open?"""
    query = select(Move.id).where(Move.game_id == game.id, Move.way == "archive", Move.whole.is_(False))
    return session.execute(query).first() is not None


def _document(
    session: Session,
    game: Game,
    phases: Sequence[ArchivedPhase],
    opened: tuple[Event, ...],
    result: Result,
    *,
    whole: bool,
) -> Archive:
    started = game.started_at or game.created_at
    hidden = game.hidden_seed if whole else None
    return Archive(
        name=game.name,
        title=game.title,
        system=game.system,
        system_version=game.system_version,
        options=game.options,
        seats=_seats_at_start(session, game),
        seed=game.seed.hex(),
        commitment=commitment(game.seed),
        started_at=_instant(started),
        ended_at=_instant(game.ended_at or started),
        whole=whole,
        phases=tuple(phases),
        opened=opened,
        result=result,
        state_after=game.state,
        hidden_seed=hidden.hex() if hidden else "",
        hidden_commitment=commitment(hidden) if hidden else "",
    )


def _seats_at_start(session: Session, game: Game) -> tuple[str, ...]:
    dummies = system_of(game).seating(game.options).dummies
    return tuple(seat.name for seat in seats_of(session, game) if seat.name not in dummies)


def _instant(at: datetime) -> str:
    return at.isoformat()


def _phase(session: Session, game: Game, row: PhaseRow) -> ArchivedPhase:
    """With everything in it; closed as most phases are."""
    found = _Happened()
    first = _gather(session, game, row, found)
    return ArchivedPhase(
        label=row.label,
        title=row.title,
        run=row.run,
        opened_at=_instant(first.opened_at),
        closed_at=_instant(row.closed_at or row.opened_at),
        closed_by="adjudication",
        state_before=first.state_before,
        orders={role: filed.parts for role, filed in on_file(session, game, row.label, row.run).items()},
        acts=tuple((each.role, Act(each.kind, each.data)) for each in found.acts),
        events=tuple(map(event_of, found.events)),
        postings=tuple(Posting(each.account, each.currency, each.amount, each.reason) for each in found.postings),
        older=first.system_version if first.system_version != game.system_version else None,
    )


@dataclass
class _Happened:
    acts: list[ActRow] = field(default_factory=list)
    events: list[EventRow] = field(default_factory=list)
    postings: list[LedgerRow] = field(default_factory=list)


def _gather(session: Session, game: Game, row: PhaseRow, found: _Happened) -> PhaseRow:
    """Adds what happened in a phase; the row with which the phase first opened.

    A phase that a ROLLBACK opened again begins with the acts that it had the first time; its adjudication then, and the
    reversals that the rollback entered, are no part of the game any more.
    """
    first = row
    begun = session.execute(select(RunRow).where(RunRow.game_id == game.id, RunRow.run == row.run)).scalar_one_or_none()
    opened_again = begun is not None and _begins(session, row)
    if begun is not None and opened_again:
        query = select(PhaseRow).where(PhaseRow.game_id == game.id, PhaseRow.number == begun.from_number)
        before = session.execute(query).scalar_one()
        first = _gather(session, game, before, found)
        found.events[:] = [each for each in found.events if before.closed_at is None or each.at < before.closed_at]
        found.postings[:] = [each for each in found.postings if before.closed_at is None or each.at < before.closed_at]
    acts, events, postings = (
        select(table).where(table.game_id == game.id, table.run == row.run, table.phase == row.label).order_by(table.id)
        for table in (ActRow, EventRow, LedgerRow)
    )
    found.acts.extend(session.execute(acts).scalars())  # type: ignore[arg-type]
    found.events.extend(session.execute(events).scalars())  # type: ignore[arg-type]
    found.postings.extend(session.execute(postings).scalars())  # type: ignore[arg-type]
    if begun is not None and opened_again:
        undone = ledger.reversals(row.label)
        found.postings[:] = [each for each in found.postings if each.reason not in undone]
    return first


def _begins(session: Session, row: PhaseRow) -> bool:
    """Is it the first phase of its run?"""
    query = select(PhaseRow.id).where(PhaseRow.game_id == row.game_id, PhaseRow.run == row.run)
    return session.execute(query.order_by(PhaseRow.number).limit(1)).scalar_one() == row.id


def closing_of(session: Session, game: Game, last: PhaseRow) -> Closing:
    """What ended a game that is over, of which this was the last phase: whether that was ever adjudicated. ValueError
    where the installed rules cannot read its states.
    """
    return _closing(system_of(game), game, _phase(session, game, last))


def _closing(system: AnySystem, game: Game, last: ArchivedPhase) -> Closing:
    """What ended the game: the rules at the deadline, the rules at an act, or the GameMaster."""
    if system.phase(load_state(game, system)) is not None:
        return "master"
    state = system.load(upgraded(system, last.state_before, last.older or game.system_version))
    for role, act in last.acts:
        outcome = acted(system, state, role, act)
        if outcome.result is not None:
            return "act"
        state = outcome.state
    return "adjudication"


def _split_opened(
    system: AnySystem, phases: Sequence[ArchivedPhase], version: int
) -> tuple[ArchivedPhase, tuple[Event, ...]]:
    """The last phase as it was before the end, and what was opened then: both lie under its label. `version`: of the
    rules by which the game ended, which opened nothing that later ones have added.
    """
    last = phases[-1]
    later = added_since(system, version)
    kept = len(last.events)
    while True:
        before = replace(last, events=last.events[:kept])
        opened = [event_json(each) for each in opened_by(system, _record((*phases[:-1], before)))]
        due = len(last.events) - len(events_as_told([], opened, later))
        if due >= kept:
            return before, last.events[kept:]
        kept = max(due, 0)


def _record(phases: Sequence[ArchivedPhase]) -> list[PhaseRecord]:
    return [PhaseRecord(phase.label, phase.orders, phase.events, phase.postings) for phase in phases]


def _as_opened(phase: ArchivedPhase) -> ArchivedPhase:
    """Without what nobody is shown: sheets that were never adjudicated, and votes that came to nothing unless each one
    was told to all.
    """
    told = any(event.kind == VOTE for event in phase.events)
    agreed = phase.closed_by == "act" and phase.acts[-1][1].kind != END
    acts = phase.acts if agreed or told else tuple(each for each in phase.acts if each[1].kind != VOTE)
    return replace(phase, acts=acts, orders=phase.orders if phase.closed_by == "adjudication" else {})


LARGEST_MAILED = 3_000_000
"""Characters of an archive that goes by mail."""


def mail_archive(work: Work, game: Game, player: Player) -> None:
    """Mails a player the archive of a game that is over, which they may read. Of a practice game it leaves nothing out:
    there is nobody else whose secrets it could tell. Raises Refused.
    """
    try:
        text = write_archive(archived(work.session, game, whole=game.practice))
    except Unfaithful:
        message = "The archive of this game does not replay, and is not handed out."
        raise Refused(Problem("archive/unfaithful", message, hint="HOST and your words reach the host.")) from None
    if len(text) > LARGEST_MAILED:
        message = "That archive is too large for a mail."
        raise Refused(Problem("archive/large", message, hint="Ask the host for it, or look on the game's pages."))
    reader = reader_of(player)
    said = (
        "The file archive.json holds the whole game: every sheet, every event, every entry of the books.",
        "It needs no trust in this judge: `judge verify archive.json` plays it again and compares.",
    )
    title = f"The archive of {game.name}"
    letter = write.notice(work.renderer, reader, card_of(work.session, game), title, said, work.now)
    post(work, replace(letter, archive=text), reader, purpose="archive", player=player, game=game)
