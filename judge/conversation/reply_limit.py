"""How often one address is answered: the last net under a loop of two programs that take each other for persons."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import func, select

from judge.app import Work
from judge.outgoing.outbox import address_of
from judge.store.tables import OutboundRow, Player

HOUR = timedelta(hours=1)
CODES_PER_HOUR = 10
"""So many codes are mailed for mails without any proof: whoever writes in another's name must not flood him."""

LAST_ANSWER = (
    "This is the last answer that you get for a while: there were too many within an hour. What you write is still "
    "read and done; SHOW and STATUS in an hour tell how things stand."
)
_ANSWERS = ("reply", "code", "stranger", "welcome")


def _sent_lately(work: Work, address: str, purposes: tuple[str, ...]) -> int:
    query = select(func.count(OutboundRow.id)).where(
        OutboundRow.recipient == address, OutboundRow.purpose.in_(purposes), OutboundRow.made_at > work.now - HOUR
    )
    return work.session.execute(query).scalar_one()


def answers_left(work: Work, player: Player) -> int:
    """How many more answers this player gets within the hour."""
    return work.settings.replies_per_hour - _sent_lately(work, address_of(player), _ANSWERS)


def codes_are_spent(work: Work, player: Player) -> bool:
    """Has this player been asked to confirm so often that no more codes are mailed for unproved mails?"""
    return _sent_lately(work, address_of(player), ("code",)) >= CODES_PER_HOUR
