"""The tables, and the column types that mean the same on SQLite and PostgreSQL.

Names are the field's own; every instant is UTC.
"""

# Annotations are values here: as texts each would be read anew, at every start.

from datetime import UTC, datetime
from importlib import import_module
from typing import Annotated, Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship, validates
from sqlalchemy.types import TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """An instant. Aware in, aware UTC out; SQLite by itself would drop the zone and return naive times."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a naive time is no instant")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        if value is None:
            return None
        instant: datetime = value
        return instant.replace(tzinfo=UTC) if instant.tzinfo is None else instant.astimezone(UTC)


def upsert(dialect: str, table: Any) -> sqlite.Insert:
    """Return an INSERT that can have an ON CONFLICT, of the dialect (`Database.dialect`), which alone is loaded."""
    made: sqlite.Insert = import_module(f"sqlalchemy.dialects.{dialect}").insert(table)
    return made


Key = Annotated[int, "key"]
"""The number of a row: of 64 bits. SQLite's INTEGER has them by itself, and numbers rows only if it is called so."""


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012
        datetime: UtcDateTime(),
        dict[str, Any]: JSON(),
        Any: JSON(),
        bytes: LargeBinary(),
        Key: BigInteger().with_variant(Integer(), "sqlite"),
    }


class Numbered(Base):
    """A table whose rows are numbered."""

    __abstract__ = True
    id: Mapped[Key] = mapped_column(primary_key=True, sort_order=-1)


class OfGame(Numbered):
    __abstract__ = True
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), index=True)


class OfPhase(OfGame):
    """What was written or happened in a phase, in a run of its game."""

    __abstract__ = True
    run: Mapped[int]
    phase: Mapped[str] = mapped_column(String(24))


class OfPlayer(Numbered):
    __abstract__ = True
    player_id: Mapped[Key] = mapped_column(ForeignKey("players.id"), index=True)


# Games, who has which part in them, and when they are away.

MOVED = "moved"
OVER = ("ended", MOVED)
"""The games that this judge runs no longer."""


class Game(Numbered):
    __tablename__ = "games"
    __table_args__ = (
        Index("ix_games_status_ended_at", "status", "ended_at"),
        Index("ix_games_name_title", "name", "title"),
    )
    name: Mapped[str] = mapped_column(String(32), unique=True)  # lower case
    title: Mapped[str] = mapped_column(String(120), default="")
    system: Mapped[str] = mapped_column(String(32))
    system_version: Mapped[int]
    options: Mapped[dict[str, Any]]
    settings: Mapped[dict[str, Any]]  # the judge's own options of a game: games/settings.py
    status: Mapped[str] = mapped_column(
        String(16)
    )  # forming, active, paused, suspended, ended; moved (to another judge)
    paused_at: Mapped[datetime | None]  # its clock stands since then
    suspended_why: Mapped[str] = mapped_column(Text, default="")
    master_id: Mapped[Key] = mapped_column(ForeignKey("players.id"), index=True)
    seed: Mapped[bytes]  # opened after the end
    hidden_seed: Mapped[bytes] = mapped_column(default=b"")  # never opened; empty where nothing stays secret for ever
    run: Mapped[int] = mapped_column(default=0)
    version: Mapped[int] = mapped_column(default=0)  # raised by everything that changes the game
    state: Mapped[Any | None]
    result: Mapped[Any | None]
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    practice: Mapped[bool] = mapped_column(default=False)  # one person's, shown to nobody else
    webhook: Mapped[str] = mapped_column(String(254), default="")  # where its public events are posted
    tournament_id: Mapped[Key | None] = mapped_column(ForeignKey("tournaments.id"), index=True)  # it is a table of that
    round: Mapped[int] = mapped_column(default=0)


class FinishedRow(Numbered):
    """The public pages of a finished game as they are exported, all in one: judge/web/page_cache.py."""

    __tablename__ = "finished_pages"
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), unique=True)
    version: Mapped[int]  # the game's, as they were made
    edition: Mapped[str] = mapped_column(String(64))  # of the judge's own part in them
    made_of: Mapped[str] = mapped_column(String(64))  # of the game's
    files: Mapped[bytes]  # a zip, by their names in the game's folder


