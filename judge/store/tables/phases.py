"""What is played, phase by phase. `run` is raised by ROLLBACK, so that nothing is ever overwritten."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, validates

from judge.store.tables.base import Base, Key

_OPEN = "closed_at IS NULL AND sealed_at IS NULL"
UNRECKONED = datetime(1970, 1, 1, tzinfo=UTC)
"""The clerk has still to reckon when to look at a phase for a reminder."""


class PhaseRow(Base):
    """A phase of a game. `state_before` is the state when it opened; acts change the game's state meanwhile."""

    __tablename__ = "phases"
    __table_args__ = (
        UniqueConstraint("game_id", "run", "label"),
        Index("ix_phases_computers", "closed_at", "computers_at"),
        # What is next due: of open phases alone, so that they do not grow with the phases that are over. With
        # closed_at: else SQLite takes another index that begins with it, and goes through all open phases
        *(
            Index(f"ix_phases_{name}", "closed_at", instant, sqlite_where=text(_OPEN), postgresql_where=text(_OPEN))
            for name, instant in (("due", "deadline"), ("early", "early_at"), ("remind", "remind_at"))
        ),
        Index("ix_phases_game_id_closed_at", "game_id", "closed_at"),
        Index("ix_phases_opened", "closed_at", "opened_at"),
    )
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), index=True)
    run: Mapped[int]
    number: Mapped[int]  # counts from 1 within a game, over all runs
    label: Mapped[str] = mapped_column(String(24))
    title: Mapped[str] = mapped_column(String(80))
    state_before: Mapped[Any]
    system_version: Mapped[int]  # of the rules that wrote it
    opened_at: Mapped[datetime]
    deadline: Mapped[datetime]
    wall: Mapped[str | None] = mapped_column(String(100))  # "2026-11-27T20:00:00 Europe/Berlin": the clock it keeps to
    promised: Mapped[datetime]  # the deadline as it was first told: no later one is ever moved before it
    early_at: Mapped[datetime | None]  # all have written and nobody waits: adjudicated then if it stays so
    waits: Mapped[Any | None]  # list of the seats that have asked to WAIT
    cut: Mapped[datetime | None]  # mails accepted later wait for the next phase
    reminded_at: Mapped[datetime | None]
    remind_at: Mapped[datetime] = mapped_column(default=UNRECKONED)  # looked at then
    late_told_at: Mapped[datetime | None]
    hold: Mapped[bool | None]  # shall its results wait for PUBLISH? null: as the game's option says
    sealed_at: Mapped[datetime | None]  # its orders are in and its results wait for PUBLISH since then
    closed_at: Mapped[datetime | None]
    computers_at: Mapped[datetime | None]  # when the game's computer players have written; null: they are yet to

    @validates("deadline")
    def _reckon_anew(self, _name: str, deadline: datetime) -> datetime:
        self.remind_at = UNRECKONED
        return deadline


class RunRow(Base):
    """A run that a ROLLBACK or ROLLFORWARD began. Its past are its parent's phases numbered below `from_number`.

    `left_state` and `left_phase` are where the run that was left stood at that moment: ROLLFORWARD goes back there.
    """

    __tablename__ = "runs"
    __table_args__ = (UniqueConstraint("game_id", "run"),)
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), index=True)
    run: Mapped[int]
    parent: Mapped[int]
    from_number: Mapped[int]
    left_run: Mapped[int]
    left_phase: Mapped[Key] = mapped_column(ForeignKey("phases.id"))
    left_state: Mapped[Any]
    left_version: Mapped[int]  # of the rules that wrote left_state
    made_at: Mapped[datetime]


class OrdersRow(Base):
    """One revision of one part of a role's orders. The highest revision counts; an empty text clears."""

    __tablename__ = "orders"
    __table_args__ = (UniqueConstraint("game_id", "run", "phase", "role", "part", "revision"),)
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), index=True)
    run: Mapped[int]
    phase: Mapped[str] = mapped_column(String(24))
    role: Mapped[str] = mapped_column(String(40))
    part: Mapped[str] = mapped_column(String(24))
    revision: Mapped[int]
    text: Mapped[str] = mapped_column(Text)
    written: Mapped[bool]  # with this on file the role counts as having written
    mail_id: Mapped[Key | None] = mapped_column(ForeignKey("inbound_mails.id"), index=True)
    at: Mapped[datetime]


class ActRow(Base):
    """An act, in the order in which acts took effect: replay needs them."""

    __tablename__ = "acts"
    __table_args__ = (UniqueConstraint("game_id", "run", "number"),)
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), index=True)
    run: Mapped[int]
    number: Mapped[int]
    phase: Mapped[str] = mapped_column(String(24))
    role: Mapped[str] = mapped_column(String(40))
    kind: Mapped[str] = mapped_column(String(24))
    data: Mapped[dict[str, Any]]
    mail_id: Mapped[Key | None] = mapped_column(ForeignKey("inbound_mails.id"), index=True)
    at: Mapped[datetime]


class LedgerRow(Base):
    """One posting. The sums by account and currency always equal the rule system's `accounts(state)`."""

    __tablename__ = "ledger"
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), index=True)
    run: Mapped[int]
    phase: Mapped[str] = mapped_column(String(24))
    account: Mapped[str] = mapped_column(String(64))
    currency: Mapped[str] = mapped_column(String(16))
    amount: Mapped[int]
    reason: Mapped[str] = mapped_column(Text)
    reverses: Mapped[bool] = mapped_column(default=False)  # what a rollback undid
    at: Mapped[datetime]


class EventRow(Base):
    __tablename__ = "events"
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), index=True)
    run: Mapped[int]
    phase: Mapped[str] = mapped_column(String(24))
    audience: Mapped[str] = mapped_column(String(8))  # roles, public, master
    roles: Mapped[Any]  # list of role names
    kind: Mapped[str] = mapped_column(String(32))
    data: Mapped[dict[str, Any]]
    at: Mapped[datetime]
