"""A player's record: whether they wrote in time, and what became of the seats that they took. A phase counts once, and
each reader sees no more of it than they could know anyway.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import bindparam, delete, exists, func, insert, or_, select
from sqlalchemy.orm import Session, aliased

from judge.games import tenures
from judge.games.lookup import LiveGame, is_anonymous, is_hidden, joined_games
from judge.store.tables import OVER, Absence, Attendance, Base, Game, InboundRow, OrdersRow, Player, Seat, Tenure


class Timing(StrEnum):
    """How a player kept a deadline."""

    IN_TIME = "in time"
    LATE = "late"
    MISSED = "missed"


class Standing(StrEnum):
    """What others read of a player."""

    NEW = "new"
    RELIABLE = "reliable"
    OFTEN_LATE = "often late"


WORTH = {Timing.IN_TIME: 100, Timing.LATE: 50, Timing.MISSED: 0}
"""What a phase counts for, in percent."""
MENDING = 2
"""So many phases counts one that was kept in time at a seat that somebody else had left."""
RESIGNED, LOST = 2, 5
"""So many missed phases count a seat that was given up, and one that was lost for lateness."""
HALVED_AFTER = 30
"""A phase weighs half of what one weighs that came so many phases later."""
NEW_BELOW = 10
"""Whoever has had fewer phases to write in is new, however they kept them."""
RELIABLE_FROM = 85
"""Percent."""


@dataclass(frozen=True)
class Mark:
    """One entry of a record: what it is worth in percent, and how many phases it counts for."""

    worth: int
    weight: int = 1


@dataclass(frozen=True)
class Record:
    """A player's phases by how they were kept, their seats by what became of them, and the marks, oldest first."""

    phases: dict[Timing, int]
    begun: int
    finished: int
    resigned: int
    lost: int
    taken_over: int
    marks: tuple[Mark, ...]

    @property
    def written(self) -> int:
        return self.phases[Timing.IN_TIME] + self.phases[Timing.LATE]

    @property
    def percent(self) -> int:
        """The reliability, 0 to 100; 100 where nothing counts yet."""
        return reliability(self.marks)

    @property
    def standing(self) -> Standing:
        if sum(self.phases.values()) < NEW_BELOW:
            return Standing.NEW
        return Standing.RELIABLE if self.percent >= RELIABLE_FROM else Standing.OFTEN_LATE


def reliability(marks: Sequence[Mark]) -> int:
    """Return the weighted mean of these marks, oldest first, in whole percent, rounded down; 100 for none. Each weighs
    half as much as one that came HALVED_AFTER marks later.
    """
    weights = [mark.weight * 0.5 ** (age / HALVED_AFTER) for age, mark in enumerate(reversed(marks))]
    if not weights:
        return 100
    worth = sum(weight * mark.worth for weight, mark in zip(weights, reversed(marks), strict=True))
    return int(worth / sum(weights) + 1e-9)


_LEFT = {"resigned": RESIGNED, tenures.LATE: LOST}
_EARLIER = aliased(Tenure)
FOLLOWS = (
    exists()
    .where(_EARLIER.seat_id == Tenure.seat_id, _EARLIER.id < Tenure.id, _EARLIER.player_id != Tenure.player_id)
    .label("follows")
)
"""Whether somebody else sat there before this tenure."""


# Counting


_ATTENDED = insert(Base.metadata.tables[Attendance.__tablename__])
_SITTING = (
    select(Seat.name, Tenure.player_id, Tenure.since, FOLLOWS)
    .join(Tenure, Tenure.seat_id == Seat.id)
    .where(Seat.game_id == bindparam("game_id"), Seat.name.in_(bindparam("seats", expanding=True)))
    .where(Tenure.until.is_(None))
)
_FIRST_WRITTEN = (
    select(OrdersRow.role, func.min(func.coalesce(InboundRow.accepted_at, OrdersRow.at, type_=OrdersRow.at.type)))
    .join(InboundRow, InboundRow.id == OrdersRow.mail_id, isouter=True)
    .where(OrdersRow.game_id == bindparam("game_id"), OrdersRow.run == bindparam("run"))
    .where(OrdersRow.phase == bindparam("phase"), OrdersRow.written)
    .group_by(OrdersRow.role)
)
_AWAY = select(Absence.player_id).where(
    Absence.game_id == bindparam("game_id"),
    Absence.cancelled_at.is_(None),
    Absence.begins <= bindparam("deadline"),
    Absence.ends > bindparam("deadline"),
)


