"""The processes that share one PostgreSQL, and what each of them holds. On SQLite both are empty: files stand for them.

Every instant here is the server's, whatever clock the judge is set to.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from judge.store.tables.base import Base, Key


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
