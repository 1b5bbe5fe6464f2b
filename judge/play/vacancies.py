"""Seats that lose their players: what the rules say of that happens to their roles."""

from __future__ import annotations

from sqlalchemy.orm import Session

from judge.app import Work
from judge.games import tenures
from judge.games.computers import COMPUTER, in_words
from judge.games.current import Current, seats_of
from judge.games.settings import TAKEOVER, value_of
from judge.letters.tree import named
from judge.outbox import news
from judge.play import journal
from judge.play.acts import act
from judge.play.sheets import clear
from judge.rules.values import DUMMY, RESIGN, SUCCEED, Act
from judge.store.tables import Player, Seat


def played_seats(session: Session, here: Current) -> list[Seat]:
    return [seat for seat in seats_of(session, here.game) if seat.player_id is not None]


def vacate(work: Work, here: Current, seat: Seat, how: str, mail_id: int | None, by: Player | None = None) -> Current:
    """The seat is empty from now on; `how` its player left it, and the GameMaster whose doing it is, if it is one's."""
    player = work.session.get(Player, seat.player_id) if seat.player_id else None
    for role in here.roles_of(seat.name) or (seat.name,):
        here = act(work, here, role, Act(RESIGN), mail_id=mail_id, actor=player, master=by)
    tenures.finish(work.session, seat, how, "vacant", work.now)
    tenures.note_eliminated(work.session, here.game, here.system, here.state)
    here.row.waits = [name for name in here.row.waits or () if name != seat.name]
    here.game.version += 1
    untold = how == tenures.LATE and here.phase.hides_writers
    journal.note(work, here.game, f"{named(seat.name)} is vacant{'' if untold else f' ({how})'}")
    return here


DISMISSED = {
    "ejected": "The GameMaster has taken your seat, {seat}, from you.",
    tenures.LATE: "Your orders were missing for too long. You have lost your seat, {seat}.",
}


def dismiss(work: Work, here: Current, seat: Seat, how: str, mail_id: int | None, by: Player | None = None) -> Current:
    """Takes a seat from its player, who is told; `how` is ejected or late. Money and orders stay with the seat."""
    player = work.session.get_one(Player, seat.player_id)
    here = vacate(work, here, seat, how, mail_id, by)
    text = DISMISSED[how].format(seat=named(seat.name))
    news.to_player(work, here.game, player, "You have lost your seat", (text,))
    return here


def become_computer(
    work: Work, here: Current, seat: Seat, strength: str, mail_id: int | None, by: Player | None = None
) -> Current:
    """A program of this strength plays a seat without a player from now on; everybody is told. The game as it stands
    then.
    """
    for role in here.roles_of(seat.name) or (seat.name,):
        here = act(work, here, role, Act(SUCCEED), mail_id=mail_id, actor=None, master=by)
    if seat.player_id is None and seat.status != COMPUTER:
        seat.generation += 1
    seat.status, seat.computer = COMPUTER, strength
    here.row.computers_at = None
    here.game.version += 1
    work.session.flush()
    journal.note(work, here.game, f"{named(seat.name)} is played by a {in_words(seat)}", by)
    takes = f" TAKEOVER {here.game.name} AS {seat.name} takes the seat." if _is_open(here) else ""
    said = f"A program plays {named(seat.name)} now: {in_words(seat)}. It knows what a player there may know.{takes}"
    news.announce(work, here.game, f"A program plays {named(seat.name)}", (said,), here.row.label, but=by)
    return here


def _is_open(here: Current) -> bool:
    return bool(value_of(here.game.settings, TAKEOVER))


def become_dummy(work: Work, here: Current, seat: Seat, mail_id: int | None, by: Player | None = None) -> Current:
    """Nobody plays the seat's roles any more: a vacant seat is a dummy's from now on; the game as it stands then.

    A dummy has no sheet: what the player before left on file counts no more, unless the results are held already.
    """
    roles = here.roles_of(seat.name) or (seat.name,)
    if here.row.sealed_at is None:
        clear(work.session, here, roles, work.now, mail_id)
    for role in roles:
        if here.game.status != "ended":  # those who are left may have agreed on the end already
            here = act(work, here, role, Act(DUMMY), mail_id=mail_id, actor=None, master=by)
    tenures.finish(work.session, seat, "", "dummy", work.now)
    here.game.version += 1
    return here
