"""Limits on answers to strangers, and a count of wrong KEYs, codes and tokens in a player's name. A wrong one stops
nothing: with 80 bits nobody guesses, and a forger must not void the right one.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, func, or_, select

from judge.app import Work
from judge.logs import log
from judge.outbox.queue import recent_letters
from judge.store.tables import InboundRow, OutboundRow, Player

GUESSES = 10
SPAN = timedelta(hours=1)


def count_wrong(player: Player, now: datetime) -> None:
    """Notes a wrong one; the tenth within an hour is told in the log."""
    if player.wrong_since is None or now - player.wrong_since >= SPAN:
        player.wrong_since, player.wrong_proofs = now, 0
    player.wrong_proofs += 1
    if player.wrong_proofs == GUESSES:
        log.warning("wrong proofs", player_id=player.id, count=GUESSES)


STRANGER_PAUSE = timedelta(days=1)
HOUR = timedelta(hours=1)
ANSWERS_A_DAY = 5
"""So many mails an address that is nobody's gets within a day, if it answers them: a program might."""
ANSWERED = "stranger"
"""What stands as the proof of a mail whose writer was answered without one."""


def may_answer(
    work: Work,
    row: InboundRow | None,
    address: str,
    *,
    proved: bool = False,
    purposes: Sequence[str] = ("welcome", "stranger"),
) -> bool:
    """Return whether an unregistered address may be written to now: once a day, five times if `proved`, and only so
    many an hour from one network and in all. `row`: the mail to answer, marked as answered; `purposes`: letters that
    count.
    """
    if not proved and (_lately(work) >= work.settings.strangers_per_hour or not _has_room(work, row)):
        return False
    most = ANSWERS_A_DAY if proved else 1
    there = OutboundRow.recipient == address if proved else _mailbox(address)
    if recent_letters(work, purposes, STRANGER_PAUSE, there) >= most:
        return False
    if row is not None and not proved:
        row.proof = ANSWERED
    return True


def _mailbox(address: str) -> ColumnElement[bool]:
    """Letters to it by whatever tag: most mail systems put what comes for `ann+any@` into the mailbox of `ann@`. None
    to somebody who has proved the address: a player writes from another tag on the day of their registration, too.
    """
    local, _, domain = address.rpartition("@")
    plain = local.partition("+")[0] or local
    tagged = OutboundRow.recipient.startswith(f"{plain}+", autoescape=True)
    tagged &= OutboundRow.recipient.endswith(f"@{domain}", autoescape=True)
    is_proved = OutboundRow.player_id.in_(select(Player.id).where(Player.status == "active"))
    is_stranger = or_(OutboundRow.player_id.is_(None), ~is_proved)
    return and_(or_(OutboundRow.recipient == f"{plain}@{domain}", tagged), is_stranger)


def _lately(work: Work) -> int:
    """Letters of the last hour to addresses that nobody has proved."""
    query = (
        select(func.count(OutboundRow.id))
        .outerjoin(Player, Player.id == OutboundRow.player_id)
        .where(
            OutboundRow.purpose.in_(("welcome", "stranger")),
            OutboundRow.made_at > work.now - HOUR,
            or_(OutboundRow.player_id.is_(None), Player.status == "unproved"),
        )
    )
    return work.session.execute(query).scalar_one()


def _has_room(work: Work, row: InboundRow | None) -> bool:
    """Were fewer strangers of the network that this mail came from answered within the hour than may be?"""
    if row is None or not row.network:
        return True
    query = select(func.count(InboundRow.id)).where(
        InboundRow.network == row.network, InboundRow.read_at > work.now - HOUR, InboundRow.proof == ANSWERED
    )
    return work.session.execute(query).scalar_one() < work.settings.strangers_per_network
