"""A seat (REPLACE) or an office (APPOINT, HANDOVER) offered to somebody who has not asked for it. One letter with a
code asks the player. Nothing changes until they confirm. The GameMaster hears of the outcome.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from judge.app import Judge, Work
from judge.games.lookup import card_of, live_game, seat_called
from judge.games.members import is_master
from judge.identity import codes
from judge.identity.trust import hash_secret
from judge.letters import write
from judge.letters.dates import when
from judge.letters.tree import named
from judge.mail.redaction import CODE_BLANKS
from judge.outbox import news
from judge.outbox.queue import Enclosed, post, reader_of
from judge.play import agenda, journal, membership, seats
from judge.rules.problems import refusal
from judge.store.tables import OVER, Game, Nomination, Player, Seat

SEAT, BESIDE, FIRST = "seat", "beside", "first"

DAY = timedelta(days=1)
ASKED_A_DAY = 3
"""So many such letters a player gets a day, whoever has them sent."""
ASKS_A_DAY = 20
"""So many a GameMaster may have sent a day, in all their games together."""


def nominate_to_seat(work: Work, game: Game, name: str, address: str, by: Player) -> str:
    """REPLACE: asks a registered player whether they take a seat of a game that runs; raises Refused."""
    live = live_game(work.session, game)
    if live is None:
        raise refusal("replace/not-running", f"{game.name} is not running.")
    seat = seat_called(work.session, game, name)
    player = membership.registered(work.session, address)
    seats.check_may_sit(work, live, seat, player)
    until = _ask(work, game, SEAT, player, by, seat)
    stays = "stays with its player" if seat.player_id is not None else "stays as it is"
    return f"{_is_asked(player, until, by)} Until then {named(seat.name)} {stays}."


def nominate_to_office(work: Work, game: Game, kind: str, address: str, by: Player) -> str:
    """Ask a player to run the game with or after `by`, unless they run it already. Raises Refused."""
    player = membership.registered(work.session, address)
    if kind == BESIDE:
        membership.check_may_be_appointed(work, game, player)
    else:
        membership.check_may_hand_over(work, game, player, by)
        if is_master(work.session, game, player):
            return membership.hand_over(work, game, player, by)
    until = _ask(work, game, kind, player, by)
    return f"{_is_asked(player, until, by)} Until then everything stays as it is."


def _is_asked(player: Player, until: datetime, by: Player) -> str:
    return f"I have asked {player.name}, who has until {when(until, by)} to agree. You are told when they do."


def _ask(work: Work, game: Game, kind: str, player: Player, by: Player, seat: Seat | None = None) -> datetime:
    """Mails the player the code, and keeps what it is for; until when it is good. Raises Refused."""
    for earlier in _open(
        work, game, (Nomination.kind == kind) & (Nomination.seat_id == seat.id if seat else Nomination.kind != SEAT)
    ):
        if earlier.player_id == player.id:
            message = f"{player.name} has been asked, and has until {when(earlier.expires_at, by)} to agree."
            raise refusal("nominate/asked", message, hint="You are told when they do.")
        if kind != BESIDE:  # there is one seat, and one first GameMaster
            _end(work, earlier, "void")
    _check_limits(work, player, by)
    code, expires = codes.new_code(work.judge), work.now + codes.CODE_LIFE
    nomination = Nomination(
        game_id=game.id,
        kind=kind,
        seat_id=seat.id if seat else None,
        player_id=player.id,
        by_id=by.id,
        code_hash=work.judge.secret.keyed(hash_secret(code)),
        made_at=work.now,
        expires_at=expires,
    )
    work.session.add(nomination)
    work.session.flush()
    reader, what = reader_of(player), _what(work.session, nomination)
    asks = f"{by.name} is GameMaster of {game.name} and asks: will you {what}?"
    until = f"You have until {when(expires, player)}. If you do not want to, do nothing."
    told = (
        f"{asks} Nothing happens unless you agree.",
        f"To agree, reply with this line alone:\n\n    CONFIRM {CODE_BLANKS[0]}",
        f"{until} INFO {game.name} tells about the game.",
    )
    card = card_of(work.session, game)
    letter = write.notice(work.renderer, reader, card, f"Will you {what}?", told, work.now)
    post(
        work,
        letter,
        reader,
        purpose="code",
        player=player,
        game=game,
        encloses=(Enclosed("named", code, nomination.id),),
    )
    journal.note(work, game, f"{player.name} was asked to {what}", by)
    return expires


def _what(session: Session, asked: Nomination) -> str:
    if asked.kind == SEAT:
        return f"play {named(session.get_one(Seat, asked.seat_id).name)}"
    game, by = session.get_one(Game, asked.game_id), session.get_one(Player, asked.by_id)
    return f"run {game.name} {'beside' if asked.kind == BESIDE else 'after'} {by.name}"


def _check_limits(work: Work, player: Player, by: Player) -> None:
    """Raises Refused where the player was asked often today, whoever asked, or this GameMaster has asked many."""
    asked = select(func.count(Nomination.id)).where(Nomination.made_at > work.now - DAY)
    if work.session.execute(asked.where(Nomination.player_id == player.id)).scalar_one() >= ASKED_A_DAY:
        message = f"{player.name} has been asked such things {ASKED_A_DAY} times today."
        raise refusal("nominate/often", message, hint="Try again tomorrow, or have them send TAKEOVER.")
    if work.session.execute(asked.where(Nomination.by_id == by.id)).scalar_one() >= ASKS_A_DAY:
        raise refusal("nominate/many", f"You have asked {ASKS_A_DAY} people today.", hint="Try again tomorrow.")


def _open(work: Work, game: Game, which: ColumnElement[bool]) -> list[Nomination]:
    query = select(Nomination).where(
        Nomination.game_id == game.id, Nomination.ended_at.is_(None), Nomination.expires_at > work.now, which
    )
    return list(work.session.scalars(query.order_by(Nomination.id)))


def _end(work: Work, nomination: Nomination, outcome: str) -> None:
    nomination.ended_at, nomination.outcome = work.now, outcome


def is_asked(work: Work, game: Game, player: Player) -> bool:
    """Return whether the player is invited, or has an open offer: their letter says that INFO tells about the game."""
    invited = membership.is_invited(work.session, game, player)
    return invited or bool(_open(work, game, Nomination.player_id == player.id))


def waiting_lines(session: Session, game: Game, viewer: Player) -> list[str]:
    """Who is asked and has not agreed yet, for a GameMaster's STATUS."""
    query = (
        select(Nomination).where(Nomination.game_id == game.id, Nomination.ended_at.is_(None)).order_by(Nomination.id)
    )
    found = []
    for nomination in session.scalars(query):
        player, until = session.get_one(Player, nomination.player_id), when(nomination.expires_at, viewer)
        found.append(f"{player.name} is asked to {_what(session, nomination)}, until {until}")
    return found


