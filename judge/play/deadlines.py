"""What falls due: deadlines, early adjudications, and the games that wait past a deadline for sheets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, bindparam, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from judge.app import Judge, Work
from judge.games import tenures
from judge.games.current import Current, Filed, card_of, current, missing_roles, on_file, seats_of
from judge.games.settings import LATE, NEVER, duration_of, grace_of
from judge.letters import write
from judge.letters.known import known_of
from judge.letters.values import Grace
from judge.outbox import news
from judge.play import held_results, lateness
from judge.play import practice_pace as practice
from judge.play.early_adjudication import all_agree
from judge.play.position import form_of
from judge.rules.values import Orders
from judge.store.tables import Game, PhaseRow


@dataclass(frozen=True)
class Due:
    """A phase whose deadline has come, in a game of this version."""

    game_id: int
    label: str
    version: int


def _due_by(instant: InstrumentedAttribute[Any]) -> Select[*tuple[Any, ...]]:
    """The open phases of running games of which this instant has come `until` then, by its index: no phase is read of
    which it has not.
    """
    columns = (PhaseRow.id, PhaseRow.game_id, PhaseRow.label, Game.version, PhaseRow.deadline, PhaseRow.early_at)
    return (
        select(*columns)
        .join(Game, Game.id == PhaseRow.game_id)
        .where(
            PhaseRow.closed_at.is_(None),
            PhaseRow.sealed_at.is_(None),
            instant <= bindparam("until"),
            Game.status == "active",
            PhaseRow.run == Game.run,
        )
    )


DUE = (_due_by(PhaseRow.deadline), _due_by(PhaseRow.early_at))
"""The phases to be looked at, as `in_order` takes their rows; some are in both."""


def in_order(rows: Iterable[Row[*tuple[Any, ...]]]) -> list[Due]:
    """The phases of these rows, each once, earliest first."""
    by_id = {row.id: row for row in rows}.values()
    ordered = sorted(by_id, key=lambda row: (min(row.deadline, row.early_at or row.deadline), row.deadline, row.id))
    return [Due(row.game_id, row.label, row.version) for row in ordered]


def ready_from(session: Session, here: Current) -> datetime | None:
    """The instant from which a phase can be adjudicated, as far as its sheets go; None while it waits for one (Payola
    P18), or for somebody to take a seat whose player was too late.
    """
    if here.row.cut is not None:
        return here.row.cut
    if tenures.lost_seats(session, here.game):
        return None
    if here.phase.hides_writers and here.phase.missing == "default":
        # A grace that is used only when somebody has not written would tell so.
        return here.row.deadline
    if not missing_roles(here.phase, on_file(session, here.game, here.row.label)):
        return here.row.deadline
    return graced(here)


def graced(here: Current) -> datetime | None:
    """From when on defaults stand in for missing orders; None where the game waits for them."""
    if here.phase.missing != "default":
        return None
    return here.row.deadline + grace_of(here.game.settings)


def cut_if_ready(judge: Judge, due: Due, at: datetime) -> tuple[bool, datetime | None]:
    """Takes their seats from those who are too late; then cuts a phase that is due if it can be adjudicated at that
    instant, else tells the late.

    Returns whether it is cut and, if not, from when it is to be looked at again as things stand.
    """

    def unit(work: Work) -> tuple[bool, datetime | None]:
        game = work.session.get_one(Game, due.game_id, with_for_update=True)
        here = current(work.session, game)
        if game.status != "active" or here is None or here.row.label != due.label:
            return False, None
        if game.practice and here.row.deadline <= at and here.row.early_at is None:
            practice.end(work, here, practice.SILENT)
            return False, None
        if here.row.deadline > at:
            agreed = here.row.early_at is not None and here.row.early_at <= at
            agreed = agreed and (game.practice or all_agree(work.session, here))
            if agreed and here.row.cut is None:
                here.row.cut = at
            return agreed and not _sealed(work, here), here.row.deadline
        here = lateness.take_seats(work, here, at)
        if game.status != "active":
            return False, None
        from_then = ready_from(work.session, here)
        if from_then is not None and from_then <= at:
            if here.row.cut is None:
                here.row.cut = at
            return not _sealed(work, here), from_then
        again = _tell_late(work, here, at)
        lost_at = lateness.lost_from(here)
        later = (each for each in (from_then, again, lost_at) if each is not None and each > at)
        return False, min(later, default=None)

    return judge.write(unit)


def _sealed(work: Work, here: Current) -> bool:
    """Are the results of this phase, which is cut, held? If so it is sealed now, and waits for PUBLISH."""
    if not held_results.is_held(here.game, here.row):
        return False
    held_results.seal(work, here)
    return True


def _tell_late(work: Work, here: Current, at: datetime) -> datetime | None:
    """Tells everybody, once, that the game waits, and the late again from time to time; when it is to be done next.

    Where a phase hides who has written, only the late are told.
    """
    row = here.row
    first = row.late_told_at is None
    every = duration_of(here.game.settings, LATE)
    if row.late_told_at is not None and (every == NEVER or at < row.late_told_at + every):
        return None if every == NEVER else row.late_told_at + every
    row.late_told_at = work.now
    filed = on_file(work.session, here.game, row.label)
    missing = missing_roles(here.phase, filed)
    empty = {role for name in tenures.lost_seats(work.session, here.game) for role in here.roles_of(name)}
    if set(missing) <= empty:
        return None  # nobody is late any more: all have been told that a seat is open
    card = card_of(work.session, here.game)
    everybody = first and not here.phase.hides_writers
    vacant = tuple(
        role
        for seat in seats_of(work.session, here.game)
        if seat.status == "vacant"
        for role in here.roles_of(seat.name) or (seat.name,)
    )
    waits = here.phase.missing == "wait"
    last = lateness.lost_from(here) if waits else graced(here)
    losing = () if waits else lateness.who_loses(work.session, here, missing)
    # A seat that was empty before is awaited all the same.
    goes_on = lateness.goes_on(here) and not (waits and set(vacant) & set(missing))
    grace = Grace(last, waits and last is not None, vacant, losing, goes_on)
    for to in news.recipients(work.session, here.game, here.roles_of):
        is_late = to.seat is not None and to.reader.is_among(missing)
        if is_late or (to.is_master and first) or (to.seat is not None and everybody):
            # That a power is awaited may be what another must not know (Payola P29).
            awaited = here.view(to.reader.audience).phase.wanted
            told = tuple(role for role in missing if role in awaited)
            known = known_of(here.system, here.state, card, to.reader)
            form = form_of(here.system, here.state, to.reader.roles, written_by(to, filed)) if is_late else ""
            letter = write.late(work.renderer, known, here.deadline, told, form, work.now, grace)
            news.deliver(work, here.game, to, letter, "late", row.label)
    return None if every == NEVER else work.now + every


def written_by(to: news.Recipient, filed: Mapping[str, Filed]) -> dict[str, Orders]:
    """What is on file for the roles of this reader."""
    return {role: filed[role].parts for role in to.reader.roles if role in filed}
