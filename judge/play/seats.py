"""Seats while a game runs: resigning, ejecting, replacing, taking over, dummies, programs."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete
from sqlalchemy.orm import Session

from judge.app import Work
from judge.club import doors
from judge.club.records import record_of
from judge.games import tenures
from judge.games.lookup import LiveGame, joined_players, seat_called, seats_of, system_of
from judge.games.members import (
    COMPUTER,
    computer_title,
    is_computer,
    is_master,
    is_observer,
    sits_in,
    strength_called,
    was_master,
)
from judge.games.settings import OBSERVERS, TAKEOVER, value_of
from judge.letters.columns import with_be
from judge.letters.dates import briefly, when
from judge.letters.tree import named
from judge.outbox import news
from judge.play import journal, membership
from judge.play.absences import deadline_for, wall_of
from judge.play.acts import act
from judge.play.options import set_option
from judge.play.position import mail_position
from judge.play.sanity_checks import Sent
from judge.play.sheets import clear, filed_by
from judge.press.letter_book import hand_down
from judge.rules.problems import refusal
from judge.rules.values import DUMMY, RESIGN, SUCCEED, Act
from judge.store.tables import Game, Observer, Player, Seat


def played_seats(session: Session, live: LiveGame) -> list[Seat]:
    return [seat for seat in seats_of(session, live.game) if seat.player_id is not None]


def vacate(work: Work, live: LiveGame, seat: Seat, how: str, mail_id: int | None, by: Player | None = None) -> LiveGame:
    """The seat is empty from now on; `how` its player left it, and the GameMaster whose doing it is, if it is one's."""
    player = work.session.get(Player, seat.player_id) if seat.player_id else None
    for role in live.roles_of(seat.name) or (seat.name,):
        live = act(work, live, role, Act(RESIGN), mail_id=mail_id, actor=player, master=by)
    tenures.finish(work.session, seat, how, "vacant", work.now)
    tenures.note_eliminated(work.session, live.game, live.system, live.state)
    live.row.waits = [name for name in live.row.waits or () if name != seat.name]
    live.game.version += 1
    untold = how == tenures.LATE and live.phase.hides_writers
    journal.note(work, live.game, f"{named(seat.name)} is vacant{'' if untold else f' ({how})'}")
    return live


DISMISSED = {
    "ejected": "The GameMaster has taken your seat, {seat}, from you.",
    tenures.LATE: "Your orders were missing for too long. You have lost your seat, {seat}.",
}


def dismiss(
    work: Work, live: LiveGame, seat: Seat, how: str, mail_id: int | None, by: Player | None = None
) -> LiveGame:
    """Takes a seat from its player, who is told; `how` is ejected or late. Money and orders stay with the seat."""
    player = work.session.get_one(Player, seat.player_id)
    live = vacate(work, live, seat, how, mail_id, by)
    text = DISMISSED[how].format(seat=named(seat.name))
    news.to_player(work, live.game, player, "You have lost your seat", (text,))
    return live


def become_computer(
    work: Work, live: LiveGame, seat: Seat, strength: str, mail_id: int | None, by: Player | None = None
) -> LiveGame:
    """Let a program of this strength play a seat without a player, and tell everybody; return the game after it."""
    for role in live.roles_of(seat.name) or (seat.name,):
        live = act(work, live, role, Act(SUCCEED), mail_id=mail_id, actor=None, master=by)
    if seat.player_id is None and seat.status != COMPUTER:
        seat.generation += 1
    seat.status, seat.computer = COMPUTER, strength
    live.row.computers_at = None
    live.game.version += 1
    work.session.flush()
    journal.note(work, live.game, f"{named(seat.name)} is played by a {computer_title(seat)}", by)
    is_open = value_of(live.game.settings, TAKEOVER)
    takes = f" TAKEOVER {live.game.name} AS {seat.name} takes the seat." if is_open else ""
    said = (
        f"A program plays {named(seat.name)} now: {computer_title(seat)}. It knows what a player there may know.{takes}"
    )
    news.announce(work, live.game, f"A program plays {named(seat.name)}", (said,), but=by)
    return live


