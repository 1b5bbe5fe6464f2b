"""The archive of a finished game, out of the database; and the same replay for a game that goes on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property, partial
from typing import Any, TypeAlias

import structlog
from sqlalchemy import Row, Select, bindparam, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from judge.app import Judge, Work
from judge.archive.document import Archive, ArchivedPhase, Closing, sealed, write_archive
from judge.archive.verify import verify
from judge.games.current import card_of, filed_in, load_state, seats_of, system_of, upgraded
from judge.letters import write
from judge.outbox.outbox import post, reader_of
from judge.play.timeline import phases_of
from judge.rules.game import AnySystem
from judge.rules.problems import Problem, Refused
from judge.rules.rng import commitment
from judge.rules.values import END, VOTE, Act, Audience, Event, Json, PhaseRecord, Posting, Result
from judge.store.tables import ActRow, EventRow, Game, LedgerRow, Move, OrdersRow, PhaseRow, Player, RunRow

Found: TypeAlias = Mapping[tuple[int, str], Sequence[Row[Any]]]
"""(run, phase) -> rows in the order in which they were written."""


def _of_game(table: type[ActRow | EventRow | LedgerRow], *columns: InstrumentedAttribute[Any]) -> Select[Any]:
    return select(table.run, table.phase, *columns).where(table.game_id == bindparam("game_id")).order_by(table.id)


_ACTS = _of_game(ActRow, ActRow.role, ActRow.kind, ActRow.data)
_EVENTS = _of_game(EventRow, EventRow.at, EventRow.audience, EventRow.roles, EventRow.kind, EventRow.data)
_POSTINGS = _of_game(
    LedgerRow,
    LedgerRow.at,
    LedgerRow.account,
    LedgerRow.currency,
    LedgerRow.amount,
    LedgerRow.reason,
    LedgerRow.reverses,
)
_PARTS: tuple[InstrumentedAttribute[Any], ...] = (
    *(OrdersRow.run, OrdersRow.phase, OrdersRow.id, OrdersRow.role, OrdersRow.part),
    *(OrdersRow.revision, OrdersRow.text, OrdersRow.written),
)
_ORDERS = (
    select(*_PARTS)
    .where(OrdersRow.game_id == bindparam("game_id"))
    .order_by(OrdersRow.role, OrdersRow.part, OrdersRow.revision)
)
_RUNS = select(RunRow).where(RunRow.game_id == bindparam("game_id"))


class Kept:
    """What is kept of the phases of one game. A table is read when it is first asked for."""

    def __init__(self, session: Session, game: Game) -> None:
        self._session = session
        self._game = game

    def phase(self, row: PhaseRow) -> ArchivedPhase:
        """With everything in it; closed as most phases are."""
        openings = self._openings(row)
        first = openings[0]
        filed = filed_in(system_of(self._game), self._orders.get((row.run, row.label), ()))
        return ArchivedPhase(
            label=row.label,
            title=row.title,
            system_version=first.system_version,
            run=row.run,
            opened_at=first.opened_at.isoformat(),
            closed_at=(row.closed_at or row.opened_at).isoformat(),
            closed_by="adjudication",
            state_before=first.state_before,
            orders={role: each.parts for role, each in filed.items()},
            acts=self._acts_of(openings),
            events=tuple(
                Event(Audience(each.audience, tuple(each.roles)), each.kind, each.data)
                for each in _still_counted(openings, self._events)
            ),
            postings=tuple(
                Posting(each.account, each.currency, each.amount, each.reason) for each in self._postings_of(openings)
            ),
        )

    def acts(self, row: PhaseRow) -> tuple[PhaseRow, tuple[tuple[str, Act], ...]]:
        """The row with which the phase first opened, and what was done in it."""
        openings = self._openings(row)
        return openings[0], self._acts_of(openings)

    def _openings(self, row: PhaseRow) -> list[PhaseRow]:
        """The rows with which a phase opened, the first one first.

        A phase that a ROLLBACK opened again begins with the acts that it had the first time; its adjudication then, and
        the reversals that the rollback entered, are no part of the game any more.
        """
        found = [row]
        while (begun := self._begun.get(found[0].run)) is not None and self._begins(found[0]):
            query = select(PhaseRow).where(PhaseRow.game_id == self._game.id, PhaseRow.number == begun.from_number)
            found.insert(0, self._session.execute(query).scalar_one())
        return found

    def _begins(self, row: PhaseRow) -> bool:
        """Is it the first phase of its run?"""
        query = select(PhaseRow.id).where(PhaseRow.game_id == row.game_id, PhaseRow.run == row.run)
        return self._session.execute(query.order_by(PhaseRow.number).limit(1)).scalar_one() == row.id

    def _acts_of(self, openings: Sequence[PhaseRow]) -> tuple[tuple[str, Act], ...]:
        rows = [each for row in openings for each in self._acts.get((row.run, row.label), ())]
        return tuple((each.role, Act(each.kind, each.data)) for each in rows)

    def _postings_of(self, openings: Sequence[PhaseRow]) -> Sequence[Row[Any]]:
        found = _still_counted(openings, self._postings)
        return [each for each in found if not each.reverses]

    @cached_property
    def _begun(self) -> Mapping[int, RunRow]:
        found = self._session.execute(_RUNS, {"game_id": self._game.id}).scalars()
        return {row.run: row for row in found}

    @cached_property
    def _acts(self) -> Found:
        return self._found(_ACTS)

    @cached_property
    def _events(self) -> Found:
        return self._found(_EVENTS)

    @cached_property
    def _postings(self) -> Found:
        return self._found(_POSTINGS)

    @cached_property
    def _orders(self) -> Found:
        return self._found(_ORDERS)

    def _found(self, query: Select[Any]) -> Found:
        found: dict[tuple[int, str], list[Row[Any]]] = defaultdict(list)
        for row in self._session.execute(query, {"game_id": self._game.id}):
            found[row.run, row.phase].append(row)
        return found


def _still_counted(openings: Sequence[PhaseRow], found: Found) -> list[Row[Any]]:
    """What happened in a phase since it first opened, but for what a ROLLBACK has undone."""
    rows: list[Row[Any]] = []
    for number, opening in enumerate(openings):
        rows += found.get((opening.run, opening.label), ())
        closed = opening.closed_at
        if number + 1 < len(openings) and closed is not None:
            rows = [each for each in rows if each.at < closed]
    return rows


log = structlog.get_logger()


class Unfaithful(Exception):
    """What is stored does not replay. `findings` says where; such an archive is for the host alone."""

    def __init__(self, findings: tuple[str, ...]) -> None:
        super().__init__("; ".join(findings[:3]))
        self.findings = findings


REPLAYED = "replayed"
"""In a game's result: the seal of the file that was replayed, of what its rules open, and by which version of them."""


