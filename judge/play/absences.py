"""Players' holidays, and the deadlines that keep clear of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.games.calendar import Away, aligned, clear_of, deadline_of, wall_clock
from judge.games.lookup import live_game, system_of
from judge.games.settings import ABSENCE, calendar_of, length_of, value_of
from judge.letters.dates import when
from judge.letters.tree import named
from judge.outbox import news
from judge.play import journal
from judge.rules.problems import refusal
from judge.rules.values import Phase
from judge.store.tables import Absence, Game, Player, Seat

YEAR = timedelta(days=365)


_AWAY = (
    select(Absence.begins, Absence.ends)
    .join(Seat, (Seat.game_id == Absence.game_id) & (Seat.player_id == Absence.player_id))
    .where(Absence.game_id == bindparam("game_id"), Absence.cancelled_at.is_(None))
    .order_by(Absence.begins)
)


def _away(session: Session, game: Game) -> list[Away]:
    """The absences that count: of those who sit in the game now."""
    return [Away(begins, ends) for begins, ends in session.execute(_AWAY, {"game_id": game.id})]


def is_away(session: Session, game: Game, at: datetime) -> bool:
    """Has somebody who sits in the game announced that they are away at that instant?"""
    return any(each.begins <= at < each.ends for each in _away(session, game))


def deadline_for(session: Session, game: Game, phase: Phase, opened: datetime) -> datetime:
    """When a phase that opens at this instant is due in this game."""
    if phase.idle:
        return opened
    length = length_of(game.settings, phase)
    return deadline_of(calendar_of(game.settings, phase), opened, length, _away(session, game))


def deadline_from(
    session: Session, game: Game, phase: Phase, earliest: datetime, *, any_hour: bool = False
) -> datetime:
    """Return the first possible deadline from `earliest`. `any_hour`: only days off and absences matter."""
    calendar = calendar_of(game.settings, phase)
    if any_hour:
        calendar = replace(calendar, slots=(), at=None)
    return clear_of(calendar, aligned(calendar, earliest), _away(session, game))


def wall_of(game: Game, phase: Phase, deadline: datetime) -> str | None:
    """The wall clock that a deadline of this phase keeps to, should the rules of its zone change; None if to none."""
    return wall_clock(calendar_of(game.settings, phase), deadline, length_of(game.settings, phase))


def announce_absence(work: Work, game: Game, seat: Seat, player: Player, begins: datetime, ends: datetime) -> str:
    """Note an absence, and move the deadline out of it if the player's orders are awaited. Raises Refused."""
    if game.status == "ended":
        raise refusal("absence/over", f"{game.name} is over. Nothing is due in it.")
    if ends <= max(begins, work.now):
        raise refusal("absence/past", "An absence must end after it begins, and in the future.")
    if begins > work.now + YEAR:
        raise refusal("absence/far", "That is more than a year ahead.")
    most = timedelta(days=int(value_of(game.settings, ABSENCE)))
    begins = max(begins, work.now)
    query = select(Absence).where(
        Absence.game_id == game.id,
        Absence.player_id == player.id,
        Absence.cancelled_at.is_(None) | Absence.moved,
        Absence.ends > work.now - YEAR,
    )
    before = [(each.begins, each.ends) for each in work.session.scalars(query)]
    if _length([*before, (begins, ends)]) > most:
        left = max(most - _length(before), timedelta(0))
        hint = "" if game.practice else "To ask the GameMaster for more time, write LATE 3d and why."
        message = f"This game allows {most.days} days of absence a year. You have {left.days} left."
        raise refusal("absence/too-long", message, hint=hint)
    absence = Absence(game_id=game.id, player_id=player.id, begins=begins, ends=ends, made_at=work.now)
    work.session.add(absence)
    work.session.flush()
    moved = absence.moved = _move_out(work.session, game, player)
    journal.note(work, game, "an absence was announced")
    who = "A player" if system_of(game).seating(game.options).anonymous else named(seat.name)
    live = live_game(work.session, game)
    said_to: dict[news.Recipient, news.Notice] = {}
    for to in news.recipients(work.session, game):
        told = [f"{who} is away from {when(begins, to.reader)} to {when(ends, to.reader)}."]
        if moved and live is not None:
            told.append(f"{live.phase.title} is now due {when(live.row.deadline, to.reader)}.")
        if to.player.id != player.id or moved:  # their own calendar has the old one
            said_to[to] = "A player will be away", tuple(told)
    news.notify(work, game, said_to, purpose="notice" if moved else news.ABSENCE, dated=moved)
    said = f"You are away until {when(ends, player)}. No deadline will fall into that time."
    if live is None or game.status == "paused":
        return said
    if moved:
        return f"{said} {live.phase.title} is now due {when(live.row.deadline, player)}."
    if begins <= live.row.deadline < ends:
        said = f"You are away until {when(ends, player)}. No later deadline will fall into that time."
        return f"{said} {live.phase.title} is still due {when(live.row.deadline, player)}. It does not wait for you."
    return said


def _length(spans: Sequence[tuple[datetime, datetime]]) -> timedelta:
    """How long these times are together: what is announced twice counts once."""
    total, covered = timedelta(0), datetime.min.replace(tzinfo=UTC)
    for begins, ends in sorted(spans):
        total += max(ends - max(begins, covered), timedelta(0))
        covered = max(covered, ends)
    return total


def _move_out(session: Session, game: Game, player: Player) -> bool:
    """Move the deadline out of the player's absences, if they are awaited; return whether it has moved."""
    live = live_game(session, game)
    # The deadline of a game that is paused is settled when it goes on.
    if live is None or live.row.cut is not None or game.status == "paused":
        return False
    mine = session.scalars(select(Seat.name).where(Seat.game_id == game.id, Seat.player_id == player.id))
    roles = {role for seat in mine for role in live.roles_of(seat) or (seat,)}
    wanted = set(live.phase.wanted)
    if not live.phase.hides_writers:
        wanted = set(live.missing(session))
    if not roles & wanted and not game.practice:  # which waits for its player in every phase
        return False
    calendar = calendar_of(game.settings, live.phase)
    due = clear_of(calendar, live.row.deadline, _away(session, game))
    if due == live.row.deadline:
        return False
    live.row.deadline, live.row.wall = due, wall_of(game, live.phase, due)
    live.row.late_told_at = None
    game.version += 1
    return True


def cancel(work: Work, game: Game, player: Player) -> str:
    """Take back the player's absences that are not over. A deadline that moved for one stays, and its days count."""
    query = select(Absence).where(
        Absence.game_id == game.id,
        Absence.player_id == player.id,
        Absence.cancelled_at.is_(None),
        Absence.ends > work.now,
    )
    found = work.session.scalars(query).all()
    if not found:
        raise refusal("absence/none", "You have no absence to cancel.")
    for each in found:
        if each.moved or each.begins >= work.now:
            each.cancelled_at = work.now
        else:
            each.ends = work.now
    journal.note(work, game, "an absence was cancelled")
    said = ("Deadlines that have already moved stay where they are.",)
    news.announce(work, game, "An absence is cancelled", said, purpose=news.ABSENCE)
    spent = " The days of that absence are spent." if any(each.moved for each in found) else ""
    return f"Your absence is cancelled. A deadline that has already moved stays where it is.{spent}"