class Seat(OfGame):
    """A place in a game. `generation` rises with each change of player and so revokes the former player's tokens."""

    __tablename__ = "seats"
    __table_args__ = (UniqueConstraint("game_id", "name"), Index("ix_seats_status_game_id", "status", "game_id"))
    name: Mapped[str] = mapped_column(String(40))
    player_id: Mapped[Key | None] = mapped_column(ForeignKey("players.id"), index=True)
    status: Mapped[str] = mapped_column(String(16))  # open, taken, vacant, eliminated, dummy, computer
    computer: Mapped[str] = mapped_column(String(12), default="")  # how well a program plays
    generation: Mapped[int] = mapped_column(default=0)


class Nomination(OfGame, OfPlayer):
    """A seat or an office that a GameMaster names a player for, who agrees by a code of which only a keyed hash is
    kept. It is nobody's until then.
    """

    __tablename__ = "nominations"
    __table_args__ = (Index("ix_nominations_ended_at_expires_at", "ended_at", "expires_at"),)
    kind: Mapped[str] = mapped_column(String(8))  # seat; beside (an appointed GameMaster); first (the GameMaster)
    seat_id: Mapped[Key | None] = mapped_column(ForeignKey("seats.id"))
    by_id: Mapped[Key] = mapped_column(ForeignKey("players.id"), index=True)
    code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    made_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    outcome: Mapped[str] = mapped_column(String(16), default="")  # accepted, expired, void


class Tenure(OfPlayer):
    """Who sat where, and from when to when: what a player may read of a seat's past, and who has left it."""

    __tablename__ = "tenures"
    seat_id: Mapped[Key] = mapped_column(ForeignKey("seats.id"), index=True)
    since: Mapped[datetime]
    until: Mapped[datetime | None]
    ended: Mapped[str] = mapped_column(String(16), default="")  # resigned, replaced, ejected, late; empty: sits there


class Attendance(OfGame, OfPlayer):
    """How a player kept the deadline of a phase that awaited their orders: in time, late, missed."""

    __tablename__ = "attendances"
    __table_args__ = (UniqueConstraint("game_id", "player_id", "phase"),)
    phase: Mapped[str] = mapped_column(String(24))
    timing: Mapped[str] = mapped_column(String(8))
    mends: Mapped[bool]  # at a seat that somebody else had left
    hidden: Mapped[bool]  # from others until the game is over: it hid who writes, or who plays
    at: Mapped[datetime]


class CoMaster(OfGame, OfPlayer):
    """Somebody whom the GameMaster has appointed beside them; they may do all that the GameMaster may."""

    __tablename__ = "co_masters"
    __table_args__ = (UniqueConstraint("game_id", "player_id"),)


class FormerMaster(OfGame, OfPlayer):
    """Somebody who was a GameMaster of the game while it ran, and may have read what no player of it may know."""

    __tablename__ = "former_masters"
    __table_args__ = (UniqueConstraint("game_id", "player_id"),)


class Observer(OfGame, OfPlayer):
    """Somebody who is mailed what everybody may know of a game."""

    __tablename__ = "observers"
    __table_args__ = (UniqueConstraint("game_id", "player_id"),)


class Invitation(OfGame):
    """An address that may join a private game without its word."""

    __tablename__ = "invitations"
    __table_args__ = (UniqueConstraint("game_id", "address"),)
    address: Mapped[str] = mapped_column(String(254))  # lower case


class Joining(OfGame):
    """A player who has joined a game that has not started, and the seats they would like, best first."""

    __tablename__ = "joinings"
    __table_args__ = (UniqueConstraint("game_id", "player_id"),)
    player_id: Mapped[Key] = mapped_column(ForeignKey("players.id"), index=True)
    wishes: Mapped[Any]  # list of seat names


