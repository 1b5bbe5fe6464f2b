"""What players, observers and GameMasters of a game are told: one letter each, made of what that reader may know."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import and_, insert, or_, select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.games.lookup import LiveGame, card_of, joined_players, players_of, seats_of
from judge.games.members import is_master, masters, observers
from judge.letters import write
from judge.letters.briefing import known_of
from judge.letters.calendar import Due, deadlines
from judge.letters.values import MASTER_ROLE, PressLetter, Reader
from judge.mail.values import Letter
from judge.outbox.queue import Batch, address_of, post, post_all, reader_of, recent_letters
from judge.rules.values import Event
from judge.store.tables import Base, EventRow, Game, OutboundRow, PhaseRow, Player, Seat

MOST_NOTICES = 30
"""So many letters about what happens in one game between its phases reach one address within an hour."""
_BOUNDED = ("notice", "news")
_TOO_MANY = (
    "More has happened in this game than I mail you within an hour. STATUS and SHOW tell how things stand.",
    "If you think that somebody does it to annoy you, write to the GameMaster.",
)
DATED = ("started", "results", "ended")
"""Letters that bring what their reader's calendar must know."""


@dataclass(frozen=True)
class Recipient:
    """One letter's way: to the player of a seat, as its reader's roles; without one, to a GameMaster or observer."""

    player: Player
    seat: Seat | None
    reader: Reader

    @property
    def is_master(self) -> bool:
        return self.reader.role == MASTER_ROLE


def recipients(
    session: Session,
    game: Game,
    roles_of: Callable[[str], Sequence[str]] = lambda seat: (seat,),
    *,
    but: Player | None = None,
) -> Iterator[Recipient]:
    """Yield the players by seat, the GameMasters, then observers. A player of two seats gets two letters.

    `but`: the GameMaster whose doing it is, who reads the reply.
    """
    seats = seats_of(session, game)
    players = players_of(session, seats)
    for seat in seats:
        if seat.id in players:
            for to in at_seat(players[seat.id], seat, roles_of(seat.name)):
                yield replace(to, reader=replace(to.reader, unsubscribe="PRACTICE STOP")) if game.practice else to
    seated = {player.id for player in players.values()}
    for master in masters(session, game):
        if master is not but:
            yield Recipient(master, None, replace(reader_of(master, MASTER_ROLE), plays=master.id in seated))
    for observer in observers(session, game):
        leave = f"OBSERVE {game.name} STOP"
        yield Recipient(observer, None, replace(reader_of(observer), unsubscribe=leave))


def at_seat(player: Player, seat: Seat, roles: Sequence[str]) -> Iterator[Recipient]:
    """Yield one recipient for each role of a seat; offices of a seat that is a role itself share its letter."""
    if seat.name in roles or not roles:
        offices = tuple(role for role in roles if role != seat.name)
        yield Recipient(player, seat, reader_of(player, seat.name, offices))
        return
    for role in roles:
        yield Recipient(player, seat, reader_of(player, role))


def _calendar(work: Work, game: Game) -> str:
    """Return calendar entries: the open phase's deadline, and deadlines called off by early adjudication, ROLLBACK, a
    pause or the end. Empty if there are none.
    """
    if game.started_at is None:
        return ""
    paused_at = game.paused_at
    comes, is_open = PhaseRow.deadline > work.now, and_(PhaseRow.run == game.run, PhaseRow.closed_at.is_(None))
    query = select(PhaseRow.label, PhaseRow.title, PhaseRow.deadline, PhaseRow.opened_at, is_open).where(
        PhaseRow.game_id == game.id, or_(comes, is_open) if paused_at is None else comes
    )
    entries: dict[str, Due] = {}
    for label, title, deadline, opened_at, now_open in work.session.execute(query.order_by(is_open, PhaseRow.id)):
        if now_open and paused_at is not None and opened_at > paused_at:
            entries.pop(label, None)  # nobody has been told when it is due
            continue
        uid = f"{game.name}-{label}@{work.settings.domain}"
        entries[label] = Due(uid, f"{game.name}: {title}", deadline, not now_open or paused_at is not None)
    return deadlines([*entries.values()], game.started_at, work.now) if entries else ""


