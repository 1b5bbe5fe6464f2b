"""Mails that came back. An address that keeps sending them back is suspended: mail to it is held until its player
writes.
"""

from __future__ import annotations

from datetime import datetime

import structlog
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from judge.app import Judge
from judge.games.members import masters
from judge.mail.bounces import Bounce, bounce_of, returned_tokens
from judge.mail.fields import split_message
from judge.mail.tokens import read_token
from judge.mail.values import InboundMail
from judge.outgoing import news
from judge.outgoing.outbox import tell_host
from judge.store.tables import Address, Game, InboundRow, Joining, OutboundRow, Player, Seat
from judge.store.tables.games import OVER

log = structlog.get_logger()

BOUNCES = 3
"""So many mails come back before an address is suspended."""


def take_in(judge: Judge, session: Session, row: InboundRow, mail: InboundMail, now: datetime) -> str:
    """What a mail from a program says of one of ours, acted upon; returns what it was taken for. Never a command."""
    kind = bounce_of(row.raw, split_message(row.raw)[0])
    if kind == Bounce.NONE:
        return mail.automatic or "null sender"
    about = _about(judge, session, row, mail)
    if about is None:
        return f"{kind}, of no mail of ours"
    if kind == Bounce.PASSING:
        return f"{kind}: mail {about.id}"
    if about.status != "bounced":
        about.status = "bounced"
        came_back(judge, session, about, now)
    return f"{kind}: mail {about.id}"


def _about(judge: Judge, session: Session, row: InboundRow, mail: InboundMail) -> OutboundRow | None:
    """The mail that a report is of: by the token of the sender that it came back to, else by that in the mail which it
    returns. Only what is secret counts: an address in a report could be written by anybody.
    """
    for token in (*mail.tokens, *returned_tokens(row.raw)):
        number = read_token(judge.mac_key, token)
        if number is not None:
            return session.get(OutboundRow, number)
    return None


def came_back(judge: Judge, session: Session, about: OutboundRow, now: datetime) -> None:
    """Counts one mail that was refused or returned for good; the third suspends its address."""
    address = session.execute(select(Address).where(Address.address == about.recipient)).scalar_one_or_none()
    log.warning("mail came back", outbound_id=about.id, purpose=about.purpose, game_id=about.game_id)
    if address is None:
        return
    address.bounces += 1
    address.bounced_at = now
    if address.bounces >= BOUNCES and address.suspended_at is None:
        _suspend(judge, session, address, now)


def _suspend(judge: Judge, session: Session, address: Address, now: datetime) -> None:
    address.suspended_at = now
    for row in _mails(session, address, "queued"):
        row.status = "held"
    player = session.get_one(Player, address.player_id)
    title = f"{player.name} cannot be reached"
    text = (
        f"Mail to {player.name} comes back: {address.bounces} mails did. From now on it is held, and sent as soon as "
        "the player writes again."
    )
    told = False
    for game in _games_of(session, player):
        for master in masters(session, game):
            if master.id != player.id:
                news.to_player(judge, session, game, master, title, (text,), now, as_master=True)
                told = True
    if not told:
        tell_host(judge, session, title, text, now)


def _games_of(session: Session, player: Player) -> list[Game]:
    seated = select(Seat.game_id).where(Seat.player_id == player.id)
    joined = select(Joining.game_id).where(Joining.player_id == player.id)
    query = select(Game).where(Game.status.not_in(OVER), or_(Game.id.in_(seated), Game.id.in_(joined)))
    return list(session.execute(query.order_by(Game.id)).scalars())


def _mails(session: Session, address: Address, status: str) -> list[OutboundRow]:
    query = select(OutboundRow).where(OutboundRow.recipient == address.address, OutboundRow.status == status)
    return list(session.execute(query.order_by(OutboundRow.id)).scalars())


def resume(session: Session, player: Player, now: datetime) -> None:
    """The player has written: his address lives, and what was held goes out."""
    for address in player.addresses:
        if not address.bounces:
            continue
        address.bounces, address.bounced_at, address.suspended_at = 0, None, None
        for row in _mails(session, address, "held"):
            row.status, row.next_try = "queued", now