class OfTables(Numbered):
    """What is played at tables that the judge is to open."""

    __abstract__ = True
    system: Mapped[str] = mapped_column(String(32))
    options: Mapped[Any]  # list of [name, value], of the rules'
    pace: Mapped[str] = mapped_column(String(8))
    press: Mapped[str] = mapped_column(String(8))
    rated: Mapped[bool]
    size: Mapped[int]  # how many seats a table has
    filled: Mapped[bool]  # programs may play some of them


class Waiting(OfPlayer, OfTables):
    """A player who waits for a standing table, and how far it has come."""

    __tablename__ = "waiting"
    wishes: Mapped[Any]  # list of seat names
    since: Mapped[datetime] = mapped_column(index=True)
    asked_until: Mapped[datetime | None] = mapped_column(index=True)  # they are to confirm by then
    confirmed_at: Mapped[datetime | None]


class Tournament(OfTables):
    """Rounds of tables among people who have entered. Its tables are games of the judge's own."""

    __tablename__ = "tournaments"
    name: Mapped[str] = mapped_column(String(20), unique=True)  # lower case
    master_id: Mapped[Key] = mapped_column(ForeignKey("players.id"), index=True)  # who has created it
    rounds: Mapped[int]
    scoring: Mapped[str] = mapped_column(String(12))
    places: Mapped[int]  # whoever enters behind them is a reserve
    status: Mapped[str] = mapped_column(String(12), index=True)  # open (to enter), running, ended
    round: Mapped[int] = mapped_column(default=0)  # the one that has begun last
    closes_at: Mapped[datetime]  # the first round begins then


class Entry(OfPlayer):
    """Somebody who takes part in a tournament."""

    __tablename__ = "entries"
    __table_args__ = (UniqueConstraint("tournament_id", "player_id"),)
    tournament_id: Mapped[Key] = mapped_column(ForeignKey("tournaments.id"))
    withdrawn: Mapped[bool] = mapped_column(default=False)  # from the rounds to come


class Absence(OfGame):
    """A player's holiday: deadlines that would fall into it come after it."""

    __tablename__ = "absences"
    player_id: Mapped[Key] = mapped_column(ForeignKey("players.id"))
    begins: Mapped[datetime]
    ends: Mapped[datetime]
    made_at: Mapped[datetime]
    cancelled_at: Mapped[datetime | None]
    moved: Mapped[bool] = mapped_column(default=False)  # a deadline, which stays: its days count though it is cancelled


class Move(OfGame):
    """A game went to another judge (`out`), was taken back (`back`), came from another judge (`in`), or came as the
    archive of a finished game (`archive`).
    """

    __tablename__ = "moves"
    way: Mapped[str] = mapped_column(String(8))
    elsewhere: Mapped[str] = mapped_column(String(254))  # the other judge's address; empty where it is not known
    seal: Mapped[str] = mapped_column(String(64))  # of the file: the same one is not taken in twice
    whole: Mapped[bool] = mapped_column(default=True)  # false: an archive without what the rules do not open
    at: Mapped[datetime]


class JournalRow(OfGame):
    """What was done to a game that the rules know nothing of: deadlines moved, GameMasters appointed, rollbacks. No
    secrets.
    """

    __tablename__ = "journal"
    player_id: Mapped[Key | None] = mapped_column(ForeignKey("players.id"))
    at: Mapped[datetime]
    kind: Mapped[str] = mapped_column(String(16), default="")  # of what the judge asks for again: trespass
    text: Mapped[str] = mapped_column(Text)


# What a judge must remember about itself.


class Host(Numbered):
    """One row: what this judge must remember about itself."""

    __tablename__ = "host"
    # Which secret (judge/store/secret.py) this database is used with, and what tells it from others
    secret_number: Mapped[int]
    secret_check: Mapped[str] = mapped_column(String(16))
    last_seen: Mapped[datetime | None]  # when the clerk last ran: tells a stopped judge from a clock that jumped
    boot: Mapped[str | None] = mapped_column(String(64))  # which start of the machine that was
    up_seconds: Mapped[int | None]  # the machine's uptime at last_seen
    reminder_hours: Mapped[int | None]  # for which reminders were reckoned
    stopped_at: Mapped[datetime | None]  # nothing is read or adjudicated from then on, until the host resumes
    stopped_why: Mapped[str | None] = mapped_column(Text)


