"""Press to and from programs at seats. It is kept until the game is over, for they have no mailbox."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from judge.app import Work
from judge.games.lookup import open_phase
from judge.games.members import computer_seats, is_computer
from judge.games.settings import PRESS, value_of
from judge.letters.values import MASTER_ROLE
from judge.press.delivery import OBSERVERS, deliver
from judge.rules.computers import Message
from judge.store.tables import Dispatch, Game, Seat

UNHEARD = "unheard"
"""The status of press that programs are yet to read; theirs is a copy of its own."""
HEARD = "heard"
SAID = "said"
"""The status of what programs have written: a promise is to be known again when it falls due."""
LONGEST_LETTER = 2_000
"""Characters of a program's letter."""
MOST_LETTERS = 10
"""So many letters a program may write at a time."""
_SIGNED = ("white", "choice")


def hear(work: Work, game: Game, dispatch: Dispatch) -> list[str]:
    """Keeps press for the programs that it reaches; the seats that they play. What no seat signs they do not read."""
    seats = [seat.name for seat in computer_seats(work.session, game) if seat.name in dispatch.reach]
    phase = open_phase(work.session, game)
    if not seats or phase is None or dispatch.signed != dispatch.sender:
        return []
    phase.computers_at = None  # they are asked once more
    work.session.add(
        Dispatch(
            game_id=game.id,
            player_id=dispatch.player_id,
            kind="press",
            signed=dispatch.signed,
            sender=dispatch.sender,
            named=dispatch.named,
            reach=seats,
            text=dispatch.text,
            issue=phase.label,
            status=UNHEARD,
            made_at=work.now,
        )
    )
    return seats


def kept(session: Session, game: Game) -> Sequence[Dispatch]:
    """All that this game's programs have been written, and have written, oldest first."""
    query = select(Dispatch).where(Dispatch.game_id == game.id, Dispatch.status.in_((UNHEARD, HEARD, SAID)))
    return session.scalars(query.order_by(Dispatch.id)).all()


def heard_by(letters: Sequence[Dispatch], seat: Seat, since: datetime | None) -> list[Dispatch]:
    """Of what is kept all that this seat has been written since then."""
    return [each for each in letters if each.sender != seat.name and seat.name in each.reach and _is_since(each, since)]


def said_by(letters: Sequence[Dispatch], seat: Seat, since: datetime | None) -> list[Dispatch]:
    """Of what is kept all that this seat has written since then."""
    return [each for each in letters if each.sender == seat.name and _is_since(each, since)]


def _is_since(letter: Dispatch, since: datetime | None) -> bool:
    return since is None or letter.made_at >= since


def mark_heard(session: Session, letters: Sequence[int]) -> None:
    """These (ids) have been read."""
    if letters:
        session.execute(update(Dispatch).where(Dispatch.id.in_(letters)).values(status=HEARD))


def forget(session: Session, game: Game) -> None:
    """The game is over, and no program has anything to keep to."""
    session.execute(delete(Dispatch).where(Dispatch.game_id == game.id, Dispatch.status.in_((UNHEARD, HEARD, SAID))))


def addressees_of(game: Game, seats: Sequence[Seat], seat: Seat) -> tuple[str, ...]:
    """Return the seats to which a program may write from this one; none where press is not signed."""
    if value_of(game.settings, PRESS) not in _SIGNED:
        return ()
    own = seat.player_id is not None
    readers = [each for each in seats if each.player_id is not None or (own and is_computer(each))]
    return tuple(each.name for each in readers if each.id != seat.id)


def send(work: Work, game: Game, sender: str, addressees: Sequence[str], messages: Sequence[Message]) -> None:
    """Mails what a program has written to people, and keeps it for the program; what is not for them is left out."""
    phase = open_phase(work.session, game)
    for each in messages[:MOST_LETTERS]:
        named = [name for name in each.to if name in addressees]
        if (each.to and not named) or not addressees or not each.text.strip():
            continue
        everybody = [*addressees, MASTER_ROLE, OBSERVERS]
        letter = Dispatch(
            game_id=game.id,
            kind="press",
            signed=sender,
            sender=sender,
            named=named or None,
            reach=named or everybody,
            text=each.text.strip()[:LONGEST_LETTER],
            issue=phase.label if phase is not None else None,
            status=SAID,
            made_at=work.now,
        )
        deliver(work, game, letter)
        work.session.add(letter)