def become_dummy(work: Work, live: LiveGame, seat: Seat, mail_id: int | None, by: Player | None = None) -> LiveGame:
    """Make a vacant seat a dummy; return the game after it. Its sheet counts no more, unless results are held."""
    roles = live.roles_of(seat.name) or (seat.name,)
    if live.row.sealed_at is None:
        clear(work.session, live, roles, Sent(None, mail_id, work.now))
    for role in roles:
        if live.game.status != "ended":  # those who are left may have agreed on the end already
            live = act(work, live, role, Act(DUMMY), mail_id=mail_id, actor=None, master=by)
    tenures.finish(work.session, seat, "", "dummy", work.now)
    live.game.version += 1
    return live


def eject(work: Work, live: LiveGame, name: str, mail_id: int | None, by: Player) -> str:
    """The GameMaster takes a seat from its player."""
    seat = seat_called(work.session, live.game, name)
    if seat.player_id is None:
        raise refusal("eject/empty", f"Nobody plays {named(seat.name)}.")
    dismiss(work, live, seat, "ejected", mail_id, by)
    if seat.status == tenures.ELIMINATED:
        return f"{named(seat.name)} has no player now. It is out of the game."
    ways = "REPLACE or TAKEOVER fills" if value_of(live.game.settings, TAKEOVER) else "REPLACE fills"
    return f"{named(seat.name)} has no player now. {ways} the seat; DUMMY makes it a dummy."


def dummy_from_the_start(work: Work, game: Game, name: str, reserved: Collection[str]) -> tuple[str, str]:
    """Return the option by which this seat is a dummy from the start, and what is told of it. Raises Refused."""
    seat = seat_called(work.session, game, name)
    seating = system_of(game).seating(game.options)
    if not seating.dummies_option:
        raise refusal("dummy/none", "In this game somebody must play every seat from the start.")
    dummies = (*seating.dummies, seat.name)
    if len(joined_players(work.session, game)) > len(seats_of(work.session, game)) - len(set(dummies)):
        raise refusal("dummy/seats-taken", "More players have joined than there would be seats.")
    return set_option(work, game, seating.dummies_option, " ".join(dict.fromkeys(dummies)), reserved)


def make_dummy(work: Work, live: LiveGame, name: str, mail_id: int, by: Player) -> str:
    """A seat that nobody plays becomes a dummy. Raises Refused."""
    seat = seat_called(work.session, live.game, name)
    if seat.status == "dummy":
        raise refusal("dummy/already", f"{named(seat.name)} is already a dummy.")
    if is_computer(seat):
        hint = f"REPLACE {seat.name} WITH address gives the seat to a person."
        raise refusal("dummy/computer", f"A program plays {named(seat.name)}.", hint=hint)
    _check_not_eliminated(seat)
    if seat.status != "vacant":
        raise refusal(
            "dummy/played",
            f"{named(seat.name)} is played.",
            hint="Only a seat whose player has left can become a dummy.",
        )
    become_dummy(work, live, seat, mail_id, by)
    return f"{named(seat.name)} is now a dummy."


def make_computer(
    work: Work, game: Game, live: LiveGame | None, name: str, strength: str, mail_id: int, by: Player
) -> str:
    """Let a program play a seat that nobody plays; before the start `OFF` gives it back. Raises Refused."""
    seat = seat_called(work.session, game, name)
    off = strength.upper() == "OFF"
    wanted = "" if off else strength_called(system_of(game), strength)
    if seat.status == "dummy":
        raise refusal("computer/dummy", f"{named(seat.name)} is a dummy: its units are nobody's.")
    if live is None:
        return _computer_from_the_start(work, game, seat, wanted, by)
    if off:
        hint = f"REPLACE {seat.name} WITH address gives it to somebody."
        raise refusal("computer/running", "A seat cannot be left empty in a running game.", hint=hint)
    _check_not_eliminated(seat)
    if seat.player_id is not None:
        hint = "Only a seat whose player has left can be played by a program."
        raise refusal("computer/played", f"{named(seat.name)} is played.", hint=hint)
    become_computer(work, live, seat, wanted, mail_id, by)
    way = "TAKEOVER" if value_of(game.settings, TAKEOVER) else "REPLACE"
    return (
        f"A program plays {named(seat.name)} now: {computer_title(seat)}. {way} gives the seat to a person at any time."
    )