class NodeRow(Numbered):
    """A process that works for the judge. Its number is never given again: whoever finds it gone has lost all that they
    held. `label` is the name of its sessions at the server, and `line` the number of the one by which it says that it
    lives; `does`, the command that it is.
    """

    __tablename__ = "nodes"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012
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


# Every mail that came in, what became of its lines, and every mail that goes out.


class InboundRow(Numbered):
    """A mail that was accepted; once it was read, its text is kept for ever, without KEYs, codes and tokens.
    `content` is by what it is known again (From, Message-ID, body); `fingerprint` the same, with what shows who wrote
    it: a second delivery with no more of that is a duplicate. `acted_as` stands for its writer and Message-ID once it
    was believed. `network` marks for a day where it came from, and tells nobody what that is; `cost` is what carrying
    it out took, in units of `Command.cost`. `mail_from` and `recipients` hold no secret
    from the beginning (judge/store/secret.py).
    """

    __tablename__ = "inbound_mails"
    __table_args__ = (
        Index("ix_inbound_mails_status_id", "status", "id"),
        Index("ix_inbound_mails_content", "content"),
        Index("ix_inbound_mails_acted_as", "acted_as", unique=True),
        Index("ix_inbound_mails_player_id_read_at", "player_id", "read_at"),
        Index("ix_inbound_mails_network_read_at", "network", "read_at"),
    )
    fingerprint: Mapped[str] = mapped_column(String(64), unique=True)
    content: Mapped[str] = mapped_column(String(64), default="")
    acted_as: Mapped[str | None] = mapped_column(String(64))
    accepted_at: Mapped[datetime]
    mail_from: Mapped[str] = mapped_column(Text)
    recipients: Mapped[Any]  # list of addresses
    raw: Mapped[bytes]  # its text as a plain mail, once it was read
    sealed: Mapped[bytes | None]  # it and its envelope whole, until then: unreadable without the installation's secret
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


class LineRow(Numbered):
    """What became of one line of an inbound mail."""

    __tablename__ = "inbound_lines"
    mail_id: Mapped[Key] = mapped_column(ForeignKey("inbound_mails.id"), index=True)
    number: Mapped[int]
    text: Mapped[str] = mapped_column(Text)
    became: Mapped[str] = mapped_column(String(16))  # ok, problem, warning, waiting, unread
    # Of the problem for which it was refused (`join/wrong-word`); or what waits: the sheet that it would change
    # (`sheet/17`), a practice game
    code: Mapped[str] = mapped_column(String(64), default="")
    message: Mapped[str] = mapped_column(Text, default="")


class Confirmation(OfPlayer):
    """Lines of a mail that wait for a code. The code itself is not kept, only a keyed hash."""

    __tablename__ = "confirmations"
    code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    mail_id: Mapped[Key] = mapped_column(ForeignKey("inbound_mails.id"), index=True)
    lines: Mapped[Any]  # line numbers, or null for the whole mail
    kept: Mapped[
        dict[str, Any]
    ]  # the mail's own lines without secrets, and what was proved (judge/mailbox/confirmation.py)
    made_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class PictureRow(Numbered):
    """A picture that letters show, kept once however many do; it goes when none is left that shows it."""

    __tablename__ = "pictures"
    digest: Mapped[str] = mapped_column(String(64), unique=True)  # of the SVG and its width
    width: Mapped[int]  # of its PNG, in pixels
    drawing: Mapped[bytes]  # the SVG, compressed (zlib)
    shown_at: Mapped[datetime]  # when the newest letter that shows it was written


class ShownRow(Numbered):
    """That a letter shows a picture."""

    __tablename__ = "shown_pictures"
    mail_id: Mapped[Key] = mapped_column(ForeignKey("outbound_mails.id", ondelete="CASCADE"), index=True)
    picture_id: Mapped[Key] = mapped_column(ForeignKey("pictures.id"), index=True)