def accept(work: Work, player: Player, code: str, mail_id: int) -> str | None:
    """Accept the offer of this code; return the answer, None if it is no offer to this player. Raises Refused."""
    query = select(Nomination).where(
        Nomination.code_hash.in_(codes.hashes_of(work, code)), Nomination.player_id == player.id
    )
    nomination = work.session.scalar(query.with_for_update())
    if nomination is None:
        return None
    game = work.session.get_one(Game, nomination.game_id)
    by = work.session.get_one(Player, nomination.by_id)
    stands = game.status not in OVER and is_master(work.session, game, by)
    if nomination.ended_at is not None or nomination.expires_at <= work.now or not stands:
        raise refusal("nominate/over", "That question is open no more.", hint=f"Its GameMaster was {by.name}.")
    done = _carry_out(work, nomination, game, player, by, mail_id)
    _end(work, nomination, "accepted")
    return done


def _carry_out(work: Work, nomination: Nomination, game: Game, player: Player, by: Player, mail_id: int) -> str:
    if nomination.kind == BESIDE:
        return f"Done. {membership.appoint(work, game, player, by)}"
    if nomination.kind == FIRST:
        return f"Done. {membership.hand_over(work, game, player, by)}"
    live = live_game(work.session, game)
    if live is None:
        raise refusal("nominate/over", f"{game.name} is not running now.", hint="Try again when it is.")
    seat = work.session.get_one(Seat, nomination.seat_id)
    told = seats.replace(work, live, seat, player, mail_id, by)
    news.tell_masters(work, game, f"{player.name} has agreed to play {named(seat.name)}", (told,), but=player)
    return f"Done. You now play {named(seat.name)} in {game.name}. A mail about where things stand is on its way."


# Made once: it is asked in each round of the clerk.
_IS_ANY = select(Nomination.id).where(*agenda.EXPIRED).limit(1)
_EXPIRED = select(Nomination).where(*agenda.EXPIRED).order_by(Nomination.id).with_for_update(skip_locked=True)


def tell_expired(judge: Judge) -> None:
    """The GameMasters read which of those whom they asked have not agreed in time."""
    with judge.reading() as work:
        if work.session.execute(_IS_ANY, {"now": work.now}).first() is None:
            return
    judge.write(_tell_expired)


def _tell_expired(work: Work) -> None:
    for nomination in work.session.scalars(_EXPIRED, {"now": work.now}).all():
        _end(work, nomination, "expired")
        game = work.session.get_one(Game, nomination.game_id)
        if game.status in OVER:
            continue
        player = work.session.get_one(Player, nomination.player_id)
        what = f"{player.name} was asked to {_what(work.session, nomination)}, and has not agreed in time."
        told = (f"{what} Nothing has changed. You may ask them again, or somebody else.",)
        news.tell_masters(work, game, f"{player.name} has not agreed", told)
