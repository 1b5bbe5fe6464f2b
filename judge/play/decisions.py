"""What the players of a game may decide among themselves where it lets them: more time, a pause, and that somebody who
is late loses their seat. Votes are secret and hold for the open phase; all are told when more than half have agreed.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from enum import StrEnum

from sqlalchemy import delete, select

from judge.app import Work
from judge.games.calendar import read_duration
from judge.games.lookup import LiveGame, check_unsealed, seat_called
from judge.games.settings import DECISIONS, value_of
from judge.letters.tree import named
from judge.play import deadlines, game_clock, seats
from judge.rules.problems import refusal
from judge.rules.values import only
from judge.store.tables import Ballot, Player, Seat

LONGEST = timedelta(days=14)

COUNTED = "Your vote is secret. It is done, and all are told, as soon as more than half of the players want it."


class Motion(StrEnum):
    """What can be voted on."""

    EXTEND = "EXTEND"
    PAUSE = "PAUSE"
    RESUME = "RESUME"
    REPLACE = "REPLACE"


def take_back(work: Work, live: LiveGame, player: Player) -> str:
    """Forget all that this player has voted in the open phase."""
    work.session.execute(delete(Ballot).filter_by(**live.row.key, player_id=player.id))
    return "You want none of that now."


def vote(work: Work, live: LiveGame, seat: Seat, player: Player, motion: Motion, about: str) -> str:
    """Count a player's vote, and do what more than half of the players want. `about`: a length of time for EXTEND, a
    seat for REPLACE. Raises Refused.
    """
    if not value_of(live.game.settings, DECISIONS):
        hint = "LATE asks the GameMaster for time." if motion is Motion.EXTEND else "PRESS TO MASTER asks them."
        raise refusal("vote/closed", "In this game the GameMaster decides that.", hint=hint)
    check_unsealed(live.row)
    if seat not in _voters(work, live):
        raise refusal("vote/eliminated", "You are eliminated. Those who are left decide.")
    about = _checked(work, live, seat, motion, about)
    same = Ballot.motion == motion.value if motion is not Motion.REPLACE else Ballot.about == about
    own = {**live.row.key, "player_id": player.id}
    work.session.execute(delete(Ballot).filter_by(**own).where(same))
    work.session.add(Ballot(**own, motion=motion.value, about=about))
    work.session.flush()
    live.game.version += 1
    _carry_out(work, live, motion, about)
    return COUNTED


def _checked(work: Work, live: LiveGame, seat: Seat, motion: Motion, about: str) -> str:
    """What is voted on, as it is kept. Raises Refused where it cannot be done now."""
    if motion is Motion.EXTEND:
        try:
            length = read_duration(about)
        except ValueError as error:
            raise refusal("vote/length", f"{error}.", hint="VOTE EXTEND 24h") from None
        if length > LONGEST:
            raise refusal("vote/long", f"You can vote for {LONGEST.days} days at most.", hint="Or VOTE PAUSE.")
        if live.game.status == "paused":
            raise refusal("vote/paused", "The game is paused.", hint="VOTE RESUME lets it go on.")
        return " ".join(about.split())
    if motion is not Motion.REPLACE:
        is_paused = live.game.status == "paused"
        if is_paused is (motion is Motion.PAUSE):
            message = "The game is paused already." if is_paused else "The game is not paused."
            raise refusal("vote/as-it-is", message)
        return ""
    whose = seat_called(work.session, live.game, about.upper())
    if whose.id == seat.id:
        raise refusal("vote/own", "That is your own seat.", hint="RESIGN leaves it.")
    if live.phase.hides_writers:
        raise refusal("vote/hidden", "In this phase nobody may learn who is late.")
    # That a power is awaited may be what the voter must not know (Payola P29).
    known = live.view(only(*live.roles_of(seat.name))).phase.wanted
    late = {*known} & {*live.missing(work.session)}
    is_late = whose.status == "taken" and not late.isdisjoint(live.roles_of(whose.name))
    if live.row.deadline > work.now or not is_late:
        message = f"The game does not wait for {named(whose.name)}."
        raise refusal("vote/not-late", message, hint="Only a seat whose orders are late can be voted on.")
    return whose.name


def _carry_out(work: Work, live: LiveGame, motion: Motion, about: str) -> None:
    """Do what more than half of those who may vote want."""
    ids = {seat.player_id for seat in _voters(work, live) if motion is not Motion.REPLACE or seat.name != about}
    query = select(Ballot).filter_by(**live.row.key, motion=motion.value)
    cast = [ballot for ballot in work.session.scalars(query) if ballot.player_id in ids]
    if motion is Motion.REPLACE:
        cast = [ballot for ballot in cast if ballot.about == about]
    if 2 * len(cast) <= len(ids):
        return
    for ballot in cast:
        work.session.delete(ballot)
    if motion is Motion.EXTEND:
        length = _agreed([ballot.about for ballot in cast], len(ids) // 2 + 1)
        until, wall = game_clock.extended(live, work.now, length)
        game_clock.shift(work, live, until, f"More than half of the players have voted for {length} more.", wall)
    elif motion is Motion.PAUSE:
        game_clock.pause(work, live, None, "More than half of the players have voted for it. VOTE RESUME ends it.")
    elif motion is Motion.RESUME:
        game_clock.resume(work, live, None)
    else:
        whose = next(seat for seat in seats.played_seats(work.session, live) if seat.name == about)
        deadlines.take(work, live, whose)


def _voters(work: Work, live: LiveGame) -> list[Seat]:
    played = seats.played_seats(work.session, live)
    return [seat for seat in played if not live.system.is_eliminated(live.state, seat.name)]


def _agreed(lengths: Sequence[str], majority: int) -> str:
    """The longest time that so many have voted for, or for more."""
    return sorted(lengths, key=read_duration, reverse=True)[majority - 1]
