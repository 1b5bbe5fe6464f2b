"""The archive of a finished game, out of the database; and the same replay for a game that goes on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.app import Judge, Work
from judge.archive.document import Archive, ArchivedPhase, Closing, RoleAct, records_of, sealed, write_archive
from judge.archive.verify import verify
from judge.games.lookup import card_of, filed_in, load_state, seats_of, system_of, upgraded
from judge.letters import write
from judge.logs import log
from judge.outbox.queue import post, reader_of
from judge.play.timeline import event_of, openings_of, phases_of
from judge.rules.game import AnySystem
from judge.rules.problems import Refused, refusal
from judge.rules.rng import commitment
from judge.rules.values import END, VOTE, Event, Json, Posting, Result
from judge.store.tables import ActRow, EventRow, Game, LedgerRow, Move, OrdersRow, PhaseRow, Player

Found: TypeAlias = Mapping[tuple[int, str], Sequence[Any]]
"""(run, phase) -> rows of a table, in order."""


def archived_phases(session: Session, game: Game) -> list[ArchivedPhase]:
    """Return the phases of the present timeline with all that counts in them, as if each was adjudicated."""
    rows, system = phases_of(session, game), system_of(game)
    acts, events, postings = (_by_phase(session, game, table) for table in (ActRow, EventRow, LedgerRow))
    orders = _by_phase(session, game, OrdersRow, OrdersRow.role, OrdersRow.part, OrdersRow.revision)
    return [
        ArchivedPhase(
            label=row.label,
            title=row.title,
            system_version=openings[0].system_version,
            run=row.run,
            opened_at=openings[0].opened_at.isoformat(),
            closed_at=(row.closed_at or row.opened_at).isoformat(),
            closed_by="adjudication",
            state_before=openings[0].state_before,
            orders={
                role: filed.parts for role, filed in filed_in(system, orders.get((row.run, row.label), ())).items()
            },
            acts=_acts_in(openings, acts),
            events=tuple(map(event_of, _still_counted(openings, events))),
            postings=tuple(
                Posting(line.account, line.currency, line.amount, line.reason, line.for_phase)
                for line in _still_counted(openings, postings)
                if not line.reverses
            ),
        )
        for row, openings in zip(rows, openings_of(session, game, rows), strict=True)
    ]


def _by_phase(session: Session, game: Game, table: type[Any], *order: Any) -> Found:
    query = select(table).where(table.game_id == game.id).order_by(*order or (table.id,))
    found: dict[tuple[int, str], list[Any]] = defaultdict(list)
    for row in session.scalars(query):
        found[row.run, row.phase].append(row)
    return found


def _acts_in(openings: Sequence[PhaseRow], found: Found) -> tuple[RoleAct, ...]:
    rows = [each for row in openings for each in found.get((row.run, row.label), ())]
    return tuple(RoleAct(each.role, each.kind, each.data) for each in rows)


def _still_counted(openings: Sequence[PhaseRow], found: Found) -> list[Any]:
    """What happened in a phase since it first opened, but for what a ROLLBACK has undone."""
    rows: list[Any] = []
    for number, opening in enumerate(openings):
        rows += found.get((opening.run, opening.label), ())
        closed = opening.closed_at
        if number + 1 < len(openings) and closed is not None:
            rows = [each for each in rows if each.at < closed]
    return rows


class Unfaithful(Exception):
    """What is stored does not replay. `findings` says where; such an archive is for the host alone."""

    def __init__(self, findings: tuple[str, ...]) -> None:
        super().__init__("; ".join(findings[:3]))
        self.findings = findings


REPLAYED = "replayed"
"""In a game's result: the seal of the file that was replayed, of what its rules open, and by which version of them."""


def archive_of(session: Session, game: Game, *, whole: bool = False) -> Archive:
    """Return an ended game's replayed archive; `whole`: with secrets. Raises Refused or Unfaithful."""
    archive = _build_archive(session, game, whole=whole)
    _replay(archive)
    return archive


def public_archive(session: Session, game: Game) -> str:
    """Return the file of what the rules open, replayed unless this very file has been. Raises Refused or Unfaithful."""
    archive = _build_archive(session, game, whole=False)
    text, seal = sealed(archive)
    if (game.result or {}).get(REPLAYED) != replay_note(system_of(game), seal):
        _replay(archive)
    return text


def replay_note(system: AnySystem, seal: str) -> str:
    """What is noted of a file of this seal once the installed rules have replayed it."""
    return f"{seal} {system.version}"


def replay_ended(judge: Judge) -> None:
    """Replay the games that have just ended and note it, so that no reader waits for it. Log those that fail."""
    while judge.ended:
        game_id = judge.ended.pop()
        with judge.db.reading() as session:
            game = session.get(Game, game_id)
            if game is None or game.status != "ended" or game.practice or not system_of(game).opens_all:
                continue
            try:
                archive = archive_of(session, game)
            except (Refused, Unfaithful):
                log.exception("what is stored of a game does not replay", game=game.name)
                continue
            note = replay_note(system_of(game), sealed(archive)[1])
        judge.write(partial(_note, game_id, note))


def _note(game_id: int, note: str, work: Work) -> None:
    # A ROLLBACK meanwhile takes the result away.
    game = work.session.get(Game, game_id, with_for_update=True)
    if game is not None and game.result is not None:
        game.result = {**game.result, REPLAYED: note}


def _replay(archive: Archive) -> None:
    findings = verify(archive).findings
    if findings:
        raise Unfaithful(tuple(map(str, findings)))