def archived(session: Session, game: Game, *, whole: bool = False) -> Archive:
    """The archive of an ended game, replayed before it is handed out. Raises Refused, or Unfaithful.

    Without `whole` it holds what the rules open and no more.
    """
    archive = _made(session, game, whole=whole)
    _replay(archive)
    return archive


def archive_opened(session: Session, game: Game) -> str:
    """The file of what the rules open. It is replayed before it is handed out, unless this very file has been. Raises
    Refused, or Unfaithful.
    """
    archive = _made(session, game, whole=False)
    text, seal = sealed(archive)
    if (game.result or {}).get(REPLAYED) != replayed(system_of(game), seal):
        _replay(archive)
    return text


def replayed(system: AnySystem, seal: str) -> str:
    """What is noted of a file of this seal once the installed rules have replayed it."""
    return f"{seal} {system.version}"


def replay_ended(judge: Judge) -> None:
    """Replays the games that have ended here and whose rules open everything, and notes it: who is handed such an
    archive need not wait for that. One that does not replay is logged.
    """
    while judge.ended:
        game_id = judge.ended.pop()
        with judge.db.reading() as session:
            game = session.get(Game, game_id)
            if game is None or game.status != "ended" or game.practice or not system_of(game).opens_all:
                continue
            try:
                archive = archived(session, game)
            except (Refused, Unfaithful):
                log.exception("what is stored of a game does not replay", game=game.name)
                continue
            note = replayed(system_of(game), sealed(archive)[1])
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


