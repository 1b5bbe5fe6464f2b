"""What players write to each other and to the world."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from judge.store.tables.base import Base, Key


class Pseudonym(Base):
    """A name under which a player writes press; whoever answers it reaches them without learning who they are."""

    __tablename__ = "pseudonyms"
    __table_args__ = (UniqueConstraint("game_id", "name"),)
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[Key] = mapped_column(ForeignKey("players.id"))
    name: Mapped[str] = mapped_column(String(24))  # upper case


class UnsignedLetter(Base):
    """A letter that nobody signed, once it was sent: whom answers to it go to."""

    __tablename__ = "unsigned_letters"
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[Key | None] = mapped_column(ForeignKey("players.id"))  # who wrote it
    sender: Mapped[str] = mapped_column(String(40))  # their seat, or OBSERVERS
    opening: Mapped[str] = mapped_column(String(80))  # its first words, for the writer to know which it is
    sent_at: Mapped[datetime]


class LetterName(Base):
    """By which name a reader answers an unsigned letter: of that reader's copy alone."""

    __tablename__ = "letter_names"
    __table_args__ = (Index("ix_letter_names_game_id_player_id", "game_id", "player_id"),)
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"))
    letter_id: Mapped[Key] = mapped_column(ForeignKey("unsigned_letters.id"))
    player_id: Mapped[Key] = mapped_column(ForeignKey("players.id"))  # who got it
    reader: Mapped[str] = mapped_column(String(40))  # as which seat, or MASTER
    name: Mapped[str] = mapped_column(String(16))  # upper case


class PressBlock(Base):
    """A player who wants no more private press signed so."""

    __tablename__ = "press_blocks"
    __table_args__ = (UniqueConstraint("game_id", "player_id", "signed"),)
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[Key] = mapped_column(ForeignKey("players.id"))
    signed: Mapped[str] = mapped_column(String(40))


class Dispatch(Base):
    """Press and articles that go out with the results; press to everybody, which the public pages show; and press of
    and to the programs that play, which have no mailbox.
    """

    __tablename__ = "dispatches"
    id: Mapped[Key] = mapped_column(primary_key=True)
    game_id: Mapped[Key] = mapped_column(ForeignKey("games.id"), index=True)
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