def _build_archive(session: Session, game: Game, *, whole: bool) -> Archive:
    """Return the archive of an ended game, not replayed. Raises Refused or Unfaithful. Without `whole`: no sheet that
    was never adjudicated, no vote on a draw that did not come about.
    """
    if game.status != "ended" or game.result is None or not game.started_at or not game.ended_at:
        if game.status == "ended" and not game.started_at:
            raise refusal("archive/never-begun", f"{game.name} was given up before it began.")
        hint = "PRACTICE STOP ends it." if game.practice else "Ask again once it is over."
        raise refusal("archive/not-ended", f"{game.name} has not been played to its end yet.", hint=hint)
    system = system_of(game)
    if not whole and not system.opens_all:
        whose = "themselves" if system.hidden_lots else "its GameMaster"
        hint = f"The host can make the whole one, for {whose} alone: judge archive {game.name} --whole."
        raise refusal("archive/closed", f"The rules of {system.title} do not open everything after the end.", hint=hint)
    came_without_secrets = select(Move.id).where(Move.game_id == game.id, Move.way == "archive", Move.whole.is_(False))
    if whole and session.execute(came_without_secrets).first() is not None:
        text = f"{game.name} came here as an archive of only what the rules open. There is no more of it here."
        raise refusal("archive/not-whole", text, hint="The judge where it was played may have the whole one.")
    try:
        phases = archived_phases(session, game)
        last = phases[-1]
        closing = _closing(system, game, last.state_before, last.system_version, last.acts)
        phases[-1] = replace(last, closed_by=closing)
    except ValueError as error:
        raise Unfaithful((f"these rules cannot read it: {error}",)) from None
    if not whole:
        phases = [_as_opened(phase) for phase in phases]
    phases[-1], opened = _split_opened(system, phases)
    return _document(session, game, phases, opened, Result.of(game.result), whole=whole)


def check_so_far(session: Session, game: Game) -> None:
    """Replays a game that has begun as if its GameMaster ended it now. Raises Unfaithful."""
    system = system_of(game)
    phases = archived_phases(session, game)
    phases[-1] = replace(phases[-1], closed_by="master")
    _replay(_document(session, game, phases, system.opened(records_of(phases)), Result((), ""), whole=True))


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
    dummies = system_of(game).seating(game.options).dummies
    return Archive(
        name=game.name,
        title=game.title,
        system=game.system,
        system_version=game.system_version,
        options=game.options,
        seats=tuple(seat.name for seat in seats_of(session, game) if seat.name not in dummies),
        seed=game.seed.hex(),
        commitment=commitment(game.seed),
        hidden_seed=game.hidden_seed.hex(),
        hidden_commitment=commitment(game.hidden_seed) if game.hidden_seed else "",
        started_at=started.isoformat(),
        ended_at=(game.ended_at or started).isoformat(),
        whole=whole,
        phases=tuple(phases),
        opened=opened,
        result=result,
        state_after=game.state,
    )


def closing_of(session: Session, game: Game, last: PhaseRow) -> Closing:
    """Return what ended a game whose last phase this was. ValueError if the rules cannot read its states."""
    openings = openings_of(session, game, [last])[0]
    first, acts = openings[0], _acts_in(openings, _by_phase(session, game, ActRow))
    return _closing(system_of(game), game, first.state_before, first.system_version, acts)


def _closing(system: AnySystem, game: Game, before: Json, version: int, acts: Sequence[RoleAct]) -> Closing:
    """Return what ended the game. `before`, `version`, `acts`: of its last phase."""
    if system.phase(load_state(game, system)) is not None:
        return "master"
    state = system.load(upgraded(system, before, version))
    for each in acts:
        outcome = system.act(state, each.role, each.act)
        if outcome.result is not None:
            return "act"
        state = outcome.state
    return "adjudication"


def _split_opened(system: AnySystem, phases: Sequence[ArchivedPhase]) -> tuple[ArchivedPhase, tuple[Event, ...]]:
    """The last phase as it was before the end, and what was opened then: both lie under its label."""
    last = phases[-1]
    kept = len(last.events)
    while True:
        before = replace(last, events=last.events[:kept])
        due = len(last.events) - len(system.opened(records_of((*phases[:-1], before))))
        if due >= kept:
            return before, last.events[kept:]
        kept = max(due, 0)


def _as_opened(phase: ArchivedPhase) -> ArchivedPhase:
    """Drop sheets that were never adjudicated, and votes that came to nothing unless all were told of each."""
    told = any(event.kind == VOTE for event in phase.events)
    agreed = phase.closed_by == "act" and phase.acts[-1].kind != END
    acts = phase.acts if agreed or told else tuple(each for each in phase.acts if each.kind != VOTE)
    return replace(phase, acts=acts, orders=phase.orders if phase.closed_by == "adjudication" else {})


LARGEST_MAILED = 3_000_000
"""Characters of an archive that goes by mail."""


def mail_archive(work: Work, game: Game, player: Player) -> None:
    """Mail a player the archive of a game that is over. Of a practice game nothing is left out. Raises Refused."""
    try:
        if game.practice:
            text = write_archive(archive_of(work.session, game, whole=True))
        else:
            text = public_archive(work.session, game)
    except Unfaithful:
        message = "The archive of this game does not replay, and is not handed out."
        raise refusal("archive/unfaithful", message, hint="HOST and your words reach the host.") from None
    if len(text) > LARGEST_MAILED:
        message = "That archive is too large for a mail."
        raise refusal("archive/large", message, hint="Ask the host for it, or look on the game's pages.")
    reader = reader_of(player)
    said = (
        "The file archive.json holds the whole game: every sheet, every event, every entry of the books.",
        "It needs no trust in this judge: `judge verify archive.json` plays it again and compares.",
    )
    title = f"The archive of {game.name}"
    letter = write.notice(work.renderer, reader, card_of(work.session, game), title, said, work.now)
    post(work, replace(letter, archive=text), reader, purpose="archive", player=player, game=game)