def _computer_from_the_start(work: Work, game: Game, seat: Seat, strength: str, by: Player) -> str:
    if game.status != "forming":
        raise refusal("computer/over", f"{game.name} is not running.")
    free = sum(each.status == "open" for each in seats_of(work.session, game)) - len(joined_players(work.session, game))
    if strength and not is_computer(seat) and free < 1:
        raise refusal("computer/seats-taken", "More players have joined than there would be seats.")
    seat.status, seat.computer = (COMPUTER, strength) if strength else ("open", "")
    game.version += 1
    said = (
        f"A {computer_title(seat)} will play {named(seat.name)}."
        if strength
        else f"{named(seat.name)} is for a player."
    )
    journal.note(work, game, said, by)
    news.announce_to_joined(work, game, said.rstrip("."), (said,), but=by)
    return said


def check_may_sit(work: Work, live: LiveGame, seat: Seat, player: Player) -> None:
    """Raises Refused where the GameMaster cannot give this seat to this player."""
    if sits_in(work.session, live.game, player):
        hint = "Whoever is out of it can RESIGN first, and may then be given a seat."
        raise refusal("replace/plays-already", f"{player.name} already plays in this game.", hint=hint)
    _check_no_master(work.session, live.game, player)
    if seat.status == "dummy":
        raise refusal("replace/dummy", f"{named(seat.name)} is a dummy.")
    _check_not_eliminated(seat)


def _check_no_master(session: Session, game: Game, player: Player) -> None:
    """Raises Refused for who may have read, in a preview or as GameMaster, what no player of a seat may know."""
    if is_master(session, game, player) or was_master(session, game, player):
        raise refusal("seat/master", "Who is or was a GameMaster of a running game cannot take a seat in it.")


def _check_not_eliminated(seat: Seat) -> None:
    """Raises Refused where the player of the seat has left, and nobody could play it any more."""
    if seat.status == tenures.ELIMINATED:
        raise refusal("seat/eliminated", f"{named(seat.name)} is out of the game.")


def replace(work: Work, live: LiveGame, seat: Seat, player: Player, mail_id: int, by: Player) -> str:
    """Gives a seat to another player, who has agreed and is mailed where things stand; raises Refused."""
    check_may_sit(work, live, seat, player)
    if seat.status == "taken":
        former = work.session.get_one(Player, seat.player_id)
        # Not a resignation: an eliminated power's money, say, is not forfeited (Payola 2.4) but goes to the successor.
        tenures.finish(work.session, seat, "replaced", "vacant", work.now)
        text = f"The GameMaster has given your seat, {named(seat.name)}, to another player."
        news.to_player(work, live.game, former, "You have been replaced", (text,))
    stands = any(filed_by(work.session, live, role) for role in live.roles_of(seat.name))
    sit_down(work, live, seat, player, mail_id, by)
    counts = f" What is on file for {named(seat.name)} still counts." if stands else ""
    return f"{player.name} now plays {named(seat.name)}. I have mailed them the position.{counts}"


def check_may_take_over(session: Session, game: Game, player: Player) -> None:
    """Raises Refused for whoever cannot take any seat of the game by themselves, and says how they might get one."""
    if game.practice:
        hint = "PRACTICE and a game begins another one."
        raise refusal("takeover/practice", "Programs play the other seats of a practice game.", hint=hint)
    if sits_in(session, game, player):
        hint = "Whoever is out of it sends RESIGN first, and may then take a seat."
        raise refusal("takeover/plays", "You already play in this game.", hint=hint)
    _check_no_master(session, game, player)
    membership.check_word(
        session, game, player, "", "Its GameMaster can INVITE you first, or give you the seat with REPLACE."
    )
    if not value_of(game.settings, TAKEOVER):
        watched = is_observer(session, game, player)
        hint = "PRESS TO MASTER asks them." if watched else ""
        if not watched and value_of(game.settings, OBSERVERS):
            hint = f"Once you OBSERVE {game.name}, PRESS TO MASTER asks them."
        raise refusal("takeover/closed", "In this game the GameMaster fills the seats.", hint=hint)


