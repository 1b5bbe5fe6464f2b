"""What players, observers and GameMasters of a game are told: one letter each, made of what that reader may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeAlias

from sqlalchemy import and_, bindparam, func, insert, or_, select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.games.lookup import LiveGame, card_of, joined_players, players_of, seats_of
from judge.games.members import is_master, masters, observers
from judge.letters import write
from judge.letters.briefing import known_of
from judge.letters.calendar import Due, deadlines
from judge.letters.values import MASTER_ROLE, PressLetter, Reader
from judge.mail.values import Letter
from judge.outbox.queue import Batch, address_of, post, post_all, reader_of
from judge.rules.values import Event
from judge.store.tables import Base, EventRow, Game, OutboundRow, PhaseRow, Player, Seat

MOST_NOTICES = 30
"""So many letters of one kind that anybody may bring about again and again in one game reach an address an hour."""
ABSENCE, BROADCAST, EARLY = "absence", "broadcast", "early"
_BOUNDED = (ABSENCE, BROADCAST, EARLY, "news")
"""Of what else happens everybody is told: when a phase is due, who plays what, what was filed in their name."""
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


Notice: TypeAlias = tuple[str, tuple[str, ...]]
"""Plain words: a title, and paragraphs."""


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


_NOW_OPEN = and_(PhaseRow.run == bindparam("run"), PhaseRow.closed_at.is_(None))
_COMES = PhaseRow.deadline > bindparam("now")
_DATED = (
    select(PhaseRow.label, PhaseRow.title, PhaseRow.deadline, PhaseRow.opened_at, _NOW_OPEN)
    .where(PhaseRow.game_id == bindparam("game_id"))
    .order_by(_NOW_OPEN, PhaseRow.id)
)
_DEADLINES, _DEADLINES_PAUSED = _DATED.where(or_(_COMES, _NOW_OPEN)), _DATED.where(_COMES)


def _calendar(work: Work, game: Game) -> str:
    """Return calendar entries: the open phase's deadline, and deadlines called off by early adjudication, ROLLBACK, a
    pause or the end. Empty if there are none.
    """
    if game.started_at is None:
        return ""
    paused_at = game.paused_at
    entries: dict[str, Due] = {}
    query = _DEADLINES if paused_at is None else _DEADLINES_PAUSED
    found = work.session.execute(query, {"game_id": game.id, "run": game.run, "now": work.now})
    for label, title, deadline, opened_at, now_open in found:
        if now_open and paused_at is not None and opened_at > paused_at:
            entries.pop(label, None)  # nobody has been told when it is due
            continue
        uid = f"{game.name}-{label}@{work.settings.domain}"
        entries[label] = Due(uid, f"{game.name}: {title}", deadline, not now_open or paused_at is not None)
    return deadlines([*entries.values()], game.started_at, work.now) if entries else ""


def _within_bounds(
    work: Work, game: Game, purpose: str, readers: Iterable[Recipient], written: Callable[[Recipient], Letter]
) -> Iterator[tuple[Recipient, Letter]]:
    """Yield a letter for each reader. Beyond `MOST_NOTICES` of a purpose that is bounded one tells that more has
    happened, and then none comes.
    """
    if purpose not in _BOUNDED:
        yield from ((to, written(to)) for to in readers)
        return
    readers = tuple(readers)
    lately = (OutboundRow.purpose == purpose, OutboundRow.made_at > work.now - timedelta(hours=1))
    query = select(OutboundRow.recipient, func.count()).where(
        OutboundRow.game_id == game.id, OutboundRow.recipient.in_({address_of(to.player) for to in readers}), *lately
    )
    rows = work.session.execute(query.group_by(OutboundRow.recipient))
    told = Counter({address: count for address, count in rows})  # noqa: C416
    for to in readers:
        address = address_of(to.player)
        if told[address] < MOST_NOTICES:
            yield to, written(to)
        elif told[address] == MOST_NOTICES:
            card = card_of(work.session, game)
            yield to, write.notice(work.renderer, to.reader, card, "Much has happened", _TOO_MANY, work.now)
        told[address] += 1


def deliver(
    work: Work,
    game: Game,
    to: Recipient,
    letter: Letter,
    purpose: str,
    *,
    press: PressLetter | None = None,
    batch: Batch | None = None,
) -> None:
    """Queue a letter to somebody in the game, whatever else they have been told; `batch`: together with others."""
    if purpose in DATED:
        letter = replace(letter, calendar=_calendar(work, game))
    post(
        work,
        letter,
        to.reader,
        purpose=purpose,
        player=to.player,
        game=game,
        seat=to.seat,
        press=press,
        batch=batch,
    )


def deliver_all(
    work: Work,
    game: Game,
    letters: Iterable[tuple[Recipient, Letter]],
    purpose: str,
    *,
    dated: bool = False,
) -> None:
    """Queue the letters of one occasion in one statement. `dated`: with the same calendar entries for all of them, as
    results always are.
    """
    calendar = _calendar(work, game) if dated or purpose in DATED else ""
    batch: Batch = []
    for to, letter in letters:
        told = replace(letter, calendar=calendar)
        post(work, told, to.reader, purpose=purpose, player=to.player, game=game, seat=to.seat, batch=batch)
    post_all(work, batch)


def notify(
    work: Work,
    game: Game,
    said: Mapping[Recipient, Notice],
    *,
    purpose: str = "notice",
    dated: bool = False,
) -> None:
    """Plain words to each of these who are in the game."""
    card = card_of(work.session, game)
    work.reckon(len(said), max((sum(map(len, words)) for _, words in said.values()), default=0))

    def written(to: Recipient) -> Letter:
        return write.notice(work.renderer, to.reader, card, *said[to], work.now)

    deliver_all(work, game, _within_bounds(work, game, purpose, said, written), purpose, dated=dated)


def tell_masters(work: Work, game: Game, title: str, paragraphs: tuple[str, ...], *, but: Player | None = None) -> None:
    for master in masters(work.session, game):
        if master is not but:
            to_player(work, game, master, title, paragraphs, as_master=True)


def announce(
    work: Work,
    game: Game,
    title: str,
    paragraphs: tuple[str, ...],
    *,
    for_masters: tuple[str, ...] = (),
    but: Player | None = None,
    purpose: str = "notice",
    dated: bool = False,
) -> None:
    """The same plain words to everybody in the game, and some more `for_masters`; the GameMaster whose doing it is
    (`but`) reads the reply.
    """
    everybody = recipients(work.session, game, but=but)
    said = {to: (title, (*paragraphs, *for_masters) if to.is_master else paragraphs) for to in everybody}
    notify(work, game, said, purpose=purpose, dated=dated)


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


def tell(
    work: Work, game: LiveGame, events: Sequence[Event], *, but: Collection[Player], purpose: str = "news"
) -> None:
    """Mails the events of an act to those who may know them; those who acted (`but`) read of it in the reply."""
    readers = [
        to
        for to in recipients(work.session, game.game, game.roles_of)
        if to.player not in but and any(event.audience.includes(to.reader.audience) for event in events)
    ]
    if not readers:
        return
    card = card_of(work.session, game.game)

    def written(to: Recipient) -> Letter:
        known = known_of(game.system, game.state, card, to.reader, events)
        return write.news(work.renderer, known, game.deadline, work.now)

    deliver_all(work, game.game, _within_bounds(work, game.game, purpose, readers, written), purpose)


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
