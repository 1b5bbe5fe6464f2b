"""What falls due: deadlines and their reminders, and players who write too late or not at all and may lose their seats.
Each open phase stores, in an index, when it is next to be looked at for a reminder.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row, select, update
from sqlalchemy.orm import Session

from judge.app import Judge, Work
from judge.games import tenures
from judge.games.lookup import (
    Filed,
    LiveGame,
    card_of,
    live_game,
    missing_roles,
    on_file,
    open_phase,
    seats_of,
    state_before,
)
from judge.games.members import COMPUTER, strength_called
from judge.games.settings import (
    ABANDON,
    GRACE,
    LATE,
    LOST,
    MISSES,
    NEVER,
    TAKEOVER,
    duration_of,
    reminders_of,
    value_of,
)
from judge.letters import write
from judge.letters.briefing import known_of
from judge.letters.tree import named
from judge.letters.values import Grace
from judge.outbox import news
from judge.play import early_adjudication, publication, seats
from judge.play.early_adjudication import why_not
from judge.play.position import form_of, shown
from judge.play.timeline import phases_of
from judge.rules.values import Orders
from judge.store.tables import UNRECKONED, Game, Host, PhaseRow, Seat


def lost_from(live: LiveGame) -> datetime | None:
    """Return from when missing orders cost a seat; None for never. Where the game waits, that is `abandon` after the
    deadline; else the adjudication, and the option `misses` says whose seat.
    """
    settings = live.game.settings
    if live.phase.missing == "wait":
        patience = duration_of(settings, ABANDON)
        return None if patience == NEVER else live.row.deadline + patience
    if not value_of(settings, MISSES):
        return None
    # A grace that is used only when somebody has not written would tell so.
    return live.row.deadline if live.phase.hides_writers else live.row.deadline + duration_of(settings, GRACE)


def take_seats(work: Work, live: LiveGame, at: datetime) -> LiveGame:
    """Takes the seats that are lost at this instant from their players; the game as it stands then."""
    lost = lost_from(live)
    if lost is None or at < lost or live.row.cut is not None:
        return live
    missing = live.missing(work.session)
    for seat in seats.played_seats(work.session, live):
        if _loses_it(work.session, live, seat, missing):
            live = take(work, live, seat)
            if live.game.status != "active":
                break
    return live


def who_loses(session: Session, live: LiveGame, missing: Sequence[str]) -> tuple[str, ...]:
    """Of these roles those whose players lose their seats at `lost_from`, if they have not written then."""
    if lost_from(live) is None:
        return ()
    played = seats.played_seats(session, live)
    lost = [seat.name for seat in played if _loses_it(session, live, seat, missing)]
    return tuple(role for role in missing if live.phase.roles.get(role) in lost)


def goes_on(live: LiveGame) -> bool:
    """Does the game go on at once when a seat is lost in it, because a dummy or a program has the seat then?"""
    lost = value_of(live.game.settings, LOST)
    return lost == "dummy" or (lost == COMPUTER and bool(live.system.opponents))


def _loses_it(session: Session, live: LiveGame, seat: Seat, missing: Sequence[str]) -> bool:
    """Are the seat's orders missing, and that too often?"""
    return any(role in missing for role in live.roles_of(seat.name)) and _is_too_much(session, live, seat)


def take(work: Work, live: LiveGame, seat: Seat) -> LiveGame:
    """Take a seat from its player for lateness; it becomes what the game says. Return the game as it stands then."""
    live = seats.dismiss(work, live, seat, tenures.LATE, None)
    name = named(seat.name)
    if value_of(live.game.settings, LOST) == "dummy" and live.game.status == "active":
        return seats.become_dummy(work, live, seat, None)
    if value_of(live.game.settings, LOST) == COMPUTER and live.game.status == "active" and live.system.opponents:
        return seats.become_computer(work, live, seat, strength_called(live.system, ""), None)
    how = f"TAKEOVER {live.game.name} AS {seat.name} takes it."
    if not value_of(live.game.settings, TAKEOVER):
        how = "The GameMaster will find somebody."
    said = f"Nobody plays {name} any more. A phase that is due waits until somebody takes the seat. {how}"
    hint = f"As GameMaster: REPLACE {seat.name} WITH address, DUMMY {seat.name}, or PROCESS {live.row.label}."
    news.announce(work, live.game, f"{name} is open", (said,), for_masters=(hint,))
    return live


