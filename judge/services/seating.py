"""Who sits where while a game runs: resigning, ejecting, replacing, taking over, dummies."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete
from sqlalchemy.orm import Session

from judge.letters.when import when
from judge.rules.problems import Problem, Refused
from judge.rules.registry import find_system
from judge.rules.system import DUMMY, RESIGN, SUCCEED, Act
from judge.services import journal, news, tenures
from judge.services.absences import deadline_for, wall_of
from judge.services.acting import act
from judge.services.current import Current, joined_players, missing_roles, on_file, seat_called, seats_of
from judge.services.game_settings import TAKEOVER, value_of
from judge.services.inheriting import hand_down
from judge.services.judge import Judge
from judge.services.making import set_option
from judge.services.offices import is_master
from judge.services.position import mail_position
from judge.services.sheets import filed_by
from judge.services.trust import player_at
from judge.store.tables import Game, Observer, Player, Seat


def played_seats(session: Session, here: Current) -> list[Seat]:
    return [seat for seat in seats_of(session, here.game) if seat.player_id is not None]


def resign(judge: Judge, session: Session, here: Current, seat: Seat, now: datetime, mail_id: int | None) -> Current:
    """The player of a seat leaves, what the rules say of that happens to his roles; the game as it stands then."""
    return _vacate(judge, session, here, seat, "resigned", now, mail_id)


def _vacate(
    judge: Judge, session: Session, here: Current, seat: Seat, how: str, now: datetime, mail_id: int | None
) -> Current:
    player = session.get(Player, seat.player_id) if seat.player_id else None
    for role in here.roles_of(seat.name) or (seat.name,):
        here = act(judge, session, here, role, Act(RESIGN), now, mail_id=mail_id, actor=player)
    tenures.finish(session, seat, how, "vacant", now)
    here.row.waits = [name for name in here.row.waits or () if name != seat.name]
    here.game.version += 1
    untold = how == tenures.LATE and here.phase.hides_writers
    journal.note(session, here.game, f"{seat.name.title()} was left{'' if untold else f': {how}'}", now)
    return here


DISMISSED = {
    "ejected": "The GameMaster has taken your seat, {seat}, from you.",
    tenures.LATE: "Your orders were missing for so long that you have lost your seat, {seat}.",
}


def dismiss(
    judge: Judge, session: Session, here: Current, seat: Seat, how: str, now: datetime, mail_id: int | None
) -> Current:
    """Takes a seat from its player, who is told; `how` is ejected or late. Money and orders stay with the seat."""
    player = session.get_one(Player, seat.player_id)
    here = _vacate(judge, session, here, seat, how, now, mail_id)
    text = DISMISSED[how].format(seat=seat.name.title())
    news.to_player(judge, session, here.game, player, "You have lost your seat", (text,), now)
    return here


def eject(judge: Judge, session: Session, here: Current, name: str, now: datetime, mail_id: int | None) -> str:
    """The GameMaster takes a seat from its player."""
    seat = seat_called(session, here.game, name)
    if seat.player_id is None:
        raise Refused(Problem("eject/empty", f"Nobody plays {seat.name.title()}."))
    dismiss(judge, session, here, seat, "ejected", now, mail_id)
    return f"{seat.name.title()} has no player now. REPLACE or TAKEOVER fills the seat; DUMMY makes it a dummy."


def make_dummy(
    judge: Judge, session: Session, game: Game, here: Current | None, name: str, now: datetime, mail_id: int
) -> str:
    """A seat that nobody plays becomes a dummy; before the start that is an option of the game."""
    seat = seat_called(session, game, name)
    if here is None:
        seating = find_system(game.system).seating(game.options)
        if not seating.dummies_option:
            raise Refused(Problem("dummy/none", "In this game every seat is played from the start."))
        dummies = (*seating.dummies, seat.name)
        if len(joined_players(session, game)) > len(seats_of(session, game)) - len(set(dummies)):
            raise Refused(Problem("dummy/seats-taken", "More players have joined than would have seats."))
        return set_option(judge, session, game, seating.dummies_option, " ".join(dict.fromkeys(dummies)), now)
    if seat.status == "dummy":
        raise Refused(Problem("dummy/already", f"{seat.name.title()} is a dummy already."))
    if seat.status != "vacant":
        raise Refused(
            Problem(
                "dummy/played",
                f"{seat.name.title()} is played.",
                hint="Only a seat that its player has left becomes a dummy.",
            )
        )
    become_dummy(judge, session, here, seat, now, mail_id)
    return f"{seat.name.title()} is a dummy now."


def become_dummy(
    judge: Judge, session: Session, here: Current, seat: Seat, now: datetime, mail_id: int | None
) -> Current:
    """Nobody plays the seat's roles any more: a vacant seat is a dummy's from now on; the game as it stands then."""
    for role in here.roles_of(seat.name) or (seat.name,):
        if here.game.status != "ended":  # those who are left may have agreed on the end already
            here = act(judge, session, here, role, Act(DUMMY), now, mail_id=mail_id, actor=None)
    tenures.finish(session, seat, "", "dummy", now)
    here.game.version += 1
    return here


def replace(judge: Judge, session: Session, here: Current, name: str, address: str, now: datetime, mail_id: int) -> str:
    """Gives a seat to another registered player, who is mailed where things stand; raises Refused."""
    seat = seat_called(session, here.game, name)
    player = player_at(session, address)
    if player is None or player.status != "active":
        raise Refused(
            Problem(
                "replace/not-registered", "No registered player has that address.", hint="They must REGISTER first."
            )
        )
    if any(other.player_id == player.id for other in seats_of(session, here.game)):
        raise Refused(Problem("replace/plays-already", f"{player.name} plays in this game already."))
    if seat.status == "dummy":
        raise Refused(Problem("replace/dummy", f"{seat.name.title()} is a dummy."))
    if seat.status == "taken":
        former = session.get_one(Player, seat.player_id)
        # Not a resignation: an eliminated power's money, say, is not forfeited (Payola 2.4) but goes to the successor.
        tenures.finish(session, seat, "replaced", "vacant", now)
        text = f"The GameMaster has given your seat, {seat.name.title()}, to another player."
        news.to_player(judge, session, here.game, former, "You have been replaced", (text,), now)
    sit_down(judge, session, here, seat, player, now, mail_id)
    return f"{player.name} plays {seat.name.title()} now."


def take_over(
    judge: Judge, session: Session, here: Current, name: str, player: Player, now: datetime, mail_id: int
) -> str:
    """Somebody takes a seat whose player has left; raises Refused."""
    open_seats = [seat for seat in seats_of(session, here.game) if seat.status == "vacant"]
    if not value_of(here.game.settings, TAKEOVER):
        raise Refused(Problem("takeover/closed", "In this game the GameMaster fills the seats.", hint="Write to him."))
    if not open_seats:
        raise Refused(Problem("takeover/none", f"No seat of {here.game.name} is open.", hint="LIST shows the games."))
    if name in ("", "?"):
        seat = open_seats[0]
    else:
        seat = seat_called(session, here.game, name)
        if seat.status != "vacant":
            listed = ", ".join(each.name for each in open_seats)
            raise Refused(Problem("takeover/taken", f"{seat.name.title()} is not open.", hint=f"Open: {listed}."))
    if any(other.player_id == player.id for other in seats_of(session, here.game)):
        raise Refused(Problem("takeover/plays", "You play in this game already."))
    if is_master(session, here.game, player):
        raise Refused(Problem("takeover/master", "A GameMaster does not take a seat in the middle of his own game."))
    if tenures.has_left(session, seat, player.id):
        raise Refused(
            Problem("takeover/left", "You have left that seat.", hint="Only the GameMaster can give it back to you.")
        )
    inherits = any(filed_by(session, here, role) for role in here.roles_of(seat.name))
    sit_down(judge, session, here, seat, player, now, mail_id)
    said = (f"{player.name} has taken over {seat.name.title()}.",)
    news.tell_masters(judge, session, here.game, "A seat is taken over", said, now)
    stands = " What the player before you sent for this phase counts until you send your own: SHOW." if inherits else ""
    return f"You play {seat.name.title()} in {here.game.name} now. Where things stand is on its way to you.{stands}"


def sit_down(
    judge: Judge, session: Session, here: Current, seat: Seat, player: Player, now: datetime, mail_id: int | None
) -> None:
    """The player takes a free seat and is mailed where things stand. A game that waited for the seat past its deadline
    gets a new one: nobody is late on his first day.
    """
    awaited = seat.name in tenures.lost_seats(session, here.game)
    tenures.begin(session, seat, player.id, now)
    seat.generation += 1
    session.execute(delete(Observer).where(Observer.game_id == here.game.id, Observer.player_id == player.id))
    roles = here.roles_of(seat.name) or (seat.name,)
    for role in roles:
        here = act(judge, session, here, role, Act(SUCCEED), now, mail_id=mail_id, actor=player)
    missing = missing_roles(here.phase, on_file(session, here.game, here.row.label))
    awaited = awaited or any(role in missing for role in roles)
    clock = here.game.paused_at or now
    if here.row.deadline <= clock and here.row.cut is None and awaited:
        here.row.deadline = deadline_for(session, here.game, here.phase, clock)
        here.row.wall = wall_of(here.game, here.phase, here.row.deadline)
        here.row.late_told_at = None
        for to in news.recipients(session, here.game):
            text = (f"{here.phase.title} is due {when(here.row.deadline, to.reader)}, as a seat was filled.",)
            if to.player.id != player.id and here.game.status != "paused":
                news.notify(judge, session, here.game, to, "A new deadline", text, now, here.row.label, dated=True)
    here.game.version += 1
    journal.note(session, here.game, f"{seat.name.title()} was filled", now, player)
    for to in news.at_seat(player, seat, roles):
        mail_position(judge, session, here, to, now)
    hand_down(judge, session, here, seat, player, now)