def deliver(
    work: Work,
    game: Game,
    to: Recipient,
    letter: Letter,
    purpose: str,
    phase: str,
    *,
    dated: bool = False,
    press: PressLetter | None = None,
) -> None:
    """Queue a letter to somebody in the game. `dated`: with calendar entries, as results always are. Beyond
    `MOST_NOTICES` one letter tells that more has happened.
    """
    if purpose in _BOUNDED:
        of_game = OutboundRow.recipient == address_of(to.player), OutboundRow.game_id == game.id
        told = recent_letters(work, _BOUNDED, timedelta(hours=1), *of_game)
        if told > MOST_NOTICES:
            return
        if told == MOST_NOTICES:
            card = card_of(work.session, game)
            letter = write.notice(work.renderer, to.reader, card, "Much has happened", _TOO_MANY, work.now)
    if dated or purpose in DATED:
        letter = replace(letter, calendar=_calendar(work, game))
    post(work, letter, to.reader, purpose=purpose, player=to.player, game=game, seat=to.seat, phase=phase, press=press)


def deliver_all(work: Work, game: Game, letters: Iterable[tuple[Recipient, Letter]], purpose: str, phase: str) -> None:
    """The same for the letters of one occasion, with one calendar for all of them."""
    calendar = _calendar(work, game) if purpose in DATED else ""
    batch: Batch = []
    for to, letter in letters:
        told = replace(letter, calendar=calendar)
        post(
            work, told, to.reader, purpose=purpose, player=to.player, game=game, seat=to.seat, phase=phase, batch=batch
        )
    post_all(work, batch)


def notify(
    work: Work,
    game: Game,
    to: Recipient,
    title: str,
    paragraphs: tuple[str, ...],
    phase: str = "",
    *,
    dated: bool = False,
) -> None:
    """Plain words to one of those who are in the game."""
    letter = write.notice(work.renderer, to.reader, card_of(work.session, game), title, paragraphs, work.now)
    deliver(work, game, to, letter, "notice", phase, dated=dated)


def tell_masters(work: Work, game: Game, title: str, paragraphs: tuple[str, ...], *, but: Player | None = None) -> None:
    for master in masters(work.session, game):
        if master is not but:
            to_player(work, game, master, title, paragraphs, as_master=True)


def announce(
    work: Work,
    game: Game,
    title: str,
    paragraphs: tuple[str, ...],
    phase: str = "",
    *,
    but: Player | None = None,
    dated: bool = False,
) -> None:
    """The same plain words to everybody in the game; the GameMaster whose doing it is (`but`) reads the reply."""
    for to in recipients(work.session, game, but=but):
        notify(work, game, to, title, paragraphs, phase, dated=dated)


def announce_to_joined(
    work: Work, game: Game, title: str, paragraphs: tuple[str, ...], *, but: Player | None = None
) -> None:
    """Write the same words to everybody in the game, and to those who wait for its start."""
    announce(work, game, title, paragraphs, but=but)
    for player in joined_players(work.session, game):
        if not is_master(work.session, game, player):
            to_player(work, game, player, title, paragraphs)


_RECORDED = insert(Base.metadata.tables[EventRow.__tablename__])


def record(session: Session, game: Game, phase: str, events: Sequence[Event], at: datetime) -> None:
    """Keeps the events with their audiences, in order, as one statement."""
    then = {"game_id": game.id, "run": game.run, "phase": phase, "at": at}
    rows = [
        then | {"audience": to.kind, "roles": list(to.roles), "kind": event.kind, "data": dict(event.data)}
        for event in events
        for to in [event.audience]
    ]
    if rows:
        session.execute(_RECORDED, rows)


def tell(work: Work, game: LiveGame, events: Sequence[Event], *, but: Collection[Player]) -> None:
    """Mails the events of an act to those who may know them; those who acted (`but`) read of it in the reply."""
    card = card_of(work.session, game.game)
    for to in recipients(work.session, game.game, game.roles_of):
        if to.player in but:
            continue
        if not any(event.audience.includes(to.reader.audience) for event in events):
            continue
        known = known_of(game.system, game.state, card, to.reader, events)
        letter = write.news(work.renderer, known, game.deadline, work.now)
        deliver(work, game.game, to, letter, "news", game.row.label)


def to_player(
    work: Work,
    game: Game,
    player: Player,
    title: str,
    paragraphs: tuple[str, ...],
    *,
    as_master: bool = False,
    purpose: str = "notice",
) -> None:
    """Plain words to one person about a game in which they have no seat (yet), or which they master."""
    reader = reader_of(player, MASTER_ROLE if as_master else "")
    letter = write.notice(work.renderer, reader, card_of(work.session, game), title, paragraphs, work.now)
    post(work, letter, reader, purpose=purpose, player=player, game=game)