def _is_too_much(session: Session, live: LiveGame, seat: Seat) -> bool:
    """Has the seat's player missed so many phases in a row, this one included, that they lose it?"""
    if live.phase.missing == "wait":
        return True
    allowed = int(value_of(live.game.settings, MISSES))
    missed = 1
    since = tenures.since(session, seat)
    for row in reversed(phases_of(session, live.game)):
        if missed >= allowed or since is None or row.opened_at < since:
            break
        if row.closed_at is None:
            continue
        phase = live.system.phase(state_before(row, live.system))
        roles = [role for role in phase.wanted if dict(phase.roles).get(role) == seat.name] if phase else []
        if not roles:
            continue
        filed = on_file(session, live.game, row.label, row.run)
        if any(role in filed and filed[role].written for role in roles):
            break
        missed += 1
    return missed >= allowed


@dataclass(frozen=True)
class Due:
    """A phase whose deadline has come, in a game of this version."""

    game_id: int
    label: str
    version: int


def in_order(rows: Iterable[Row[*tuple[Any, ...]]]) -> list[Due]:
    """The phases of these rows, each once, earliest first."""
    by_id = {row.id: row for row in rows}.values()
    ordered = sorted(by_id, key=lambda row: (min(row.deadline, row.early_at or row.deadline), row.deadline, row.id))
    return [Due(row.game_id, row.label, row.version) for row in ordered]


def ready_from(session: Session, live: LiveGame) -> datetime | None:
    """Return when the sheets let a phase be adjudicated; None while it waits (P18), also for a lost seat."""
    if live.row.cut is not None:
        return live.row.cut
    if tenures.lost_seats(session, live.game):
        return None
    if live.phase.hides_writers and live.phase.missing == "default":
        # A grace that is used only when somebody has not written would tell so.
        return live.row.deadline
    if not live.missing(session):
        return live.row.deadline
    return grace_end(live)


def grace_end(live: LiveGame) -> datetime | None:
    """From when on defaults stand in for missing orders; None where the game waits for them."""
    if live.phase.missing != "default":
        return None
    return live.row.deadline + duration_of(live.game.settings, GRACE)


def cut_if_ready(judge: Judge, due: Due, at: datetime) -> tuple[bool, datetime | None]:
    """Cut a due phase if it can be adjudicated at `at`; else tell the late, and take seats that are lost. Return
    whether it is cut and, if not, when to look again.
    """

    def unit(work: Work) -> tuple[bool, datetime | None]:
        game = work.session.get_one(Game, due.game_id, with_for_update=True)
        live = live_game(work.session, game)
        if game.status != "active" or live is None or live.row.label != due.label:
            return False, None
        if game.practice and live.row.deadline <= at and live.row.early_at is None:
            early_adjudication.end_without_result(work, live, early_adjudication.SILENT)
            return False, None
        if live.row.deadline > at:
            agreed = live.row.early_at is not None and live.row.early_at <= at
            agreed = agreed and (game.practice or not why_not(work.session, live))
            if agreed and live.row.cut is None:
                live.row.cut = at
            return agreed and not _sealed(work, live), live.row.deadline
        live = take_seats(work, live, at)
        if game.status != "active":
            return False, None
        from_then = ready_from(work.session, live)
        if from_then is not None and from_then <= at:
            if live.row.cut is None:
                live.row.cut = at
            return not _sealed(work, live), from_then
        again = _tell_late(work, live, at)
        lost_at = lost_from(live)
        later = (each for each in (from_then, again, lost_at) if each is not None and each > at)
        return False, min(later, default=None)

    return judge.write(unit)


def _sealed(work: Work, live: LiveGame) -> bool:
    """Are the results of this phase, which is cut, held? If so it is sealed now, and waits for PUBLISH."""
    if not publication.is_held(live.game, live.row):
        return False
    publication.seal(work, live)
    return True


