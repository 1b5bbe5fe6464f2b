"""Who wrote a mail, and how far that is believed. The table of trust stands here and nowhere else.

| proofs | orders | what cannot be undone |
|---|---|---|
| two or more, or a code | act | acts |
| one | act; the reply goes to the registered address, which so learns of it | waits for a code |
| none | nothing acts; a code goes to the registered address | the same |

From alone is no proof. A token counts only with the From it was sent to: players forward their reports, and the token
with them.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.mail.tokens import read_token
from judge.mail.values import InboundMail, Proof, TextLine
from judge.services.judge import Judge
from judge.store.tables import Address, OutboundRow, Player, Seat

TOKEN_LIFE = timedelta(days=180)

_KEY_LINE = re.compile(r"\s*KEY\b[:=]?\s*(\S.*)", re.IGNORECASE)


class Trust(IntEnum):
    NONE = 0
    ORDERS = 1
    FULL = 2


@dataclass(frozen=True, slots=True)
class Writer:
    """The player a mail claims to be from, the proofs of it, and the mail of the judge that it answers (if that is
    proved).
    """

    player: Player
    proofs: frozenset[Proof]
    answers: OutboundRow | None

    @property
    def trust(self) -> Trust:
        if Proof.CODE in self.proofs or len(self.proofs) >= 2:
            return Trust.FULL
        return Trust.ORDERS if self.proofs else Trust.NONE


def hash_secret(secret: str) -> str:
    """How KEYs and codes are kept: SHA-256 of their letters and digits, in any case and however grouped."""
    return hashlib.sha256(re.sub(r"[^a-z0-9]", "", secret.lower()).encode()).hexdigest()


def player_at(session: Session, address: str) -> Player | None:
    """The player with this registered address."""
    row = session.execute(select(Address).where(Address.address == address.lower())).scalar_one_or_none()
    return session.get(Player, row.player_id) if row else None


def answered(
    judge: Judge, session: Session, tokens: Sequence[str], player: Player, now: datetime
) -> OutboundRow | None:
    """The mail to this very player whose secret address was written to; None if there is none, it is too old, or he
    has left the seat.
    """
    for token in tokens:
        number = read_token(judge.mac_key, token)
        row = session.get(OutboundRow, number) if number is not None else None
        if row is None or row.player_id != player.id or now - row.made_at > TOKEN_LIFE:
            continue
        seat = session.get(Seat, row.seat_id) if row.seat_id else None
        if seat is None or (seat.generation == row.generation and seat.player_id == player.id):
            return row
    return None


def key_lines(lines: Sequence[TextLine]) -> list[tuple[int, str]]:
    """(line number, key) of every KEY line: they are kept out of transcripts and tables."""
    return [(line.number, match[1]) for line in lines if (match := _KEY_LINE.match(line.text))]


def identify(judge: Judge, session: Session, mail: InboundMail, now: datetime) -> Writer | None:
    """The registered writer of a mail, with his proofs; None for a stranger."""
    player = player_at(session, mail.sender) if mail.sender else None
    if player is None:
        return None
    row = answered(judge, session, mail.tokens, player, now)
    proofs = {Proof.TOKEN} if row else set()
    for _, key in key_lines(mail.lines):
        if player.key_hash and hmac.compare_digest(hash_secret(key), player.key_hash):
            proofs.add(Proof.KEY)
    return Writer(player, frozenset(proofs), row)
