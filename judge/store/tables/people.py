"""Who plays, and where their mail goes."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from judge.store.tables.base import Base, Key


class Player(Base):
    __tablename__ = "players"
    id: Mapped[Key] = mapped_column(primary_key=True)
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
    addresses: Mapped[list[Address]] = relationship(order_by="Address.id", viewonly=True)
    dates: Mapped[str] = mapped_column(String(16), default="")  # how dates are written for them
    plain_only: Mapped[bool] = mapped_column(default=False)  # no HTML beside the text
    wants_data: Mapped[bool] = mapped_column(default=False)  # JSON beside the words


class Address(Base):
    """A registered e-mail address. The first one is where a player's mail goes."""

    __tablename__ = "addresses"
    id: Mapped[Key] = mapped_column(primary_key=True)
    player_id: Mapped[Key] = mapped_column(ForeignKey("players.id"), index=True)
    address: Mapped[str] = mapped_column(String(254), unique=True)  # lower case
    primary: Mapped[bool] = mapped_column(default=True)
    bounces: Mapped[int] = mapped_column(default=0)  # mails that came back since its player wrote
    bounced_at: Mapped[datetime | None]
    suspended_at: Mapped[datetime | None]  # mail to it is parked from then on


class AddressChange(Base):
    """A player's wish for another address. Both addresses are mailed a code, of which only a keyed hash is kept."""

    __tablename__ = "address_changes"
    id: Mapped[Key] = mapped_column(primary_key=True)
    player_id: Mapped[Key] = mapped_column(ForeignKey("players.id"), index=True)
    address: Mapped[str] = mapped_column(String(254), index=True)  # the new one, lower case
    old_code_hash: Mapped[str] = mapped_column(String(64))
    new_code_hash: Mapped[str] = mapped_column(String(64))
    made_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    old_confirmed_at: Mapped[datetime | None]
    new_confirmed_at: Mapped[datetime | None]
    done_at: Mapped[datetime | None]
