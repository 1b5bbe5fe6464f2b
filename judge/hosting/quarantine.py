"""Mails that could not be read: kept as they came, until somebody has mended what failed."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.store.tables import InboundRow

QUARANTINED = "quarantined"


def quarantined(session: Session) -> Sequence[InboundRow]:
    """Every mail in quarantine, oldest first."""
    query = select(InboundRow).where(InboundRow.status == QUARANTINED).order_by(InboundRow.id)
    return session.execute(query).scalars().all()


def find(session: Session, mail_id: int) -> InboundRow | None:
    """The mail of that number, if it is in quarantine."""
    row = session.get(InboundRow, mail_id)
    return row if row is not None and row.status == QUARANTINED else None


def release(row: InboundRow) -> None:
    """Lets the clerk read it again, with all its attempts. It counts from the instant at which it was accepted."""
    row.status, row.attempts, row.read_at, row.reach = "new", 0, None, None
