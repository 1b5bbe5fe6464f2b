"""A mail acts once, by whatever path and however often it comes; and so does a Message-ID of one writer, whatever else
of the mail is changed. Whether it has is asked in one statement with what its writer has used up within the hour.

Only a mail that was believed has acted. Else somebody could send a player's next mail ahead of them, without any proof,
and theirs would be taken for its copy.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from sqlalchemy import bindparam, select

from judge.app import Work
from judge.conversation.limits import ANSWERED, SPENT, within_the_hour
from judge.identity.trust import Writer
from judge.store.tables import InboundRow

IS_COPY = "the same mail as number {number}, which has acted"

_COPY = (
    select(InboundRow.id)
    .where(
        InboundRow.content == bindparam("content"), InboundRow.acted_as.is_not(None), InboundRow.id != bindparam("id")
    )
    .limit(1)
)
_ACTED = select(InboundRow.id).where(InboundRow.acted_as == bindparam("acted_as"))
_LATELY = select(_COPY.scalar_subquery(), _ACTED.scalar_subquery(), ANSWERED.scalar_subquery(), SPENT.scalar_subquery())


class Lately(NamedTuple):
    """`copy`: the number of the same mail, which has acted; `acted`: that of another mail of its writer with its
    Message-ID, which has. `answered`: so many answers within the hour, `spent`: so much of that hour's budget, both to
    mail that is proved as far as this.
    """

    copy: int | None
    acted: int | None
    answered: int
    spent: int


def lately(work: Work, row: InboundRow, writer: Writer, message_id: str) -> Lately:
    """What there is to know of a mail that is proved by something, before anything in it is done."""
    asked = {
        "content": row.content,
        "id": row.id,
        "acted_as": row.acted_as or _acted_as(row, writer.player.id, message_id),
    }
    copy, acted, answered, spent = work.session.execute(_LATELY, asked | within_the_hour(work, writer)).one()
    return Lately(copy, acted, answered, spent or 0)


def copy_of(work: Work, row: InboundRow) -> int | None:
    """The number of the same mail that has acted already; None if none has."""
    return work.session.execute(_COPY, {"content": row.content, "id": row.id}).scalar_one_or_none()


def acts(work: Work, row: InboundRow, player_id: int, message_id: str) -> bool:
    """Notes that this mail acts; False if another of this player's with its Message-ID has."""
    if row.acted_as is not None:
        return True
    acted_as = _acted_as(row, player_id, message_id)
    if work.session.execute(_ACTED, {"acted_as": acted_as}).first() is not None:
        return False
    row.acted_as = acted_as
    return True


def notes(row: InboundRow, player_id: int, message_id: str) -> None:
    """That this mail acts, of which it is known that no other with its Message-ID has."""
    row.acted_as = row.acted_as or _acted_as(row, player_id, message_id)


def _acted_as(row: InboundRow, player_id: int, message_id: str) -> str:
    return hashlib.sha256(f"{player_id} {message_id or row.content}".encode()).hexdigest()
