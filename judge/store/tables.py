"""The tables. Names are the field's own; every instant is UTC; `run` is raised by ROLLBACK, so that nothing is ever
overwritten.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, MetaData, String, Text, UniqueConstraint, false
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from judge.store.types import UtcDateTime


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: UtcDateTime(), dict[str, Any]: JSON(), Any: JSON(), bytes: LargeBinary()}  # noqa: RUF012


class Host(Base):
    """One row: what this judge must remember about itself."""

    __tablename__ = "host"
    id: Mapped[int] = mapped_column(primary_key=True)
    mac_key: Mapped[bytes]  # signs reply tokens
    last_seen: Mapped[datetime | None]  # when the clerk last ran: tells a stopped judge from a clock that jumped
    boot: Mapped[str | None] = mapped_column(String(64))  # which start of the machine that was
    up_seconds: Mapped[int | None]  # the machine's uptime at last_seen
    stopped_at: Mapped[datetime | None]  # nothing is read or adjudicated from then on, until the host resumes
    stopped_why: Mapped[str | None] = mapped_column(Text)


class Player(Base):
    __tablename__ = "players"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    zone: Mapped[str] = mapped_column(String(60), default="UTC")
    key_hash: Mapped[str] = mapped_column(String(64), default="")  # SHA-256 of the KEY, lower-case hex
    status: Mapped[str] = mapped_column(String(16))  # unproved, active, banned
    registered_at: Mapped[datetime]
    tokens_above: Mapped[int] = mapped_column(default=0, server_default="0")  # tokens of mails up to this are void
    wrong_proofs: Mapped[int] = mapped_column(default=0, server_default="0")  # wrong KEYs and codes since wrong_since
    wrong_since: Mapped[datetime | None]
    # Read once a transaction, however many letters a player gets in it; the first that is primary is where they go.
    addresses: Mapped[list[Address]] = relationship(order_by="Address.id", viewonly=True)
    dates: Mapped[str] = mapped_column(String(16), default="")  # how dates are written for him
    plain_only: Mapped[bool] = mapped_column(default=False, server_default=false())  # no HTML beside the text


class Address(Base):
    """A registered e-mail address. The first one is where a player's mail goes."""

    __tablename__ = "addresses"
    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)
    address: Mapped[str] = mapped_column(String(254), unique=True)  # lower case
    primary: Mapped[bool] = mapped_column(default=True)
    bounces: Mapped[int] = mapped_column(default=0, server_default="0")  # mails that came back since its player wrote
    bounced_at: Mapped[datetime | None]
    suspended_at: Mapped[datetime | None]  # mail to it is held from then on


class AddressChange(Base):
    """A player's wish for another address. Both addresses are mailed a code, of which only the SHA-256 is kept."""

    __tablename__ = "address_changes"
    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)
    address: Mapped[str] = mapped_column(String(254), index=True)  # the new one, lower case
    old_code_hash: Mapped[str] = mapped_column(String(64))
    new_code_hash: Mapped[str] = mapped_column(String(64))
    made_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    old_confirmed_at: Mapped[datetime | None]
    new_confirmed_at: Mapped[datetime | None]
    done_at: Mapped[datetime | None]


class Game(Base):
    __tablename__ = "games"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(32), unique=True)  # lower case
    title: Mapped[str] = mapped_column(String(120), default="")
    system: Mapped[str] = mapped_column(String(32))
    system_version: Mapped[int]
    options: Mapped[dict[str, Any]]
    settings: Mapped[dict[str, Any]]  # the judge's own options of a game (lengths, reminders), see services/settings
    status: Mapped[str] = mapped_column(String(16))  # forming, active, paused, held, ended; moved (to another judge)
    paused_at: Mapped[datetime | None]  # its clock stands since then
    held_why: Mapped[str] = mapped_column(Text, default="")
    master_id: Mapped[int] = mapped_column(ForeignKey("players.id"))
    seed: Mapped[bytes]
    run: Mapped[int] = mapped_column(default=0)
    version: Mapped[int] = mapped_column(default=0)  # raised by everything that changes the game
    state: Mapped[Any | None]
    result: Mapped[Any | None]
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]


