"""Mails that came back. Bounce reports suspend no address by themselves, for a reader of a forwarded letter can forge
one. They cause a probe; if that bounces too, the player's mail is parked until they write and prove it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from judge.app import Judge, Work
from judge.games.lookup import seats_of
from judge.games.members import masters
from judge.logs import log
from judge.mail.automatic import Bounce, bounce_of, returned_message_ids, returned_tokens
from judge.mail.fields import split_message
from judge.mail.tokens import Purpose, read_token, without_token
from judge.mail.values import InboundMail
from judge.outbox import news
from judge.outbox.queue import post_notice, reader_of, recent_letters, tell_host
from judge.store.sealed_mail import as_it_came
from judge.store.tables import OVER, Address, Game, InboundRow, Joining, OutboundRow, Player, Seat

BOUNCES = 3
"""So many mails come back before the address is asked whether it still is one."""

PROBE = "probe"
BETWEEN_PROBES = timedelta(days=1)
_PROBE = (
    "Reports say that mail from me to you comes back. If you read this, all is well, and you need not do anything.",
    "If this letter comes back as well, I hold your mail until you write again.",
    "Is nothing wrong with your mail? Then somebody may have made those reports up from letters that you passed on.",
    "Please pass on the words of my letters alone, and this letter not at all.",
)

REPORT_LIFE = timedelta(days=10)
"""So long after a mail its report is believed: mail systems give up after five days (RFC 5321 4.5.4.1)."""


def heed_report(work: Work, row: InboundRow, mail: InboundMail) -> str:
    """What a mail from a program says of one of ours, acted upon; returns what it was taken for. Never a command."""
    raw = as_it_came(row, work.judge.secret).raw
    kind = bounce_of(raw, split_message(raw)[0])
    if kind == Bounce.NONE:
        return mail.automatic or "null sender"
    letters = returned_letters(work.judge, work.session, raw, mail.tokens)
    if not letters:
        return f"{kind}, of no mail of ours"
    about = letters[0]
    if kind == Bounce.PASSING or about.status == "bounced":
        return f"{kind}: mail {about.id}"
    # A report may be read before the whole batch is marked, or be all that the next host ever said.
    was_sent = about.status in ("sent", "claimed") or about.maybe_sent
    if not was_sent or work.now - about.made_at > REPORT_LIFE:
        return f"{kind}, of mail {about.id}, which was not sent, or long ago"
    about.status, about.enclosed = "bounced", None
    count_bounce(work, about)
    return f"{kind}: mail {about.id}"


def returned_letters(judge: Judge, session: Session, raw: bytes, tokens: Sequence[str]) -> list[OutboundRow]:
    """Return the letters that a report may be about, likeliest first: by the return tokens in its envelope (`tokens`)
    and in the report; by Message-IDs too, where the host's envelopes hold no token.
    """
    read = (read_token(judge.secret.key, token, Purpose.RETURN) for token in (*tokens, *returned_tokens(raw)))
    letters = (session.get(OutboundRow, number) for number in read if number is not None)
    found = [letter for letter in letters if letter is not None]
    if judge.settings.sends_from_account:
        names = [without_token(each) for each in returned_message_ids(raw)]
        query = select(OutboundRow).where(OutboundRow.message_id.in_(names))
        found += sorted(session.scalars(query), key=lambda row: names.index(row.message_id))
    return found


def count_bounce(work: Work, about: OutboundRow) -> None:
    """Count a mail that was refused or returned for good. The third causes a probe, whose bounce suspends."""
    address = work.session.scalar(select(Address).where(Address.address == about.recipient))
    log.warning("mail came back", outbound_id=about.id, purpose=about.purpose, game_id=about.game_id)
    if address is None:
        return
    address.bounces += 1
    address.bounced_at = work.now
    if address.suspended_at is not None:
        return
    player = work.session.get_one(Player, address.player_id)
    # Nobody has passed on letters of somebody who has not shown yet that they get any.
    if about.purpose == PROBE or (player.status == "unproved" and address.bounces >= BOUNCES):
        _suspend(work, address, player)
    elif address.bounces >= BOUNCES and not recent_letters(
        work, (PROBE,), BETWEEN_PROBES, OutboundRow.recipient == address.address
    ):
        _ask(work, address, player)


def _ask(work: Work, address: Address, player: Player) -> None:
    """A letter that nobody else has ever seen: its report cannot be made up."""
    address.bounces = 0
    reader = replace(reader_of(player), address=address.address)
    post_notice(work, reader, "Does my mail reach you?", _PROBE, purpose=PROBE, player=player)


def _suspend(work: Work, address: Address, player: Player) -> None:
    address.suspended_at = work.now
    for row in _mails(work.session, address, "queued"):
        row.status = "parked"
    name = player.name if player.status != "unproved" else "Somebody who asked to be registered"
    title = f"{name} cannot be reached"
    text = f"Mail to {name} comes back. From now on I hold their mail. I send it as soon as they write again."
    told = False
    for game in _games_of(work.session, player):
        for master in masters(work.session, game):
            if master.id != player.id:
                news.to_player(
                    work, game, master, title, (text, _next_step(work.session, game, player)), as_master=True
                )
                told = True
    if not told:
        tell_host(work, title, text)


def _games_of(session: Session, player: Player) -> list[Game]:
    seated = select(Seat.game_id).where(Seat.player_id == player.id)
    joined = select(Joining.game_id).where(Joining.player_id == player.id)
    query = select(Game).where(Game.status.not_in(OVER), or_(Game.id.in_(seated), Game.id.in_(joined)))
    return list(session.scalars(query.order_by(Game.id)))


def _mails(session: Session, address: Address, status: str) -> list[OutboundRow]:
    query = select(OutboundRow).where(OutboundRow.recipient == address.address, OutboundRow.status == status)
    return list(session.scalars(query.order_by(OutboundRow.id)))


def reinstate(work: Work, player: Player) -> None:
    """The player has written, and proved it: their address lives, and what was parked goes out."""
    for address in player.addresses:
        if not address.bounces:
            continue
        address.bounces, address.bounced_at, address.suspended_at = 0, None, None
        for row in _mails(work.session, address, "parked"):
            row.status, row.next_try = "queued", work.now


def _next_step(session: Session, game: Game, player: Player) -> str:
    """What a GameMaster can do about a player whom no mail reaches."""
    seat = next((seat for seat in seats_of(session, game) if seat.player_id == player.id), None)
    instead = f" Or reply with: REPLACE {seat.name} WITH <address>" if seat is not None else ""
    return f"If you know another way, ask them for another address.{instead}"
