"""The archive of a finished game becomes a game of this judge. It names nobody, so nobody sits in its seats."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.archive.document import Archive, ArchivedPhase, ReadBack, sealed
from judge.archive.fields import BadArchive
from judge.archive.verify import verify
from judge.games.lookup import system_of
from judge.games.members import GONE
from judge.outbox import news
from judge.play import ledger
from judge.play.archives import REPLAYED, Unfaithful, replay_note
from judge.play.transfer import NOBODY, free_name, refuse_twin
from judge.rules.registry import playing
from judge.store.tables import ActRow, Game, Move, OrdersRow, PhaseRow, Player, RunRow, Seat


def import_archive(work: Work, found: ReadBack, name: str) -> Game:
    """Return the ended game of an archive, as `name` if given. Raises Refused, BadArchive, Unfaithful."""
    archive = found.archive
    findings = (*found.broken, *map(str, verify(archive).findings))
    if findings:
        raise Unfaithful(findings)
    wanted = free_name(work.session, name or archive.name)
    refuse_twin(work.session, found.seal)
    game = Game(
        name=wanted,
        title=archive.title[:120],
        system=archive.system,
        system_version=archive.system_version,
        options=dict(archive.options),
        settings={},
        status="ended",
        master_id=nobody(work).id,
        seed=bytes.fromhex(archive.seed),
        hidden_seed=bytes.fromhex(archive.hidden_seed),
        state=archive.state_after,
        result=archive.result.data(),
        created_at=_instant(archive.started_at),
        started_at=_instant(archive.started_at),
        ended_at=_instant(archive.ended_at),
    )
    work.session.add(game)
    work.session.flush()
    _seat(work.session, game, archive)
    _enter_phases(work.session, game, archive)
    if not archive.whole:
        opened = replace(archive, name=game.name, title=game.title)
        game.result = {**archive.result.data(), REPLAYED: replay_note(system_of(game), sealed(opened)[1])}
    work.session.add(
        Move(game_id=game.id, way="archive", elsewhere="", seal=found.seal, whole=archive.whole, at=work.now)
    )
    work.session.flush()
    return game


def nobody(work: Work) -> Player:
    """Who stands where a person must and none is known; the same one each time."""
    query = select(Player).where(Player.status == GONE, Player.name == NOBODY).order_by(Player.id).limit(1)
    player = work.session.execute(query).scalar_one_or_none()
    if player is None:
        player = Player(name=NOBODY, status=GONE, registered_at=work.now)
        work.session.add(player)
        work.session.flush()
    return player


def _instant(text: str) -> datetime:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise BadArchive(f"{text[:40]!r} is no instant") from None
    if at.tzinfo is None:
        raise BadArchive(f"{text[:40]!r} says not in which zone")
    return at


def _seat(session: Session, game: Game, archive: Archive) -> None:
    dummies = playing(archive.system, archive.options).seating(archive.options).dummies
    session.add_all(
        Seat(game_id=game.id, name=name, status="dummy" if name in dummies else "taken")
        for name in (*archive.seats, *(name for name in dummies if name not in archive.seats))
    )
    session.flush()


def _enter_phases(session: Session, game: Game, archive: Archive) -> None:
    number = acts = 0
    for phase in archive.phases:
        number += 1
        if phase.run != game.run:
            _enter_rollback(session, game, phase, number)
            number += 1
        session.add(_row(game, phase, number, phase.run))
        session.flush()
        _enter_what_happened(session, game, phase, acts)
        acts += len(phase.acts)
    last = archive.phases[-1]
    news.record(session, game, last.label, archive.opened, _instant(last.closed_at))


def _row(game: Game, phase: ArchivedPhase, number: int, run: int) -> PhaseRow:
    return PhaseRow(
        game_id=game.id,
        run=run,
        number=number,
        label=phase.label,
        title=phase.title,
        state_before=phase.state_before,
        system_version=phase.system_version,
        opened_at=_instant(phase.opened_at),
        deadline=_instant(phase.closed_at),
        promised=_instant(phase.closed_at),
        closed_at=_instant(phase.closed_at),
    )


def _enter_rollback(session: Session, game: Game, phase: ArchivedPhase, number: int) -> None:
    """Enter the ROLLBACK that began this phase's run. A phase without events stands for what was undone."""
    undone = _row(game, phase, number, game.run)
    session.add(undone)
    session.flush()
    session.add(
        RunRow(
            game_id=game.id,
            run=phase.run,
            parent=game.run,
            from_number=number,
            left_run=game.run,
            left_phase=undone.id,
            left_state=phase.state_before,
            left_version=phase.system_version,
            made_at=undone.opened_at,
        )
    )
    game.run = phase.run
    session.flush()


def _enter_what_happened(session: Session, game: Game, phase: ArchivedPhase, acts: int) -> None:
    """`acts` are those of the phases before."""
    at = _instant(phase.closed_at)
    session.add_all(
        OrdersRow(
            game_id=game.id,
            run=game.run,
            phase=phase.label,
            role=role,
            part=part,
            revision=1,
            text=text,
            written=True,
            at=at,
        )
        for role, parts in phase.orders.items()
        for part, text in parts.items()
    )
    session.add_all(
        ActRow(
            game_id=game.id,
            run=game.run,
            number=number,
            phase=phase.label,
            role=role,
            kind=act.kind,
            data=dict(act.data),
            at=at,
        )
        for number, (role, act) in enumerate(phase.acts, acts + 1)
    )
    ledger.enter(session, game, phase.label, phase.postings, at)
    news.record(session, game, phase.label, phase.events, at)
    session.flush()