class Seat(Base):
    """A place in a game. `generation` rises with each change of player and so revokes the former player's tokens."""

    __tablename__ = "seats"
    __table_args__ = (UniqueConstraint("game_id", "name"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    name: Mapped[str] = mapped_column(String(40))
    player_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"), index=True)
    status: Mapped[str] = mapped_column(String(16))  # open, taken, vacant (its player left), dummy
    generation: Mapped[int] = mapped_column(default=0)


class Tenure(Base):
    """Who sat where, and from when to when: what a player may read of a seat's past, and who has left it."""

    __tablename__ = "tenures"
    id: Mapped[int] = mapped_column(primary_key=True)
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id"), index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)
    since: Mapped[datetime]
    until: Mapped[datetime | None]
    ended: Mapped[str] = mapped_column(String(16), default="")  # resigned, replaced, ejected, late; empty: sits there


class CoMaster(Base):
    """Somebody whom the GameMaster has appointed beside him; he may do all that the GameMaster may."""

    __tablename__ = "co_masters"
    __table_args__ = (UniqueConstraint("game_id", "player_id"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)


class Observer(Base):
    """Somebody who is mailed what everybody may know of a game."""

    __tablename__ = "observers"
    __table_args__ = (UniqueConstraint("game_id", "player_id"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)


class Invitation(Base):
    """An address that may join a private game without its word."""

    __tablename__ = "invitations"
    __table_args__ = (UniqueConstraint("game_id", "address"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    address: Mapped[str] = mapped_column(String(254))  # lower case


class Joining(Base):
    """A player who has joined a game that has not started, and the seats he would like, best first."""

    __tablename__ = "joinings"
    __table_args__ = (UniqueConstraint("game_id", "player_id"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"))
    wishes: Mapped[Any]  # list of seat names


class PhaseRow(Base):
    """A phase of a game. `state_before` is the state when it opened; acts change the game's state meanwhile."""

    __tablename__ = "phases"
    __table_args__ = (UniqueConstraint("game_id", "run", "label"), Index("ix_phases_due", "closed_at", "deadline"))
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    run: Mapped[int]
    number: Mapped[int]  # counts from 1 within a game, over all runs
    label: Mapped[str] = mapped_column(String(24))
    title: Mapped[str] = mapped_column(String(80))
    state_before: Mapped[Any]
    system_version: Mapped[int]  # of the rules that wrote it
    opened_at: Mapped[datetime]
    deadline: Mapped[datetime]
    wall: Mapped[str | None] = mapped_column(String(100))  # "2026-11-27T20:00:00 Europe/Berlin": the clock it keeps to
    promised: Mapped[datetime | None]  # the deadline as it was first told: no later one is ever moved before it
    early_at: Mapped[datetime | None]  # all have written and nobody waits: adjudicated then if it stays so
    waits: Mapped[Any | None]  # list of the seats that have asked to WAIT
    cut: Mapped[datetime | None]  # mails accepted later wait for the next phase
    reminded_at: Mapped[datetime | None]
    late_told_at: Mapped[datetime | None]
    hold: Mapped[bool | None]  # shall its results wait for PUBLISH? null: as the game's option says
    sealed_at: Mapped[datetime | None]  # its orders are in and its results wait for PUBLISH since then
    closed_at: Mapped[datetime | None]


class RunRow(Base):
    """A run that a ROLLBACK or ROLLFORWARD began. Its past are its parent's phases numbered below `from_number`.

    `left_state` and `left_phase` are where the run that was left stood at that moment: ROLLFORWARD goes back there.
    """

    __tablename__ = "runs"
    __table_args__ = (UniqueConstraint("game_id", "run"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    run: Mapped[int]
    parent: Mapped[int]
    from_number: Mapped[int]
    left_run: Mapped[int]
    left_phase: Mapped[int] = mapped_column(ForeignKey("phases.id"))
    left_state: Mapped[Any]
    left_version: Mapped[int]  # of the rules that wrote left_state
    made_at: Mapped[datetime]


class Absence(Base):
    """A player's holiday: deadlines that would fall into it come after it."""

    __tablename__ = "absences"
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"))
    begins: Mapped[datetime]
    ends: Mapped[datetime]
    made_at: Mapped[datetime]
    cancelled_at: Mapped[datetime | None]


class Pseudonym(Base):
    """A name under which a player writes press; whoever answers it reaches him without learning who he is."""

    __tablename__ = "pseudonyms"
    __table_args__ = (UniqueConstraint("game_id", "name"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"))
    name: Mapped[str] = mapped_column(String(24))  # upper case


class PressBlock(Base):
    """A player who wants no more private press signed so."""

    __tablename__ = "press_blocks"
    __table_args__ = (UniqueConstraint("game_id", "player_id", "signed"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"))
    signed: Mapped[str] = mapped_column(String(40))


class Dispatch(Base):
    """Press and articles that go out with the results, and press to everybody, which the public pages show."""

    __tablename__ = "dispatches"
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"))
    kind: Mapped[str] = mapped_column(String(8))  # press, article
    signed: Mapped[str] = mapped_column(String(40))  # a seat, a pseudonym, or empty: not at all
    sender: Mapped[str] = mapped_column(String(40))  # the writer's seat, whose own copy it would be
    named: Mapped[Any | None]  # list of seats and observers as they were named; null: everybody
    reach: Mapped[Any]  # list of the roles that it reaches
    text: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(String(8))  # waiting, out, refused
    made_at: Mapped[datetime]
    issue: Mapped[str | None] = mapped_column(String(80))  # the title of the phase with whose results it came
    out_at: Mapped[datetime | None]


class JournalRow(Base):
    """What was done to a game that the rules know nothing of: deadlines moved, offices given, rollbacks. No secrets."""

    __tablename__ = "journal"
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"))
    at: Mapped[datetime]
    text: Mapped[str] = mapped_column(Text)


class Move(Base):
    """A game went to another judge (`out`), was taken back (`back`), came from another judge (`in`), or came as the
    archive of a finished game (`archive`).
    """

    __tablename__ = "moves"
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    way: Mapped[str] = mapped_column(String(8))
    elsewhere: Mapped[str] = mapped_column(String(254))  # the other judge's address; empty where it is not known
    seal: Mapped[str] = mapped_column(String(64))  # of the file: the same one is not taken in twice
    whole: Mapped[bool] = mapped_column(default=True)  # false: an archive without what the rules do not open
    at: Mapped[datetime]


class OrdersRow(Base):
    """One revision of one part of a role's orders. The highest revision counts; an empty text clears."""

    __tablename__ = "orders"
    __table_args__ = (UniqueConstraint("game_id", "run", "phase", "role", "part", "revision"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    run: Mapped[int]
    phase: Mapped[str] = mapped_column(String(24))
    role: Mapped[str] = mapped_column(String(40))
    part: Mapped[str] = mapped_column(String(24))
    revision: Mapped[int]
    text: Mapped[str] = mapped_column(Text)
    written: Mapped[bool]  # with this on file the role counts as having written
    mail_id: Mapped[int | None] = mapped_column(ForeignKey("inbound_mails.id"))
    at: Mapped[datetime]


class ActRow(Base):
    """An act, in the order in which acts took effect: replay needs them."""

    __tablename__ = "acts"
    __table_args__ = (UniqueConstraint("game_id", "run", "number"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    run: Mapped[int]
    number: Mapped[int]
    phase: Mapped[str] = mapped_column(String(24))
    role: Mapped[str] = mapped_column(String(40))
    kind: Mapped[str] = mapped_column(String(24))
    data: Mapped[dict[str, Any]]
    mail_id: Mapped[int | None] = mapped_column(ForeignKey("inbound_mails.id"))
    at: Mapped[datetime]


class LedgerRow(Base):
    """One posting. The sums by account and currency always equal the rule system's `accounts(state)`."""

    __tablename__ = "ledger"
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    run: Mapped[int]
    phase: Mapped[str] = mapped_column(String(24))
    account: Mapped[str] = mapped_column(String(64))
    currency: Mapped[str] = mapped_column(String(16))
    amount: Mapped[int]
    reason: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime]


class EventRow(Base):
    __tablename__ = "events"
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    run: Mapped[int]
    phase: Mapped[str] = mapped_column(String(24))
    audience: Mapped[str] = mapped_column(String(8))  # roles, public, master
    roles: Mapped[Any]  # list of role names
    kind: Mapped[str] = mapped_column(String(32))
    data: Mapped[dict[str, Any]]
    at: Mapped[datetime]


class InboundRow(Base):
    """A mail as it was accepted, kept for ever. `fingerprint` (From, Message-ID, body) makes a second delivery a
    duplicate.
    """

    __tablename__ = "inbound_mails"
    __table_args__ = (Index("ix_inbound_mails_status_id", "status", "id"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    fingerprint: Mapped[str] = mapped_column(String(64), unique=True)
    accepted_at: Mapped[datetime]
    mail_from: Mapped[str] = mapped_column(Text)
    recipients: Mapped[Any]  # list of addresses
    raw: Mapped[bytes]
    status: Mapped[str] = mapped_column(String(16))  # new, read, waiting (for a game's adjudication), quarantined
    attempts: Mapped[int] = mapped_column(default=0)
    player_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"))
    read_at: Mapped[datetime | None]
    trouble: Mapped[str] = mapped_column(Text, default="")


class LineRow(Base):
    """What became of one line of an inbound mail."""

    __tablename__ = "inbound_lines"
    id: Mapped[int] = mapped_column(primary_key=True)
    mail_id: Mapped[int] = mapped_column(ForeignKey("inbound_mails.id"), index=True)
    number: Mapped[int]
    text: Mapped[str] = mapped_column(Text)
    became: Mapped[str] = mapped_column(String(16))  # ok, problem, warning, waiting, unread
    code: Mapped[str] = mapped_column(String(64), default="")
    message: Mapped[str] = mapped_column(Text, default="")


class Confirmation(Base):
    """Lines of a mail that wait for a code. The code itself is not kept, only its SHA-256."""

    __tablename__ = "confirmations"
    id: Mapped[int] = mapped_column(primary_key=True)
    code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)
    mail_id: Mapped[int] = mapped_column(ForeignKey("inbound_mails.id"))
    lines: Mapped[Any]  # line numbers, or null for the whole mail
    made_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class OutboundRow(Base):
    """A mail to be sent, written in the transaction that causes it. The Message-ID is the same at every try."""

    __tablename__ = "outbound_mails"
    __table_args__ = (
        Index("ix_outbound_mails_status_next_try", "status", "next_try"),
        Index("ix_outbound_mails_recipient_made_at", "recipient", "made_at"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"))
    game_id: Mapped[int | None] = mapped_column(ForeignKey("games.id"), index=True)
    seat_id: Mapped[int | None] = mapped_column(ForeignKey("seats.id"))
    generation: Mapped[int] = mapped_column(default=0)  # of the seat, when this was written
    phase: Mapped[str] = mapped_column(String(24), default="")
    purpose: Mapped[str] = mapped_column(String(24))
    recipient: Mapped[str] = mapped_column(String(254))
    mail_from: Mapped[str] = mapped_column(String(254))
    message_id: Mapped[str] = mapped_column(String(254))
    raw: Mapped[bytes]
    # queued, claimed, sent, failed, cancelled; bounced (sent, and came back); held (its address is suspended)
    status: Mapped[str] = mapped_column(String(16))
    maybe_sent: Mapped[bool] = mapped_column(default=False, server_default=false())  # the next host fell silent
    attempts: Mapped[int] = mapped_column(default=0)
    next_try: Mapped[datetime]
    claimed_until: Mapped[datetime | None]
    made_at: Mapped[datetime]
    sent_at: Mapped[datetime | None]
    trouble: Mapped[str] = mapped_column(Text, default="")
