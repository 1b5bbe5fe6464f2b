"""Games, who has which part in them, and when they are away."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from judge.store.tables.base import Base, Key

MOVED = "moved"
OVER = ("ended", MOVED)
"""The games that this judge runs no longer."""


class Game(Base):
    __tablename__ = "games"
    __table_args__ = (
        Index("ix_games_status_ended_at", "status", "ended_at"),
        Index("ix_games_name_title", "name", "title"),
    )
    id: Mapped[Key] = mapped_column(primary_key=True)
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
    master_id: Mapped[Key] = mapped_column(ForeignKey("players.id"))
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


class FinishedRow(Base):
    """The public pages of a finished game as they are exported, all in one: judge/web/page_cache.py."""

    __tablename__ = "finished_pages"
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), unique=True)
    version: Mapped[int]  # the game's, as they were made
    edition: Mapped[str] = mapped_column(String(64))  # of the judge's own part in them
    made_of: Mapped[str] = mapped_column(String(64))  # of the game's
    files: Mapped[bytes]  # a zip, by their names in the game's folder


class Seat(Base):
    """A place in a game. `generation` rises with each change of player and so revokes the former player's tokens."""

    __tablename__ = "seats"
    __table_args__ = (UniqueConstraint("game_id", "name"), Index("ix_seats_status_game_id", "status", "game_id"))
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), index=True)
    name: Mapped[str] = mapped_column(String(40))
    player_id: Mapped[Key | None] = mapped_column(ForeignKey("players.id"), index=True)
    status: Mapped[str] = mapped_column(String(16))  # open, taken, vacant, eliminated, dummy, computer
    computer: Mapped[str] = mapped_column(String(12), default="")  # how well a program plays
    generation: Mapped[int] = mapped_column(default=0)


class Nomination(Base):
    """A seat or an office that a GameMaster names a player for, who agrees by a code of which only a keyed hash is
    kept. It is nobody's until then.
    """

    __tablename__ = "nominations"
    __table_args__ = (Index("ix_nominations_ended_at_expires_at", "ended_at", "expires_at"),)
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), index=True)
    kind: Mapped[str] = mapped_column(String(8))  # seat; beside (an appointed GameMaster); first (the GameMaster)
    seat_id: Mapped[Key | None] = mapped_column(ForeignKey("seats.id"))
    player_id: Mapped[Key] = mapped_column(ForeignKey("players.id"), index=True)
    by_id: Mapped[Key] = mapped_column(ForeignKey("players.id"), index=True)
    code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    made_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    outcome: Mapped[str] = mapped_column(String(16), default="")  # accepted, expired, void


class Tenure(Base):
    """Who sat where, and from when to when: what a player may read of a seat's past, and who has left it."""

    __tablename__ = "tenures"
    id: Mapped[Key] = mapped_column(primary_key=True)
    seat_id: Mapped[Key] = mapped_column(ForeignKey("seats.id"), index=True)
    player_id: Mapped[Key] = mapped_column(ForeignKey("players.id"), index=True)
    since: Mapped[datetime]
    until: Mapped[datetime | None]
    ended: Mapped[str] = mapped_column(String(16), default="")  # resigned, replaced, ejected, late; empty: sits there


class CoMaster(Base):
    """Somebody whom the GameMaster has appointed beside them; they may do all that the GameMaster may."""

    __tablename__ = "co_masters"
    __table_args__ = (UniqueConstraint("game_id", "player_id"),)
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[Key] = mapped_column(ForeignKey("players.id"), index=True)


class Observer(Base):
    """Somebody who is mailed what everybody may know of a game."""

    __tablename__ = "observers"
    __table_args__ = (UniqueConstraint("game_id", "player_id"),)
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[Key] = mapped_column(ForeignKey("players.id"), index=True)


class Invitation(Base):
    """An address that may join a private game without its word."""

    __tablename__ = "invitations"
    __table_args__ = (UniqueConstraint("game_id", "address"),)
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), index=True)
    address: Mapped[str] = mapped_column(String(254))  # lower case


class Joining(Base):
    """A player who has joined a game that has not started, and the seats they would like, best first."""

    __tablename__ = "joinings"
    __table_args__ = (UniqueConstraint("game_id", "player_id"),)
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[Key] = mapped_column(ForeignKey("players.id"))
    wishes: Mapped[Any]  # list of seat names


class Absence(Base):
    """A player's holiday: deadlines that would fall into it come after it."""

    __tablename__ = "absences"
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[Key] = mapped_column(ForeignKey("players.id"))
    begins: Mapped[datetime]
    ends: Mapped[datetime]
    made_at: Mapped[datetime]
    cancelled_at: Mapped[datetime | None]


class Move(Base):
    """A game went to another judge (`out`), was taken back (`back`), came from another judge (`in`), or came as the
    archive of a finished game (`archive`).
    """

    __tablename__ = "moves"
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), index=True)
    way: Mapped[str] = mapped_column(String(8))
    elsewhere: Mapped[str] = mapped_column(String(254))  # the other judge's address; empty where it is not known
    seal: Mapped[str] = mapped_column(String(64))  # of the file: the same one is not taken in twice
    whole: Mapped[bool] = mapped_column(default=True)  # false: an archive without what the rules do not open
    at: Mapped[datetime]


class JournalRow(Base):
    """What was done to a game that the rules know nothing of: deadlines moved, GameMasters appointed, rollbacks. No
    secrets.
    """

    __tablename__ = "journal"
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[Key | None] = mapped_column(ForeignKey("players.id"))
    at: Mapped[datetime]
    kind: Mapped[str] = mapped_column(String(16), default="")  # of what the judge asks for again: trespass
    text: Mapped[str] = mapped_column(Text)