def _made(session: Session, game: Game, *, whole: bool) -> Archive:
    """The archive of an ended game, not replayed yet. Raises Refused, or Unfaithful.

    Without `whole` it holds what the rules open and no more: no sheet that was never adjudicated, and no vote on a draw
    that did not come about.
    """
    if game.status != "ended" or game.result is None or not game.started_at or not game.ended_at:
        if game.status == "ended" and not game.started_at:
            raise Refused(Problem("archive/never-begun", f"{game.name} was given up before it began."))
        hint = "PRACTICE STOP ends it." if game.practice else "Ask again once it is over."
        raise Refused(Problem("archive/not-ended", f"{game.name} has not been played to its end yet.", hint=hint))
    system = system_of(game)
    if not whole and not system.opens_all:
        text = f"The rules of {system.title} do not open everything after the end."
        whose = "themselves" if system.hidden_lots else "its GameMaster"
        hint = f"The host can make the whole one, for {whose} alone: judge archive {game.name} --whole."
        raise Refused(Problem("archive/closed", text, hint=hint))
    if whole and came_without_secrets(session, game):
        text = f"{game.name} came here as an archive of only what the rules open. There is no more of it here."
        raise Refused(Problem("archive/not-whole", text, hint="The judge where it was played may have the whole one."))
    try:
        kept = Kept(session, game)
        phases = [kept.phase(row) for row in phases_of(session, game)]
        last = phases[-1]
        closing = _closing(system, game, last.state_before, last.system_version, last.acts)
        phases[-1] = replace(last, closed_by=closing)
    except ValueError as error:
        raise Unfaithful((f"these rules cannot read it: {error}",)) from None
    if not whole:
        phases = [_as_opened(phase) for phase in phases]
    phases[-1], opened = _split_opened(system, phases)
    if any(phase.run for phase in phases):
        # What was opened at the end tells of the reversals too, which are no part of the game as it counts.
        opened = system.opened(_record(phases))
    result = Result(tuple(game.result["winners"]), game.result["summary"])
    return _document(session, game, phases, opened, result, whole=whole)


def check_so_far(session: Session, game: Game) -> None:
    """Replays a game that has begun as if its GameMaster ended it now. Raises Unfaithful."""
    system = system_of(game)
    kept = Kept(session, game)
    phases = [kept.phase(row) for row in phases_of(session, game)]
    phases[-1] = replace(phases[-1], closed_by="master")
    _replay(_document(session, game, phases, system.opened(_record(phases)), Result((), ""), whole=True))


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
    return Archive(
        name=game.name,
        title=game.title,
        system=game.system,
        system_version=game.system_version,
        options=game.options,
        seats=_seats_at_start(session, game),
        seed=game.seed.hex(),
        commitment=commitment(game.seed),
        hidden_seed=game.hidden_seed.hex(),
        hidden_commitment=commitment(game.hidden_seed) if game.hidden_seed else "",
        started_at=_instant(started),
        ended_at=_instant(game.ended_at or started),
        whole=whole,
        phases=tuple(phases),
        opened=opened,
        result=result,
        state_after=game.state,
    )


def _seats_at_start(session: Session, game: Game) -> tuple[str, ...]:
    dummies = system_of(game).seating(game.options).dummies
    return tuple(seat.name for seat in seats_of(session, game) if seat.name not in dummies)


def _instant(at: datetime) -> str:
    return at.isoformat()


def closing_of(session: Session, game: Game, last: PhaseRow) -> Closing:
    """What ended a game that is over, of which this was the last phase: whether that was ever adjudicated. ValueError
    where the installed rules cannot read its states.
    """
    first, acts = Kept(session, game).acts(last)
    return _closing(system_of(game), game, first.state_before, first.system_version, acts)


def _closing(system: AnySystem, game: Game, before: Json, version: int, acts: Sequence[tuple[str, Act]]) -> Closing:
    """What ended the game: the rules at the deadline, the rules at an act, or the GameMaster. Of its last phase:
    `before`, its state before, by which `version` of the rules, and its acts.
    """
    if system.phase(load_state(game, system)) is not None:
        return "master"
    state = system.load(upgraded(system, before, version))
    for role, act in acts:
        outcome = system.act(state, role, act)
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
        due = len(last.events) - len(system.opened(_record((*phases[:-1], before))))
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
        opened = not game.practice
        text = archive_opened(work.session, game) if opened else write_archive(archived(work.session, game, whole=True))
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
