"""What there is to know of a mail before anything in it is done, asked in one statement: whether it has come before,
and what its writer was answered and has used up within the hour.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import select

from judge.app import Work
from judge.conversation import budget, once
from judge.conversation.replies import reply_limit
from judge.identity.trust import Writer
from judge.store.tables import InboundRow

_LATELY = select(
    once.COPY.scalar_subquery(),
    once.ACTED.scalar_subquery(),
    reply_limit.ANSWERED.scalar_subquery(),
    budget.SPENT.scalar_subquery(),
)


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
    """Of a mail that is proved by something."""
    values = {
        **once.values(row, writer.player.id, message_id),
        **reply_limit.values(work, writer),
        **budget.values(work, writer),
    }
    copy, acted, answered, spent = work.session.execute(_LATELY, values).one()
    return Lately(copy, acted, answered, spent or 0)
