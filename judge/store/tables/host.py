"""What a judge must remember about itself."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from judge.store.tables.base import Base, Key


class Host(Base):
    """One row: what this judge must remember about itself."""

    __tablename__ = "host"
    id: Mapped[Key] = mapped_column(primary_key=True)
    # Which secret (judge/store/secret.py) this database is used with, and what tells it from others
    secret_number: Mapped[int]
    secret_check: Mapped[str] = mapped_column(String(16))
    last_seen: Mapped[datetime | None]  # when the clerk last ran: tells a stopped judge from a clock that jumped
    boot: Mapped[str | None] = mapped_column(String(64))  # which start of the machine that was
    up_seconds: Mapped[int | None]  # the machine's uptime at last_seen
    reminder_hours: Mapped[int | None]  # for which reminders were reckoned
    stopped_at: Mapped[datetime | None]  # nothing is read or adjudicated from then on, until the host resumes
    stopped_why: Mapped[str | None] = mapped_column(Text)


class NodeRow(Base):
    """A process that works for the judge. Its number is never given again: whoever finds it gone has lost all that they
    held. `label` is the name of its sessions at the server, and `line` the number of the one by which it says that it
    lives; `does`, the command that it is.
    """

    __tablename__ = "nodes"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012
    id: Mapped[Key] = mapped_column(primary_key=True)
    label: Mapped[str] = mapped_column(String(63))
    line: Mapped[int]
    does: Mapped[str] = mapped_column(String(16))
    version: Mapped[str] = mapped_column(String(40))
    started_at: Mapped[datetime]
    seen_at: Mapped[datetime]  # when it last said that it lives


class HoldRow(Base):
    """What a node alone may work on, until it lets go or is gone."""

    __tablename__ = "holds"
    key: Mapped[str] = mapped_column(String(300), primary_key=True)
    node_id: Mapped[Key] = mapped_column(ForeignKey("nodes.id", ondelete="CASCADE"), index=True)
    since: Mapped[datetime]
