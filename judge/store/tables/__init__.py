"""The tables. Names are the field's own; every instant is UTC. They refer to each other: one import loads them all."""

from __future__ import annotations

from judge.store.tables.base import Base
from judge.store.tables.games import (
    Absence,
    CoMaster,
    FinishedRow,
    Game,
    Invitation,
    Joining,
    JournalRow,
    Move,
    Nomination,
    Observer,
    Seat,
    Tenure,
)
from judge.store.tables.host import HoldRow, Host, NodeRow
from judge.store.tables.mails import Confirmation, InboundRow, LineRow, OutboundRow, PictureRow, ShownRow
from judge.store.tables.people import Address, AddressChange, Player
from judge.store.tables.phases import ActRow, EventRow, LedgerRow, OrdersRow, PhaseRow, RunRow
from judge.store.tables.press import Dispatch, LetterName, PressBlock, Pseudonym, UnsignedLetter

__all__ = [
    "Absence",
    "ActRow",
    "Address",
    "AddressChange",
    "Base",
    "CoMaster",
    "Confirmation",
    "Dispatch",
    "EventRow",
    "FinishedRow",
    "Game",
    "HoldRow",
    "Host",
    "InboundRow",
    "Invitation",
    "Joining",
    "JournalRow",
    "LedgerRow",
    "LetterName",
    "LineRow",
    "Move",
    "NodeRow",
    "Nomination",
    "Observer",
    "OrdersRow",
    "OutboundRow",
    "PhaseRow",
    "PictureRow",
    "Player",
    "PressBlock",
    "Pseudonym",
    "RunRow",
    "Seat",
    "ShownRow",
    "Tenure",
    "UnsignedLetter",
]
