"""What a judge must remember about itself."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import String, Text
from sqlalchemy.orm import Mapped, mapped_column

from judge.store.tables.base import Base, Key


class Host(Base):
    """One row: what this judge must remember about itself."""

    __tablename__ = "host"
    id: Mapped[Key] = mapped_column(primary_key=True)
    # Which secret (judge/store/secret_file.py) this database is used with, and what tells it from others
    secret_number: Mapped[int]
    secret_check: Mapped[str] = mapped_column(String(16))
    last_seen: Mapped[datetime | None]  # when the clerk last ran: tells a stopped judge from a clock that jumped
    boot: Mapped[str | None] = mapped_column(String(64))  # which start of the machine that was
    up_seconds: Mapped[int | None]  # the machine's uptime at last_seen
    reminder_hours: Mapped[int | None]  # for which reminders were reckoned
    stopped_at: Mapped[datetime | None]  # nothing is read or adjudicated from then on, until the host resumes
    stopped_why: Mapped[str | None] = mapped_column(Text)
