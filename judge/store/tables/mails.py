"""Every mail that came in, what became of its lines, and every mail that goes out."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from judge.store.tables.base import Base, Key


class InboundRow(Base):
    """A mail as it was accepted, kept for ever, without KEYs, codes and tokens. `content` is by what
    it is known again (From, Message-ID, body); `fingerprint` the same, with what shows who wrote it: a second delivery
    with no more of that is a duplicate. `acted_as` stands for its writer and Message-ID once it was believed. `network`
    marks for a day where it came from, and tells nobody what that is; `cost` is what carrying it out took, in units of
    `Command.cost`. `mail_from`, `recipients` and `raw` hold no secret from the beginning (judge/store/secret.py).
    """

    __tablename__ = "inbound_mails"
    __table_args__ = (
        Index("ix_inbound_mails_status_id", "status", "id"),
        Index("ix_inbound_mails_content", "content"),
        Index("ix_inbound_mails_acted_as", "acted_as", unique=True),
        Index("ix_inbound_mails_player_id_read_at", "player_id", "read_at"),
        Index("ix_inbound_mails_network_read_at", "network", "read_at"),
    )
    id: Mapped[Key] = mapped_column(primary_key=True)
    fingerprint: Mapped[str] = mapped_column(String(64), unique=True)
    content: Mapped[str] = mapped_column(String(64), default="")
    acted_as: Mapped[str | None] = mapped_column(String(64))
    accepted_at: Mapped[datetime]
    mail_from: Mapped[str] = mapped_column(Text)
    recipients: Mapped[Any]  # list of addresses
    raw: Mapped[bytes]
    # It and its envelope whole, unreadable without the installation's secret, until it is read; empty where they hold
    # no secret; null once it was read
    sealed: Mapped[bytes | None]
    status: Mapped[str] = mapped_column(String(16))  # new, read, waiting (for a game's adjudication), quarantined
    attempts: Mapped[int] = mapped_column(default=0)
    # What it may touch while it is unread (judge/mailbox/lock_footprint.py); null: nobody has looked yet
    reach: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    player_id: Mapped[Key | None] = mapped_column(ForeignKey("players.id"))
    read_at: Mapped[datetime | None]
    trouble: Mapped[str] = mapped_column(Text, default="")
    network: Mapped[str] = mapped_column(String(16), default="")
    # How far it was proved, as of its answers; or that a stranger, who wrote it, was answered
    proof: Mapped[str] = mapped_column(String(8), default="")
    cost: Mapped[int] = mapped_column(default=0)


class LineRow(Base):
    """What became of one line of an inbound mail."""

    __tablename__ = "inbound_lines"
    id: Mapped[Key] = mapped_column(primary_key=True)
    mail_id: Mapped[Key] = mapped_column(ForeignKey("inbound_mails.id"), index=True)
    number: Mapped[int]
    text: Mapped[str] = mapped_column(Text)
    became: Mapped[str] = mapped_column(String(16))  # ok, problem, warning, waiting, unread
    # Of the problem for which it was refused (`join/wrong-word`); or what waits: the sheet that it would change
    # (`sheet/17`), a practice game
    code: Mapped[str] = mapped_column(String(64), default="")
    message: Mapped[str] = mapped_column(Text, default="")


class Confirmation(Base):
    """Lines of a mail that wait for a code. The code itself is not kept, only a keyed hash."""

    __tablename__ = "confirmations"
    id: Mapped[Key] = mapped_column(primary_key=True)
    code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    player_id: Mapped[Key] = mapped_column(ForeignKey("players.id"), index=True)
    mail_id: Mapped[Key] = mapped_column(ForeignKey("inbound_mails.id"), index=True)
    lines: Mapped[Any]  # line numbers, or null for the whole mail
    kept: Mapped[dict[str, Any]]  # the mail's own lines without secrets, and what was proved (judge/mailbox/pending.py)
    made_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class PictureRow(Base):
    """A picture that letters show, kept once however many do; it goes when none is left that shows it."""

    __tablename__ = "pictures"
    id: Mapped[Key] = mapped_column(primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)  # of the SVG and its width
    width: Mapped[int]  # of its PNG, in pixels
    drawing: Mapped[bytes]  # the SVG, compressed (zlib)
    shown_at: Mapped[datetime]  # when the newest letter that shows it was written


class ShownRow(Base):
    """That a letter shows a picture."""

    __tablename__ = "shown_pictures"
    id: Mapped[Key] = mapped_column(primary_key=True)
    mail_id: Mapped[Key] = mapped_column(ForeignKey("outbound_mails.id", ondelete="CASCADE"), index=True)
    picture_id: Mapped[Key] = mapped_column(ForeignKey("pictures.id"), index=True)
    mail: Mapped[OutboundRow] = relationship()  # so that both can be added before either has a number


class OutboundRow(Base):
    """A mail to be sent, written in the transaction that causes it. The Message-ID is the same at every try. Its reply
    address, which is the envelope's sender too, follows from its number and the installation's secret.
    """

    __tablename__ = "outbound_mails"
    __table_args__ = (
        Index("ix_outbound_mails_status_next_try", "status", "next_try"),
        Index("ix_outbound_mails_recipient_made_at", "recipient", "made_at"),
        Index("ix_outbound_mails_purpose_made_at", "purpose", "made_at"),
    )
    id: Mapped[Key] = mapped_column(primary_key=True)
    player_id: Mapped[Key | None] = mapped_column(ForeignKey("players.id"))
    game_id: Mapped[Key | None] = mapped_column(ForeignKey("games.id"), index=True)
    seat_id: Mapped[Key | None] = mapped_column(ForeignKey("seats.id"))
    generation: Mapped[int] = mapped_column(default=0)  # of the seat, when this was written
    phase: Mapped[str] = mapped_column(String(24), default="")
    purpose: Mapped[str] = mapped_column(String(24))
    # How far the mail that it answers was proved: none, token, sure (more than that); empty where it answers none
    proof: Mapped[str] = mapped_column(String(8), default="")
    problems: Mapped[int] = mapped_column(default=0)  # lines that a reply counts as such
    press: Mapped[Any] = mapped_column(JSON(), nullable=True)  # a letter's judge.letters.values.PressHeading
    recipient: Mapped[str] = mapped_column(String(254))
    message_id: Mapped[str] = mapped_column(String(254))
    raw: Mapped[bytes]  # with zeros where its secrets stand (its reply address, what it encloses); without its pictures
    # What secrets it brings its reader: key, code, or old or new of an address change, or `code,old`; and the rows that
    # they are of
    encloses: Mapped[str] = mapped_column(String(8), default="")
    enclosed_of: Mapped[Any] = mapped_column(JSON(), nullable=True)
    enclosed: Mapped[bytes | None]  # those secrets until it is sent, covered with the installation's
    # queued, claimed, sent, failed, cancelled; bounced (sent, and came back); parked (its address is suspended)
    status: Mapped[str] = mapped_column(String(16))
    maybe_sent: Mapped[bool] = mapped_column(default=False)  # the next host fell silent
    attempts: Mapped[int] = mapped_column(default=0)
    next_try: Mapped[datetime]
    claimed_until: Mapped[datetime | None]
    claimed_by: Mapped[Key | None]  # the node that claimed it last, which may be gone
    made_at: Mapped[datetime]
    sent_at: Mapped[datetime | None]
    trouble: Mapped[str] = mapped_column(Text, default="")