def take_over(work: Work, live: LiveGame, name: str, player: Player, mail_id: int) -> str:
    """Somebody takes a seat whose player has left; raises Refused."""
    check_may_take_over(work.session, live.game, player)
    doors.check_reliable(live.game, record_of(work.session, player, by_others=True))
    free = [seat for seat in seats_of(work.session, live.game) if seat.status in ("vacant", COMPUTER)]
    open_seats = sorted(free, key=is_computer)  # a program plays well enough: first those that nobody plays
    if not open_seats:
        raise refusal("takeover/none", f"No seat of {live.game.name} is open.", hint="LIST shows the games.")
    if name in ("", "?"):
        seat = open_seats[0]
    else:
        seat = seat_called(work.session, live.game, name)
        if seat not in open_seats:
            listed = ", ".join(each.name for each in open_seats)
            raise refusal("takeover/taken", f"{named(seat.name)} is not open.", hint=f"Open: {listed}.")
    if tenures.has_left(work.session, seat, player.id):
        raise refusal("takeover/left", "You have left that seat.", hint="Only the GameMaster can give it back to you.")
    inherits = any(filed_by(work.session, live, role) for role in live.roles_of(seat.name))
    before = "the program" if is_computer(seat) else "the player before you"
    sit_down(work, live, seat, player, mail_id)
    said = f"{player.name} has taken over {named(seat.name)}"
    news.tell_masters(work, live.game, said, (f"{said}. You have nothing to do.",))
    stands = f" What {before} sent for this phase counts until you change it: SHOW." if inherits else ""
    return (
        f"You now play {named(seat.name)} in {live.game.name}. A mail about where things stand is on its way.{stands}"
    )


def sit_down(
    work: Work, live: LiveGame, seat: Seat, player: Player, mail_id: int | None, by: Player | None = None
) -> None:
    """Seat a player and mail them the position. A deadline that has passed is set anew: nobody is late on day one."""
    awaited = seat.name in tenures.lost_seats(work.session, live.game)
    tenures.begin(work.session, seat, player.id, work.now)
    seat.generation += 1
    work.session.execute(delete(Observer).where(Observer.game_id == live.game.id, Observer.player_id == player.id))
    roles = live.roles_of(seat.name) or (seat.name,)
    # Before anybody is told of the seat, and with that of the deadline.
    missing = live.missing(work.session)
    awaited = awaited or any(role in missing for role in roles)
    clock = live.game.paused_at or work.now
    if live.row.deadline <= clock and live.row.cut is None and awaited:
        live.row.deadline = deadline_for(work.session, live.game, live.phase, clock)
        live.row.wall = wall_of(live.game, live.phase, live.row.deadline)
        live.row.late_told_at = None
        told: dict[news.Recipient, news.Notice] = {}
        for to in news.recipients(work.session, live.game):
            text = f"{with_be(live.phase.title)} due {when(live.row.deadline, to.reader)}, as a seat was filled."
            if to.player.id != player.id and live.game.status != "paused":
                told[to] = f"New deadline: {briefly(live.row.deadline, to.reader)}", (text,)
        news.notify(work, live.game, told, dated=True)
    for role in roles:
        live = act(work, live, role, Act(SUCCEED), mail_id=mail_id, actor=player, master=by)
    live.game.version += 1
    journal.note(work, live.game, f"{named(seat.name)} has a new player", player)
    given = ("The GameMaster has given you the seat.",) if by is not None else ()
    for to in news.at_seat(player, seat, roles):
        mail_position(work, live, to, (f"You now play {named(seat.name)}", *given), newcomer=True)
    hand_down(work, live, seat, player)