class OutboundRow(Numbered):
    """A mail to be sent, written in the transaction that causes it. The Message-ID is the same at every try. Its reply
    address, which is the envelope's sender too, follows from its number and the installation's secret.
    """

    __tablename__ = "outbound_mails"
    __table_args__ = (
        Index("ix_outbound_mails_status_next_try", "status", "next_try"),
        Index("ix_outbound_mails_recipient_made_at", "recipient", "made_at"),
        Index("ix_outbound_mails_purpose_made_at", "purpose", "made_at"),
        Index("ix_outbound_mails_sent_at", "sent_at"),
    )
    player_id: Mapped[Key | None] = mapped_column(ForeignKey("players.id"))
    game_id: Mapped[Key | None] = mapped_column(ForeignKey("games.id"), index=True)
    seat_id: Mapped[Key | None] = mapped_column(ForeignKey("seats.id"))
    generation: Mapped[int] = mapped_column(default=0)  # of the seat, when this was written
    purpose: Mapped[str] = mapped_column(String(24))
    # How far the mail that it answers was proved: none, token, sure (more than that); empty where it answers none
    proof: Mapped[str] = mapped_column(String(8), default="")
    problems: Mapped[int] = mapped_column(default=0)  # lines that a reply counts as such
    press: Mapped[Any] = mapped_column(JSON(), nullable=True)  # of press and issues: a judge.letters.values.PressLetter
    recipient: Mapped[str] = mapped_column(String(254))
    message_id: Mapped[str] = mapped_column(String(254), index=True)
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


# Who plays, and where their mail goes.


class Player(Numbered):
    __tablename__ = "players"
    name: Mapped[str] = mapped_column(String(80))
    zone: Mapped[str] = mapped_column(String(60), default="UTC")
    key_hash: Mapped[str] = mapped_column(String(64), default="")  # of the KEY, keyed with the secret of key_secret
    key_secret: Mapped[int] = mapped_column(default=0)  # the number of that secret
    status: Mapped[str] = mapped_column(String(16))  # unproved, active, banned; gone (forgotten)
    registered_at: Mapped[datetime]
    tokens_above: Mapped[Key] = mapped_column(default=0)  # tokens of mails up to this are void
    wrong_proofs: Mapped[int] = mapped_column(default=0)  # wrong KEYs and codes since wrong_since
    wrong_since: Mapped[datetime | None]
    # Read once a transaction, however many letters a player gets in it; the first that is primary is where they go.
    addresses: Mapped[list["Address"]] = relationship(order_by="Address.id", viewonly=True)
    dates: Mapped[str] = mapped_column(String(16), default="")  # how dates are written for them
    plain_only: Mapped[bool] = mapped_column(default=False)  # no HTML beside the text
    wants_data: Mapped[bool] = mapped_column(default=False)  # JSON beside the words
    public_name: Mapped[str] = mapped_column(String(60), default="")  # as pages may call them; empty: they may not
    rated: Mapped[bool] = mapped_column(default=False)  # they want ratings of rated tables
    news_at: Mapped[datetime | None] = mapped_column(index=True)  # when they want the next weekly news, if they do


class Address(OfPlayer):
    """A registered e-mail address. The first one is where a player's mail goes."""

    __tablename__ = "addresses"
    address: Mapped[str] = mapped_column(String(254), unique=True)  # lower case
    primary: Mapped[bool] = mapped_column(default=True)
    bounces: Mapped[int] = mapped_column(default=0)  # mails that came back since its player wrote
    bounced_at: Mapped[datetime | None]
    suspended_at: Mapped[datetime | None]  # mail to it is parked from then on


class AddressChange(OfPlayer):
    """A player's wish for another address. Both addresses are mailed a code, of which only a keyed hash is kept."""

    __tablename__ = "address_changes"
    address: Mapped[str] = mapped_column(String(254), index=True)  # the new one, lower case
    old_code_hash: Mapped[str] = mapped_column(String(64))
    new_code_hash: Mapped[str] = mapped_column(String(64))
    made_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    old_confirmed_at: Mapped[datetime | None]
    new_confirmed_at: Mapped[datetime | None]
    done_at: Mapped[datetime | None]


