"""Who sits where while a game runs: resigning, ejecting, replacing, taking over, dummies."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete
from sqlalchemy.orm import Session

from judge.app import Work
from judge.games import tenures
from judge.games.computers import COMPUTER, in_words, is_computer, strength_called
from judge.games.current import Current, joined_players, missing_roles, on_file, seat_called, seats_of, system_of
from judge.games.members import is_master, is_observer
from judge.games.settings import OBSERVERS, TAKEOVER, value_of
from judge.letters.columns import with_be
from judge.letters.tree import named
from judge.letters.when import briefly, when
from judge.outbox import news
from judge.play import journal, membership
from judge.play.absences import deadline_for, wall_of
from judge.play.acts import act
from judge.play.options import set_option, tell_changes
from judge.play.position import mail_position
from judge.play.sheets import filed_by
from judge.play.vacancies import become_computer, become_dummy, dismiss, vacate
from judge.press.letter_book import hand_down
from judge.rules.problems import Problem, Refused
from judge.rules.values import SUCCEED, Act
from judge.store.tables import Game, Observer, Player, Seat


def resign(work: Work, here: Current, seat: Seat, mail_id: int | None) -> Current:
    """The player of a seat leaves, what the rules say of that happens to their roles; the game as it stands then."""
    return vacate(work, here, seat, "resigned", mail_id)


def eject(work: Work, here: Current, name: str, mail_id: int | None, by: Player) -> str:
    """The GameMaster takes a seat from its player."""
    seat = seat_called(work.session, here.game, name)
    if seat.player_id is None:
        raise Refused(Problem("eject/empty", f"Nobody plays {named(seat.name)}."))
    dismiss(work, here, seat, "ejected", mail_id, by)
    if seat.status == tenures.ELIMINATED:
        return f"{named(seat.name)} has no player now. It is out of the game."
    ways = "REPLACE or TAKEOVER fills" if value_of(here.game.settings, TAKEOVER) else "REPLACE fills"
    return f"{named(seat.name)} has no player now. {ways} the seat; DUMMY makes it a dummy."


def make_dummy(
    work: Work, game: Game, here: Current | None, name: str, reserved: Collection[str], mail_id: int, by: Player
) -> str:
    """A seat that nobody plays becomes a dummy; before the start that is an option of the game."""
    seat = seat_called(work.session, game, name)
    if here is None:
        seating = system_of(game).seating(game.options)
        if not seating.dummies_option:
            raise Refused(Problem("dummy/none", "In this game somebody must play every seat from the start."))
        dummies = (*seating.dummies, seat.name)
        if len(joined_players(work.session, game)) > len(seats_of(work.session, game)) - len(set(dummies)):
            raise Refused(Problem("dummy/seats-taken", "More players have joined than there would be seats."))
        _, done = set_option(work, game, seating.dummies_option, " ".join(dict.fromkeys(dummies)), reserved)
        tell_changes(work, game, {seating.dummies_option: done})
        return done
    if seat.status == "dummy":
        raise Refused(Problem("dummy/already", f"{named(seat.name)} is already a dummy."))
    if is_computer(seat):
        hint = f"REPLACE {seat.name} WITH address gives the seat to a person."
        raise Refused(Problem("dummy/computer", f"A program plays {named(seat.name)}.", hint=hint))
    _check_not_eliminated(seat)
    if seat.status != "vacant":
        raise Refused(
            Problem(
                "dummy/played",
                f"{named(seat.name)} is played.",
                hint="Only a seat whose player has left can become a dummy.",
            )
        )
    become_dummy(work, here, seat, mail_id, by)
    return f"{named(seat.name)} is now a dummy."


def make_computer(
    work: Work, game: Game, here: Current | None, name: str, strength: str, mail_id: int, by: Player
) -> str:
    """A program plays a seat that nobody plays, from the start or from now on; before the start `OFF` gives it back.
    Raises Refused.
    """
    seat = seat_called(work.session, game, name)
    off = strength.upper() == "OFF"
    wanted = "" if off else strength_called(system_of(game), strength)
    if seat.status == "dummy":
        raise Refused(Problem("computer/dummy", f"{named(seat.name)} is a dummy: its units are nobody's."))
    if here is None:
        return _computer_from_the_start(work, game, seat, wanted, by)
    if off:
        hint = f"REPLACE {seat.name} WITH address gives it to somebody."
        raise Refused(Problem("computer/running", "A seat cannot be left empty in a running game.", hint=hint))
    _check_not_eliminated(seat)
    if seat.player_id is not None:
        hint = "Only a seat whose player has left can be played by a program."
        raise Refused(Problem("computer/played", f"{named(seat.name)} is played.", hint=hint))
    become_computer(work, here, seat, wanted, mail_id, by)
    way = "TAKEOVER" if value_of(game.settings, TAKEOVER) else "REPLACE"
    return f"A program plays {named(seat.name)} now: {in_words(seat)}. {way} gives the seat to a person at any time."


def _computer_from_the_start(work: Work, game: Game, seat: Seat, strength: str, by: Player) -> str:
    if game.status != "forming":
        raise Refused(Problem("computer/over", f"{game.name} is not running."))
    free = sum(each.status == "open" for each in seats_of(work.session, game)) - len(joined_players(work.session, game))
    if strength and not is_computer(seat) and free < 1:
        raise Refused(Problem("computer/seats-taken", "More players have joined than there would be seats."))
    seat.status, seat.computer = (COMPUTER, strength) if strength else ("open", "")
    game.version += 1
    said = f"A {in_words(seat)} will play {named(seat.name)}." if strength else f"{named(seat.name)} is for a player."
    journal.note(work, game, said, by)
    news.announce(work, game, said.rstrip("."), (said,), but=by)
    for player in joined_players(work.session, game):
        if player.id != by.id:
            news.to_player(work, game, player, said.rstrip("."), (said,))
    return said


def check_may_sit(work: Work, here: Current, seat: Seat, player: Player) -> None:
    """Raises Refused where the GameMaster cannot give this seat to this player."""
    if any(other.player_id == player.id for other in seats_of(work.session, here.game)):
        hint = "Whoever is out of it can RESIGN first, and may then be given a seat."
        raise Refused(Problem("replace/plays-already", f"{player.name} already plays in this game.", hint=hint))
    if seat.status == "dummy":
        raise Refused(Problem("replace/dummy", f"{named(seat.name)} is a dummy."))
    _check_not_eliminated(seat)


def _check_not_eliminated(seat: Seat) -> None:
    """Raises Refused where the player of the seat has left, and nobody could play it any more."""
    if seat.status == tenures.ELIMINATED:
        raise Refused(Problem("seat/eliminated", f"{named(seat.name)} is out of the game."))


def replace(work: Work, here: Current, seat: Seat, player: Player, mail_id: int, by: Player) -> str:
    """Gives a seat to another player, who has agreed and is mailed where things stand; raises Refused."""
    check_may_sit(work, here, seat, player)
    if seat.status == "taken":
        former = work.session.get_one(Player, seat.player_id)
        # Not a resignation: an eliminated power's money, say, is not forfeited (Payola 2.4) but goes to the successor.
        tenures.finish(work.session, seat, "replaced", "vacant", work.now)
        text = f"The GameMaster has given your seat, {named(seat.name)}, to another player."
        news.to_player(work, here.game, former, "You have been replaced", (text,))
    stands = any(filed_by(work.session, here, role) for role in here.roles_of(seat.name))
    sit_down(work, here, seat, player, mail_id, by)
    counts = f" What is on file for {named(seat.name)} still counts." if stands else ""
    return f"{player.name} now plays {named(seat.name)}. I have mailed them the position.{counts}"


def check_may_take_over(session: Session, game: Game, player: Player) -> None:
    """Raises Refused for whoever cannot take any seat of the game by themselves, and says how they might get one."""
    if game.practice:
        hint = "PRACTICE and a game begins another one."
        raise Refused(Problem("takeover/practice", "Programs play the other seats of a practice game.", hint=hint))
    if any(other.player_id == player.id for other in seats_of(session, game)):
        hint = "Whoever is out of it sends RESIGN first, and may then take a seat."
        raise Refused(Problem("takeover/plays", "You already play in this game.", hint=hint))
    if is_master(session, game, player):
        raise Refused(Problem("takeover/master", "A GameMaster cannot take a seat in a running game of their own."))
    membership.check_word(
        session, game, player, "", "Its GameMaster can INVITE you first, or give you the seat with REPLACE."
    )
    if not value_of(game.settings, TAKEOVER):
        watched = is_observer(session, game, player)
        hint = "PRESS TO MASTER asks them." if watched else ""
        if not watched and value_of(game.settings, OBSERVERS):
            hint = f"Once you OBSERVE {game.name}, PRESS TO MASTER asks them."
        raise Refused(Problem("takeover/closed", "In this game the GameMaster fills the seats.", hint=hint))


def take_over(work: Work, here: Current, name: str, player: Player, mail_id: int) -> str:
    """Somebody takes a seat whose player has left; raises Refused."""
    check_may_take_over(work.session, here.game, player)
    free = [seat for seat in seats_of(work.session, here.game) if seat.status in ("vacant", COMPUTER)]
    open_seats = sorted(free, key=is_computer)  # a program plays well enough: first those that nobody plays
    if not open_seats:
        raise Refused(Problem("takeover/none", f"No seat of {here.game.name} is open.", hint="LIST shows the games."))
    if name in ("", "?"):
        seat = open_seats[0]
    else:
        seat = seat_called(work.session, here.game, name)
        if seat not in open_seats:
            listed = ", ".join(each.name for each in open_seats)
            raise Refused(Problem("takeover/taken", f"{named(seat.name)} is not open.", hint=f"Open: {listed}."))
    if tenures.has_left(work.session, seat, player.id):
        raise Refused(
            Problem("takeover/left", "You have left that seat.", hint="Only the GameMaster can give it back to you.")
        )
    inherits = any(filed_by(work.session, here, role) for role in here.roles_of(seat.name))
    before = "the program" if is_computer(seat) else "the player before you"
    sit_down(work, here, seat, player, mail_id)
    said = f"{player.name} has taken over {named(seat.name)}"
    news.tell_masters(work, here.game, said, (f"{said}. You have nothing to do.",))
    stands = f" What {before} sent for this phase counts until you change it: SHOW." if inherits else ""
    return (
        f"You now play {named(seat.name)} in {here.game.name}. A mail about where things stand is on its way.{stands}"
    )


def sit_down(
    work: Work, here: Current, seat: Seat, player: Player, mail_id: int | None, by: Player | None = None
) -> None:
    """The player takes a free seat and is mailed where things stand. A game that waited for the seat past its deadline
    gets a new one: nobody is late on their first day.
    """
    awaited = seat.name in tenures.lost_seats(work.session, here.game)
    tenures.begin(work.session, seat, player.id, work.now)
    seat.generation += 1
    work.session.execute(delete(Observer).where(Observer.game_id == here.game.id, Observer.player_id == player.id))
    roles = here.roles_of(seat.name) or (seat.name,)
    # Before anybody is told of the seat, and with that of the deadline.
    missing = missing_roles(here.phase, on_file(work.session, here.game, here.row.label))
    awaited = awaited or any(role in missing for role in roles)
    clock = here.game.paused_at or work.now
    if here.row.deadline <= clock and here.row.cut is None and awaited:
        here.row.deadline = deadline_for(work.session, here.game, here.phase, clock)
        here.row.wall = wall_of(here.game, here.phase, here.row.deadline)
        here.row.late_told_at = None
        for to in news.recipients(work.session, here.game):
            text = (f"{with_be(here.phase.title)} due {when(here.row.deadline, to.reader)}, as a seat was filled.",)
            if to.player.id != player.id and here.game.status != "paused":
                news.notify(
                    work,
                    here.game,
                    to,
                    f"New deadline: {briefly(here.row.deadline, to.reader)}",
                    text,
                    here.row.label,
                    dated=True,
                )
    for role in roles:
        here = act(work, here, role, Act(SUCCEED), mail_id=mail_id, actor=player, master=by)
    here.game.version += 1
    journal.note(work, here.game, f"{named(seat.name)} has a new player", player)
    given = ("The GameMaster has given you the seat.",) if by is not None else ()
    for to in news.at_seat(player, seat, roles):
        mail_position(work, here, to, (f"You now play {named(seat.name)}", *given), newcomer=True)
    hand_down(work, here, seat, player)
