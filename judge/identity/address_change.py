"""Changing a player's address: both the old and the new one must say yes, each by a code that only it was mailed."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from judge.app import Judge
from judge.identity import codes
from judge.identity.trust import hash_secret, player_at
from judge.letters import write
from judge.letters.values import Answer, Reader
from judge.mail.compose import is_address
from judge.outgoing.outbox import post, reader_of
from judge.rules.problems import Problem, Refused
from judge.store.tables import Address, AddressChange, OutboundRow, Player

DAY = timedelta(days=1)
ASKS_A_DAY = 3
"""So often a day a player may ask for a change, and an address be asked: whoever names it need not be its owner."""


def ask_change(judge: Judge, session: Session, player: Player, address: str, now: datetime) -> None:
    """Mails a code to the registered address and another to the new one. Raises Refused."""
    wanted = address.strip().strip("<>").lower()
    if not is_address(wanted):
        raise Refused(Problem("address/bad", "That is no address.", hint="ADDRESS new.name@example.org"))
    taken = player_at(session, wanted)
    if taken is not None and taken.id == player.id:
        raise Refused(Problem("address/same", "That is your address already."))
    if _is_asked_often(session, player, wanted, now):
        message = f"An address is asked at most {ASKS_A_DAY} times a day, and so may you ask."
        raise Refused(Problem("address/too-often", message, hint="Try again tomorrow."))
    old, new = codes.new_code(judge), codes.new_code(judge)
    expires = now + codes.CODE_LIFE
    # A later wish takes the place of an earlier one.
    for earlier in _pending(session, player, now):
        earlier.expires_at = now
    session.add(
        AddressChange(
            player_id=player.id,
            address=wanted,
            old_code_hash=hash_secret(old),
            new_code_hash=hash_secret(new),
            made_at=now,
            expires_at=expires,
        )
    )
    reader = reader_of(player)
    what = (Answer(0, f"ADDRESS {wanted}", "waiting", ""),)
    why = "Your address is to be changed. Both addresses must agree; the new one is mailed a code of its own."
    letter = write.code(judge.renderer, reader, old, what, why, expires, now)
    post(judge, session, letter, reader, purpose="code", now=now, player=player)
    if taken is not None:
        # Another player's: he is not bothered, and the asker does not learn of it.
        return
    there = Reader(name=player.name, zone=player.zone, role="", address=wanted)
    why = "A player wants mail to come to this address. If that is not you, do nothing: nothing will happen."
    letter = write.code(judge.renderer, there, new, what, why, expires, now)
    post(judge, session, letter, there, purpose="code", now=now, player=None)


def _is_asked_often(session: Session, player: Player, address: str, now: datetime) -> bool:
    """Counted whether or not the address is somebody's already: the asker does not learn of that."""
    counts = (
        select(func.count(AddressChange.id)).where(whose, AddressChange.made_at > now - DAY)
        for whose in (AddressChange.player_id == player.id, AddressChange.address == address)
    )
    return any(session.execute(count).scalar_one() >= ASKS_A_DAY for count in counts)


def _pending(session: Session, player: Player, now: datetime) -> list[AddressChange]:
    query = select(AddressChange).where(
        AddressChange.player_id == player.id, AddressChange.done_at.is_(None), AddressChange.expires_at > now
    )
    return list(session.execute(query).scalars())


def confirm_old(judge: Judge, session: Session, player: Player, code: str, now: datetime) -> str | None:
    """The registered address agrees, if the code is that of a change; the sentence to answer with, else None."""
    wanted = hash_secret(code)
    for change in _pending(session, player, now):
        if change.old_code_hash == wanted:
            change.old_confirmed_at = now
            return _settle(judge, session, change, now)
    return None


def confirm_new(judge: Judge, session: Session, sender: str, code: str, now: datetime) -> str | None:
    """The new address, which is nobody's yet, agrees; None if the code is not that of a change to it."""
    query = select(AddressChange).where(
        AddressChange.address == sender, AddressChange.done_at.is_(None), AddressChange.expires_at > now
    )
    wanted = hash_secret(code)
    for change in session.execute(query).scalars():
        if change.new_code_hash == wanted:
            change.new_confirmed_at = now
            return _settle(judge, session, change, now)
    return None


def _settle(judge: Judge, session: Session, change: AddressChange, now: datetime) -> str:
    if change.old_confirmed_at is None or change.new_confirmed_at is None:
        other = change.address if change.new_confirmed_at is None else "your present address"
        return f"Confirmed. The address changes as soon as {other} has confirmed it too."
    if player_at(session, change.address) is not None:
        raise Refused(Problem("address/taken", "That address has been registered meanwhile."))
    change.done_at = now
    player = session.get_one(Player, change.player_id)
    before = reader_of(player)
    text = f"Mail to you goes to {change.address} from now on. Mail from {before.address} is no longer yours."
    letter = write.notice(judge.renderer, before, None, "Your address has changed", (text,), now)
    post(judge, session, letter, before, purpose="notice", now=now, player=player)
    row = session.execute(select(Address).where(Address.address == before.address)).scalar_one()
    row.address, row.bounces, row.bounced_at, row.suspended_at = change.address, 0, None, None
    # The reply addresses of the old mailbox's mails are in the hands of whoever reads that now.
    void_tokens(session, player)
    after = reader_of(player)
    letter = write.notice(judge.renderer, after, None, "Your address has changed", (text,), now)
    post(judge, session, letter, after, purpose="notice", now=now, player=player)
    return f"Your address is {change.address} now."


def void_tokens(session: Session, player: Player) -> None:
    """No answer to a mail that was written before now proves anything any more."""
    player.tokens_above = session.execute(select(func.coalesce(func.max(OutboundRow.id), 0))).scalar_one()
