"""Who wrote a mail, and how far that is believed. The table of trust stands here and nowhere else.

| proofs | orders | what cannot be undone |
|---|---|---|
| two or more, or a code | act | acts |
| one | act; the reply goes to the registered address, which so learns of it | waits for a code |
| none | nothing acts; a code goes to the registered address | the same |

Proofs are: a reply token, the KEY, and the word of the host's own mail system for the domain in From
(`judge/mail/upstream.py`). From alone is none. A token counts only with the From it was sent to: players forward their
reports, and the token with them.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import IntEnum

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.identity.guesses import count_wrong, is_limited
from judge.mail.tokens import read_token
from judge.mail.values import InboundMail, Proof, TextLine
from judge.store.tables import Address, OutboundRow, Player, Seat

TOKEN_LIFE = timedelta(days=180)

_KEY_LINE = re.compile(r"\s*(?:[-*] *)?KEY\b[:=]?\s*(\S.*)", re.IGNORECASE)
# A KEY, in groups or behind its word, and the token of a reply address.
_SECRET = re.compile(
    r"\b(?:[a-z2-7]{4}[-–—]){3}[a-z2-7]{4}\b"
    r"|(?<=\bKEY)[ :=]{1,3}(?:[a-z2-7]{4}[-–— ]?){3}[a-z2-7]{4}\b"
    r"|(?<=[+=])[a-z2-7]{24}\b",
    re.IGNORECASE,
)


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
    def has_sent_code(self) -> bool:
        return Proof.CODE in self.proofs

    @property
    def trust(self) -> Trust:
        if Proof.CODE in self.proofs or len(self.proofs) >= 2:
            return Trust.FULL
        return Trust.ORDERS if self.proofs else Trust.NONE


def hash_secret(secret: str) -> str:
    """How KEYs and codes are kept: SHA-256 of their letters and digits, in any case and however grouped."""
    return hashlib.sha256(re.sub(r"[^a-z0-9]", "", secret.lower()).encode()).hexdigest()


def masked(text: str) -> str:
    """A line fit to be repeated: KEYs and reply tokens in it are made unreadable."""
    return _SECRET.sub(lambda found: " ········" if found[0][0] in " :=" else "········", text)


def player_at(session: Session, address: str) -> Player | None:
    """The player with this registered address."""
    row = session.execute(select(Address).where(Address.address == address.lower())).scalar_one_or_none()
    return session.get(Player, row.player_id) if row else None


def answered(work: Work, tokens: Sequence[str], player: Player) -> OutboundRow | None:
    """The mail to this very player whose secret address was written to; None if there is none, it is too old, or he
    has left the seat.
    """
    for token in tokens:
        number = read_token(work.judge.mac_key, token)
        row = work.session.get(OutboundRow, number) if number is not None else None
        if row is None or row.player_id != player.id or row.id <= player.tokens_above:
            continue
        if work.now - row.made_at > TOKEN_LIFE:
            continue
        seat = work.session.get(Seat, row.seat_id) if row.seat_id else None
        if seat is None or (seat.generation == row.generation and seat.player_id == player.id):
            return row
    return None


def answered_by_stranger(work: Work, mail: InboundMail) -> OutboundRow | None:
    """The mail to this very address, nobody's yet, whose secret address was written to: its writer reads what comes
    there. None if there is none, or it is too old.
    """
    for token in mail.tokens:
        number = read_token(work.judge.mac_key, token)
        row = work.session.get(OutboundRow, number) if number is not None else None
        if row is None or row.player_id is not None or row.recipient.lower() != (mail.sender or "").lower():
            continue
        if work.now - row.made_at <= TOKEN_LIFE:
            return row
    return None


def answers_a_players_mail(work: Work, mail: InboundMail) -> bool:
    """Was the secret address of a mail to some player written to? From an address that is nobody's: most likely by him,
    from another one of his.
    """
    numbers = filter(None, (read_token(work.judge.mac_key, token) for token in mail.tokens))
    rows = (work.session.get(OutboundRow, number) for number in numbers)
    return any(row is not None and row.player_id is not None and work.now - row.made_at <= TOKEN_LIFE for row in rows)


def key_lines(lines: Sequence[TextLine]) -> list[tuple[int, str]]:
    """(line number, key) of every KEY line: they are kept out of transcripts and tables."""
    return [(line.number, match[1]) for line in lines if (match := _KEY_LINE.match(line.text))]


def identify(work: Work, mail: InboundMail) -> Writer | None:
    """The registered writer of a mail, with his proofs; None for a stranger. A wrong proof is counted against it."""
    player = player_at(work.session, mail.sender) if mail.sender else None
    if player is None:
        return None
    row = answered(work, mail.tokens, player)
    proofs = {Proof.TOKEN} if row else set()
    if mail.vouched:
        proofs.add(Proof.MTA)
    keys = [key for _, key in key_lines(mail.lines)]
    if keys and not is_limited(player, work.now):
        if any(player.key_hash and hmac.compare_digest(hash_secret(key), player.key_hash) for key in keys):
            proofs.add(Proof.KEY)
        else:
            count_wrong(player, work.now)
    if any(read_token(work.judge.mac_key, token) is None for token in mail.tokens):
        count_wrong(player, work.now)
    return Writer(player, frozenset(proofs), row)