def note_phase(session: Session, live: LiveGame, now: datetime) -> None:
    """Count the phase that is adjudicated now for everybody whose orders it awaited. Whoever sat down after it had
    opened, or was away, is excused. A phase that ROLLBACK has opened again counts as it was kept last.
    """
    game, row = live.game, live.row
    if game.practice or not live.phase.wanted:
        return
    first = _first_written(session, live)
    awaited: dict[str, list[str]] = {}
    for role in live.phase.wanted:
        awaited.setdefault(live.phase.roles[role], []).append(role)
    away = _away(session, live)
    rows = []
    sitting = session.execute(_SITTING, {"game_id": game.id, "seats": list(awaited)})
    for seat, player_id, since, follows in sitting:
        timing = _timing([first.get(role) for role in awaited[seat]], row.deadline)
        if timing is not Timing.IN_TIME and (since > row.opened_at or player_id in away):
            continue
        told = {"timing": timing, "mends": follows, "hidden": live.phase.hides_writers or is_anonymous(game)}
        rows.append({"game_id": game.id, "player_id": player_id, "phase": row.label, "at": now, **told})
    if game.run:
        session.execute(delete(Attendance).where(Attendance.game_id == game.id, Attendance.phase == row.label))
    if rows:
        session.execute(_ATTENDED, rows)


def _first_written(session: Session, live: LiveGame) -> dict[str, datetime]:
    """Role -> when the first mail was accepted with which it had written in this phase."""
    which = {"game_id": live.game.id, "run": live.game.run, "phase": live.row.label}
    return {row[0]: row[1] for row in session.execute(_FIRST_WRITTEN, which)}


def _timing(written: Sequence[datetime | None], deadline: datetime) -> Timing:
    """How a seat kept the deadline whose roles wrote first at these instants."""
    times = [at for at in written if at is not None]
    if len(times) < len(written):
        return Timing.MISSED
    return Timing.IN_TIME if max(times) <= deadline else Timing.LATE


def _away(session: Session, live: LiveGame) -> set[int]:
    """Return the players (ids) who had announced that they would be away at the phase's deadline."""
    return set(session.scalars(_AWAY, {"game_id": live.game.id, "deadline": live.row.deadline}))


# Reading


def record_of(session: Session, player: Player, *, by_others: bool) -> Record:
    """Return a player's record: all of it, or what others may read. Of a running game that hides who writes or who
    plays, they read nothing before its end.
    """
    attended = select(Attendance).where(Attendance.player_id == player.id).order_by(Attendance.at, Attendance.id)
    sat = (
        select(Tenure, Game, FOLLOWS)
        .join(Seat, Seat.id == Tenure.seat_id)
        .join(Game, Game.id == Seat.game_id)
        .where(Tenure.player_id == player.id, ~Game.practice)
    )
    if by_others:
        attended = attended.join(Game, Game.id == Attendance.game_id)
        attended = attended.where(or_(~Attendance.hidden, Game.status.in_(OVER)))
    seats = [each for each in session.execute(sat) if not (by_others and is_hidden(each.Game))]
    sat_there = [each.Tenure for each in seats]
    phases = dict.fromkeys(Timing, 0)
    dated = [(each.until, Mark(0, _LEFT[each.ended])) for each in sat_there if each.until and each.ended in _LEFT]
    for each in session.scalars(attended):
        timing = Timing(each.timing)
        phases[timing] += 1
        mends = each.mends and timing is Timing.IN_TIME
        dated.append((each.at, Mark(WORTH[timing], MENDING if mends else 1)))
    ended = [each.ended for each in sat_there]
    return Record(
        phases,
        begun=len(seats),
        finished=sum(not each.Tenure.ended and each.Game.status == "ended" for each in seats),
        resigned=ended.count("resigned"),
        lost=ended.count(tenures.LATE),
        taken_over=sum(each.follows for each in seats),
        marks=tuple(mark for _, mark in sorted(dated, key=lambda each: each[0])),
    )


def shares_table(session: Session, player: Player, other: Player) -> bool:
    """Return whether two players sit in one running game that hides neither, or have joined one that forms, or one of
    them directs a game that the other has joined.
    """
    if player.id == other.id:
        return True
    mine, theirs = (tables_of(session, each) for each in (player, other))
    directed = {game.id for game in session.scalars(select(Game).where(Game.master_id == player.id))}
    shared = (*mine, *(game for game in theirs if game.id in directed))
    return any(game in theirs and not is_anonymous(game) for game in shared)


def tables_of(session: Session, player: Player) -> list[Game]:
    """Return the games that a player sits in or has joined, each once, without those for practice."""
    sits = select(Game).join(Seat, Seat.game_id == Game.id).where(Seat.player_id == player.id, Game.status.not_in(OVER))
    return list(dict.fromkeys((*session.scalars(sits.where(~Game.practice)), *joined_games(session, player))))