# What is played, phase by phase. `run` is raised by ROLLBACK, so that nothing is ever overwritten.

UNRECKONED = datetime(1970, 1, 1, tzinfo=UTC)
"""The clerk has still to reckon when to look at a phase for a reminder."""


class PhaseRow(OfGame):
    """A phase of a game. `state_before` is the state when it opened; acts change the game's state meanwhile."""

    __tablename__ = "phases"
    __table_args__ = (
        UniqueConstraint("game_id", "run", "label"),
        Index("ix_phases_computers", "closed_at", "computers_at"),
        # What is next due: of open phases alone, so that they do not grow with the phases that are over. That the
        # migration says: here it would load PostgreSQL's dialect at each start. With closed_at: else SQLite takes
        # another index that begins with it, and goes through all open phases
        Index("ix_phases_due", "closed_at", "deadline"),
        Index("ix_phases_early", "closed_at", "early_at"),
        Index("ix_phases_remind", "closed_at", "remind_at"),
        Index("ix_phases_game_id_closed_at", "game_id", "closed_at"),
        Index("ix_phases_opened", "closed_at", "opened_at"),
    )
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

    @property
    def key(self) -> dict[str, Any]:
        """The columns by which rows of this phase are found (`filter_by`, where nothing is aggregated) and made."""
        return {"game_id": self.game_id, "run": self.run, "phase": self.label}

    @validates("deadline")
    def _reckon_anew(self, _name: str, deadline: datetime) -> datetime:
        self.remind_at = UNRECKONED
        return deadline


class RunRow(OfGame):
    """A run that a ROLLBACK or ROLLFORWARD began. Its past are its parent's phases numbered below `from_number`.

    `left_state` and `left_phase` are where the run that was left stood at that moment: ROLLFORWARD goes back there.
    """

    __tablename__ = "runs"
    __table_args__ = (UniqueConstraint("game_id", "run"),)
    run: Mapped[int]
    parent: Mapped[int]
    from_number: Mapped[int]
    left_run: Mapped[int]
    left_phase: Mapped[Key] = mapped_column(ForeignKey("phases.id"))
    left_state: Mapped[Any]
    left_version: Mapped[int]  # of the rules that wrote left_state
    made_at: Mapped[datetime]


class OrdersRow(OfPhase):
    """One revision of one part of a role's orders. The highest revision counts; an empty text clears."""

    __tablename__ = "orders"
    __table_args__ = (UniqueConstraint("game_id", "run", "phase", "role", "part", "revision"),)
    role: Mapped[str] = mapped_column(String(40))
    part: Mapped[str] = mapped_column(String(24))
    revision: Mapped[int]
    text: Mapped[str] = mapped_column(Text)
    written: Mapped[bool]  # with this on file the role counts as having written
    mail_id: Mapped[Key | None] = mapped_column(ForeignKey("inbound_mails.id"), index=True)
    at: Mapped[datetime]


class ActRow(OfPhase):
    """An act, in the order in which acts took effect: replay needs them."""

    __tablename__ = "acts"
    __table_args__ = (UniqueConstraint("game_id", "run", "number"),)
    number: Mapped[int]
    role: Mapped[str] = mapped_column(String(40))
    kind: Mapped[str] = mapped_column(String(24))
    data: Mapped[dict[str, Any]]
    mail_id: Mapped[Key | None] = mapped_column(ForeignKey("inbound_mails.id"), index=True)
    at: Mapped[datetime]


class Ballot(OfPhase, OfPlayer):
    """A player's vote for what the players decide among themselves: a judge.play.decisions.Motion, and about what."""

    __tablename__ = "ballots"
    __table_args__ = (UniqueConstraint("game_id", "run", "phase", "player_id", "motion", "about"),)
    motion: Mapped[str] = mapped_column(String(16))
    about: Mapped[str] = mapped_column(String(40))  # a length of time, a seat, or empty


