"""Changing a player's address: both the old and the new one must say yes, each by a code that only it was mailed."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import func, select

from judge.app import Work
from judge.identity import codes
from judge.identity.trust import hash_secret, player_at
from judge.letters import write
from judge.letters.values import Answer, Question, Reader
from judge.mail.blanks import CODE_BLANKS
from judge.mail.compose import is_address
from judge.outbox.outbox import Enclosed, post, reader_of
from judge.rules.problems import Problem, Refused
from judge.store.tables import Address, AddressChange, OutboundRow, Player

DAY = timedelta(days=1)
ASKS_A_DAY = 3
"""So often a day a player may ask for a change, and an address be asked: whoever names it need not be its owner."""


def ask_change(work: Work, player: Player, address: str) -> tuple[Question, Enclosed]:
    """Mails a code to the new address; what asks the registered one for another, and that. Raises Refused."""
    wanted = address.strip().strip("<>").lower()
    if not is_address(wanted):
        raise Refused(Problem("address/bad", "That is no address.", hint="ADDRESS new.name@example.org"))
    taken = player_at(work.session, wanted)
    if taken is not None and taken.id == player.id:
        raise Refused(Problem("address/same", "That is your address already."))
    if _is_asked_often(work, player, wanted):
        message = f"An address is asked at most {ASKS_A_DAY} times a day, and so may you ask."
        raise Refused(Problem("address/too-often", message, hint="Try again tomorrow."))
    old, new = codes.new_code(work.judge), codes.new_code(work.judge)
    expires = work.now + codes.CODE_LIFE
    # A later wish takes the place of an earlier one.
    for earlier in _pending(work, player):
        earlier.expires_at = work.now
    change = AddressChange(
        player_id=player.id,
        address=wanted,
        old_code_hash=work.judge.secret.keyed(hash_secret(old)),
        new_code_hash=work.judge.secret.keyed(hash_secret(new)),
        made_at=work.now,
        expires_at=expires,
    )
    work.session.add(change)
    work.session.flush()
    what = (Answer(0, f"ADDRESS {wanted}", "waiting", ""),)
    if taken is None:  # else it is another player's: they are not bothered, and the asker does not learn of it
        _ask_new(work, wanted, what, expires, Enclosed("new", new, change.id))
    why = "Both addresses must agree to a change of address. This code is for your present one."
    return Question(what, CODE_BLANKS[0], expires, why), Enclosed("old", old, change.id)


def _ask_new(work: Work, wanted: str, what: tuple[Answer, ...], expires: datetime, code: Enclosed) -> None:
    # Its owner may know nothing of the judge: no word of the player's goes there.
    there = Reader(name=wanted, zone="UTC", role="", address=wanted)
    why = "A player wants mail to come to this address. If that is not you, do nothing: nothing will happen."
    letter = write.code(work.renderer, there, (Question(what, CODE_BLANKS[0], expires, why),), work.now)
    post(work, letter, there, purpose="code", player=None, encloses=(code,))


def _is_asked_often(work: Work, player: Player, address: str) -> bool:
    """Counted whether or not the address is somebody's already: the asker does not learn of that."""
    counts = (
        select(func.count(AddressChange.id)).where(whose, AddressChange.made_at > work.now - DAY)
        for whose in (AddressChange.player_id == player.id, AddressChange.address == address)
    )
    return any(work.session.execute(count).scalar_one() >= ASKS_A_DAY for count in counts)


def _pending(work: Work, player: Player) -> list[AddressChange]:
    query = select(AddressChange).where(
        AddressChange.player_id == player.id, AddressChange.done_at.is_(None), AddressChange.expires_at > work.now
    )
    return list(work.session.execute(query).scalars())


def confirm_old(work: Work, player: Player, code: str) -> str | None:
    """The registered address agrees, if the code is that of a change; the sentence to answer with, else None."""
    wanted = codes.hashes_of(work, code)
    for change in _pending(work, player):
        if change.old_code_hash in wanted:
            change.old_confirmed_at = work.now
            return _settle(work, change)
    return None


def confirm_new(work: Work, sender: str, code: str) -> str | None:
    """The new address, which is nobody's yet, agrees; None if the code is not that of a change to it."""
    query = select(AddressChange).where(
        AddressChange.address == sender, AddressChange.done_at.is_(None), AddressChange.expires_at > work.now
    )
    wanted = codes.hashes_of(work, code)
    for change in work.session.execute(query).scalars():
        if change.new_code_hash in wanted:
            change.new_confirmed_at = work.now
            return _settle(work, change)
    return None


def _settle(work: Work, change: AddressChange) -> str:
    if change.old_confirmed_at is None or change.new_confirmed_at is None:
        other = change.address if change.new_confirmed_at is None else "your present address"
        return f"Confirmed. The address changes as soon as {other} has confirmed it too."
    if player_at(work.session, change.address) is not None:
        raise Refused(Problem("address/taken", "That address has been registered meanwhile."))
    change.done_at = work.now
    player = work.session.get_one(Player, change.player_id)
    before = reader_of(player)
    text = f"Mail to you goes to {change.address} from now on. Mail from {before.address} is no longer yours."
    letter = write.notice(work.renderer, before, None, "Your address has changed", (text,), work.now)
    post(work, letter, before, purpose="notice", player=player)
    row = work.session.execute(select(Address).where(Address.address == before.address)).scalar_one()
    row.address, row.bounces, row.bounced_at, row.suspended_at = change.address, 0, None, None
    # The reply addresses of the old mailbox's mails are in the hands of whoever reads that now.
    void_tokens(work, player)
    after = reader_of(player)
    told = (
        text,
        f"Your KEY stands in mail at {before.address}. If others read that, send REVOKE for a new one.",
    )
    letter = write.notice(work.renderer, after, None, "Your address has changed", told, work.now)
    post(work, letter, after, purpose="notice", player=player)
    return f"Your address is {change.address} now."


def void_tokens(work: Work, player: Player) -> None:
    """No answer to a mail that was written before now proves anything any more, nor does any code in one."""
    player.tokens_above = work.session.execute(select(func.coalesce(func.max(OutboundRow.id), 0))).scalar_one()
    codes.void_all(work, player)
    for change in _pending(work, player):
        change.expires_at = work.now
