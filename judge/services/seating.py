"""Who sits where while a game runs: resigning, replacing, dummies."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from judge.letters import write
from judge.letters.values import Deadline
from judge.rules.problems import Problem, Refused
from judge.rules.system import DUMMY, RESIGN, SUCCEED, Act
from judge.services import news
from judge.services.acting import act
from judge.services.current import Current, card_of, seats_of
from judge.services.judge import Judge
from judge.services.making import joined_players, set_option
from judge.services.outbox import reader_of
from judge.services.sheets import filed_by
from judge.services.trust import player_at
from judge.store.tables import Game, Player, Seat


def seat_called(session: Session, game: Game, name: str) -> Seat:
    """The seat of this name (or the only one it abbreviates); raises Refused."""
    seats = seats_of(session, game)
    found = [seat for seat in seats if seat.name == name] or [seat for seat in seats if seat.name.startswith(name)]
    if len(found) != 1:
        raise Refused(
            Problem(
                "seat/unknown",
                f"There is no seat {name[:30]}.",
                hint=f"Seats: {', '.join(seat.name for seat in seats)}.",
            )
        )
    return found[0]


def _leave(seat: Seat, status: str) -> None:
    seat.player_id = None
    seat.status = status
    seat.generation += 1  # the tokens of its former player end here


def resign(judge: Judge, session: Session, here: Current, seat: Seat, now: datetime, mail_id: int | None) -> Current:
    """The player of a seat leaves, what the rules say of that happens to his roles; the game as it stands then."""
    player = session.get(Player, seat.player_id) if seat.player_id else None
    for role in here.roles_of(seat.name) or (seat.name,):
        here = act(judge, session, here, role, Act(RESIGN), now, mail_id=mail_id, actor=player)
    _leave(seat, "vacant")
    here.game.version += 1
    return here


def make_dummy(
    judge: Judge, session: Session, game: Game, here: Current | None, name: str, now: datetime, mail_id: int
) -> str:
    """A seat that nobody plays becomes a dummy; before the start that is an option of the game."""
    seat = seat_called(session, game, name)
    if here is None:
        dummies = [*game.options.get("dummies", ()), seat.name]
        if len(joined_players(session, game)) > len(seats_of(session, game)) - len(set(dummies)):
            raise Refused(Problem("dummy/seats-taken", "More players have joined than would have seats."))
        return set_option(judge, session, game, "dummies", " ".join(dict.fromkeys(dummies)), now)
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
    for role in here.roles_of(seat.name) or (seat.name,):
        here = act(judge, session, here, role, Act(DUMMY), now, mail_id=mail_id, actor=None)
    _leave(seat, "dummy")
    return f"{seat.name.title()} is a dummy now."


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
        _leave(seat, "vacant")
        text = f"The GameMaster has given your seat, {seat.name.title()}, to another player."
        news.to_player(judge, session, here.game, former, "You have been replaced", (text,), now)
    seat.player_id = player.id
    seat.status = "taken"
    seat.generation += 1
    session.flush()
    roles = here.roles_of(seat.name) or (seat.name,)
    for role in roles:
        here = act(judge, session, here, role, Act(SUCCEED), now, mail_id=mail_id, actor=player)
    for role in roles:
        reader = reader_of(session, player, role)
        view = here.system.view(here.state, reader.audience)
        form = here.system.form(view, filed_by(session, here, role))
        deadline = Deadline(here.row.deadline, here.phase)
        letter = write.results(judge.renderer, reader, card_of(session, here.game), view, (), deadline, form, now)
        to = news.Recipient(player, seat, reader)
        news.deliver(judge, session, here.game, to, letter, "results", here.row.label, now)
    return f"{player.name} plays {seat.name.title()} now."