class LedgerRow(OfPhase):
    """One posting. The sums by account and currency always equal the rule system's `accounts(state)`."""

    __tablename__ = "ledger"
    account: Mapped[str] = mapped_column(String(64))
    currency: Mapped[str] = mapped_column(String(16))
    amount: Mapped[int]
    reason: Mapped[str] = mapped_column(Text)
    for_phase: Mapped[str] = mapped_column(String(24), default="")  # the phase that it is for, if another
    reverses: Mapped[bool] = mapped_column(default=False)  # what a rollback undid
    at: Mapped[datetime]


class EventRow(OfPhase):
    __tablename__ = "events"
    audience: Mapped[str] = mapped_column(String(8))  # roles, public, master
    roles: Mapped[Any]  # list of role names
    kind: Mapped[str] = mapped_column(String(32))
    data: Mapped[dict[str, Any]]
    at: Mapped[datetime]


# What players write to each other and to the world.


class Pseudonym(OfGame):
    """A name under which a player writes press; whoever answers it reaches them without learning who they are."""

    __tablename__ = "pseudonyms"
    __table_args__ = (UniqueConstraint("game_id", "name"),)
    player_id: Mapped[Key] = mapped_column(ForeignKey("players.id"))
    name: Mapped[str] = mapped_column(String(24))  # upper case


class UnsignedLetter(OfGame):
    """A letter that nobody signed, once it was sent: whom answers to it go to."""

    __tablename__ = "unsigned_letters"
    player_id: Mapped[Key | None] = mapped_column(ForeignKey("players.id"))  # who wrote it
    sender: Mapped[str] = mapped_column(String(40))  # their seat, or OBSERVERS
    opening: Mapped[str] = mapped_column(String(80))  # its first words, for the writer to know which it is
    sent_at: Mapped[datetime]


class LetterName(Numbered):
    """By which name a reader answers an unsigned letter: of that reader's copy alone."""

    __tablename__ = "letter_names"
    __table_args__ = (Index("ix_letter_names_game_id_player_id", "game_id", "player_id"),)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"))
    letter_id: Mapped[Key] = mapped_column(ForeignKey("unsigned_letters.id"))
    player_id: Mapped[Key] = mapped_column(ForeignKey("players.id"))  # who got it
    reader: Mapped[str] = mapped_column(String(40))  # as which seat, or MASTER
    name: Mapped[str] = mapped_column(String(16))  # upper case


class PressBlock(OfGame):
    """A player who wants no more private press signed so."""

    __tablename__ = "press_blocks"
    __table_args__ = (UniqueConstraint("game_id", "player_id", "signed"),)
    player_id: Mapped[Key] = mapped_column(ForeignKey("players.id"))
    signed: Mapped[str] = mapped_column(String(40))


class Dispatch(OfGame):
    """Press and articles that go out with the results; press to everybody, which the public pages show; and press of
    and to the programs that play, which have no mailbox.
    """

    __tablename__ = "dispatches"
    player_id: Mapped[Key | None] = mapped_column(ForeignKey("players.id"))  # null: a program has written it
    kind: Mapped[str] = mapped_column(String(8))  # press, article
    signed: Mapped[str] = mapped_column(String(40))  # a seat, a pseudonym, or empty: not at all
    sender: Mapped[str] = mapped_column(String(40))  # the writer's seat, whose own copy it would be
    named: Mapped[Any | None]  # list of seats and observers as they were named; null: everybody
    reach: Mapped[Any]  # list of the roles that it reaches
    text: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(String(8))  # veiled (until `due_at`), waiting (for results), out, refused;
    # unheard, heard (by programs that play), said (by one of them)
    made_at: Mapped[datetime]
    due_at: Mapped[datetime | None] = mapped_column(
        index=True
    )  # of what no seat signs: the quarter of an hour at which it goes out
    issue: Mapped[str | None] = mapped_column(String(80))  # the title of the phase with whose results it came; of what
    # programs hear and say the label of the phase in which that was
    out_at: Mapped[datetime | None]