def _tell_late(work: Work, live: LiveGame, at: datetime) -> datetime | None:
    """Tell everybody once that the game waits, and the late again from time to time; return when next. Where a phase
    hides its writers, only the late are told.
    """
    row = live.row
    first = row.late_told_at is None
    every = duration_of(live.game.settings, LATE)
    if row.late_told_at is not None and (every == NEVER or at < row.late_told_at + every):
        return None if every == NEVER else row.late_told_at + every
    row.late_told_at = work.now
    filed = on_file(work.session, live.game, row.label)
    missing = missing_roles(live.phase, filed)
    empty = {role for name in tenures.lost_seats(work.session, live.game) for role in live.roles_of(name)}
    if set(missing) <= empty:
        return None  # nobody is late any more: all have been told that a seat is open
    card = card_of(work.session, live.game)
    everybody = first and not live.phase.hides_writers
    vacant = tuple(
        role
        for seat in seats_of(work.session, live.game)
        if seat.status == "vacant"
        for role in live.roles_of(seat.name) or (seat.name,)
    )
    waits = live.phase.missing == "wait"
    last = lost_from(live) if waits else grace_end(live)
    losing = () if waits else who_loses(work.session, live, missing)
    # A seat that was empty before is awaited all the same.
    on = goes_on(live) and not (waits and set(vacant) & set(missing))
    grace = Grace(last, waits and last is not None, vacant, losing, on)
    for to in news.recipients(work.session, live.game, live.roles_of):
        is_late = to.seat is not None and to.reader.is_among(missing)
        if is_late or (to.is_master and first) or (to.seat is not None and everybody):
            # That a power is awaited may be what another must not know (Payola P29).
            awaited = live.view(to.reader.audience).phase.wanted
            told = tuple(role for role in missing if role in awaited)
            known = known_of(live.system, live.state, card, to.reader)
            form = form_of(live.system, live.state, to.reader.roles, written_by(to, filed)) if is_late else ""
            letter = write.late(work.renderer, known, live.deadline, told, form, work.now, grace)
            news.deliver(work, live.game, to, letter, "late")
    return None if every == NEVER else work.now + every


def written_by(to: news.Recipient, filed: Mapping[str, Filed]) -> dict[str, Orders]:
    """What is on file for the roles of this reader."""
    return {role: filed[role].parts for role in to.reader.roles if role in filed}


NO_MORE = datetime(9999, 1, 1, tzinfo=UTC)
"""When a phase is next looked at that has had its last reminder."""


def first_look(judge: Judge, game: Game, row: PhaseRow, now: datetime) -> datetime:
    """When a phase that opens now is first to be looked at for a reminder."""
    return _looked_at(judge, game, row, now)[1]


def follow_reminder_hours(judge: Judge) -> None:
    """Recompute all reminders if the host has changed their usual hours. For a judge that starts."""

    def unit(work: Work) -> None:
        host = work.session.execute(select(Host).with_for_update()).scalar_one()
        if host.reminder_hours != judge.settings.reminder_hours:
            host.reminder_hours = judge.settings.reminder_hours
            work.session.execute(update(PhaseRow).where(PhaseRow.closed_at.is_(None)).values(remind_at=UNRECKONED))

    with judge.db.reading() as session:
        reckoned_for = session.execute(select(Host.reminder_hours)).scalar_one()
    if reckoned_for != judge.settings.reminder_hours:
        judge.write(unit)


def _looked_at(judge: Judge, game: Game, phase: PhaseRow, now: datetime) -> tuple[bool, datetime]:
    """(is a reminder of the phase due that has not been sent, when to look again); none is due past its deadline, or
    before it opened.
    """
    before = reminders_of(game.settings, judge.settings.reminder_hours) if phase.deadline > now else []
    instants = [phase.deadline - each for each in before if each < phase.deadline - phase.opened_at]
    due = [each for each in instants if each <= now]
    is_near = bool(due) and (phase.reminded_at is None or phase.reminded_at < max(due))
    return is_near, min((each for each in instants if each > now), default=NO_MORE)


def remind(judge: Judge, near: Due) -> None:
    """Remind those who have not written in this phase, if it is time; note when to look at it again."""

    def unit(work: Work) -> None:
        game = work.session.get_one(Game, near.game_id, with_for_update=True)
        row = open_phase(work.session, game)
        if game.status != "active" or row is None or row.label != near.label:
            return
        # Another clerk may have done it, or this one, before it lost its connection; or the deadline has moved.
        is_near, row.remind_at = _looked_at(judge, game, row, work.now)
        live = live_game(work.session, game) if is_near else None
        if live is None:
            return
        row.reminded_at = work.now
        filed = on_file(work.session, game, row.label)
        missing = missing_roles(live.phase, filed)
        card = card_of(work.session, game)
        for to in news.recipients(work.session, game, live.roles_of):
            if to.seat is None or not to.reader.is_among(missing):
                continue
            parts = written_by(to, filed)
            letter = write.reminder(
                judge.renderer,
                known_of(live.system, live.state, card, to.reader),
                live.deadline,
                shown(live.system, live.state, to.reader.roles, parts),
                form_of(live.system, live.state, to.reader.roles, parts),
                work.now,
            )
            news.deliver(work, game, to, letter, "reminder")

    judge.write(unit)
