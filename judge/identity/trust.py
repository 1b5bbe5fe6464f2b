"""Who wrote a mail, and how far that is believed. The table of trust stands here and nowhere else.

| proofs | orders | what cannot be undone |
|---|---|---|
| two or more, or a code | act | acts |
| one | act; the reply goes to the registered address, which so learns of it | waits for a code |
| none | nothing acts; a code goes to the registered address | the same |

Proofs are: a reply token, the KEY, and the word of the host's own mail system for the domain in From
(`judge/mail/proof/authentication_results.py`). From alone is none. A token counts only with the From it was sent to,
and only for the subject of its letter, one seat of one game for its tenure or no game at all: players forward their
reports, and the token with them. A token in a Message-ID is forwarded more easily still: it is a proof only beside
another one, and else says which letter is answered.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import IntEnum

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session, joinedload

from judge.app import Work
from judge.games import tenures
from judge.identity.rate_limits import count_wrong
from judge.mail.values import Proof, TextLine
from judge.store.tables import Address, Game, OutboundRow, Player, Seat

TOKEN_LIFE = timedelta(days=180)

_KEY_LINE = re.compile(r"\s*(?:[-*] *)?KEY\b[:=]?\s*(\S.*)", re.IGNORECASE)

_PLAYER_AT = (
    select(Player)
    .options(joinedload(Player.addresses))
    .where(Player.id == select(Address.player_id).where(Address.address == bindparam("address")).scalar_subquery())
)


class Trust(IntEnum):
    NONE = 0
    ORDERS = 1
    FULL = 2


@dataclass(frozen=True, slots=True)
class Writer:
    """The player whom a mail claims to be from, its proofs, and the letter that it `answers`. `letters`: all letters
    whose reply addresses it came to, proved or not.
    """

    player: Player
    proofs: frozenset[Proof]
    answers: OutboundRow | None
    wrong_key: bool = False
    letters: tuple[OutboundRow, ...] = ()

    @property
    def letter_meant(self) -> OutboundRow | None:
        """The first letter to this player among them: what the mail is about."""
        return next((letter for letter in self.letters if letter.player_id == self.player.id), None)

    @property
    def press(self) -> OutboundRow | None:
        """Return the first letter of press among them, which stays private when it proves nothing any more."""
        return next((letter for letter in self.letters if letter.purpose == "press"), None)

    @property
    def has_sent_code(self) -> bool:
        return Proof.CODE in self.proofs

    @property
    def with_key(self) -> Writer:
        """The same, had the mail held their KEY."""
        return replace(self, proofs=self.proofs | {Proof.KEY})

    @property
    def trust(self) -> Trust:
        if Proof.CODE in self.proofs or len(self.proofs) >= 2:
            return Trust.FULL
        return Trust.ORDERS if self.proofs else Trust.NONE


@dataclass(frozen=True, slots=True)
class Stranger:
    """The writer at an unregistered address. `answers`: the letter to this address that is answered; `elsewhere`: it
    answers a player's letter, so a player may write from another address.
    """

    answers: OutboundRow | None
    elsewhere: bool
    letters: tuple[OutboundRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a mail says of its writer. `answered`: numbers of letters whose secret addresses it came to (None: none of
    ours); `is_authenticated`: the host's mail system vouches for From; `outdated`: letters under an earlier secret,
    which prove nothing; `referred`: the letter that its In-Reply-To or References name.
    """

    sender: str
    answered: tuple[int | None, ...] = ()
    keys: tuple[str, ...] = ()
    is_authenticated: bool = False
    outdated: tuple[int, ...] = ()
    referred: int | None = None

    @property
    def letters(self) -> list[int]:
        """The numbers of all letters that it answers, proved or not."""
        numbers = (*self.answered, *self.outdated, self.referred)
        return [number for number in numbers if number is not None]


def hash_secret(secret: str) -> str:
    """Return SHA-256 of the letters and digits of a KEY or code. It is stored under the installation's secret."""
    return hashlib.sha256(re.sub(r"[^a-z0-9]", "", secret.lower()).encode()).hexdigest()


def player_at(session: Session, address: str) -> Player | None:
    """The player with this registered address."""
    return session.scalars(_PLAYER_AT, {"address": address.lower()}).unique().one_or_none()


def key_lines(lines: Sequence[TextLine]) -> list[tuple[int, str]]:
    """(line number, key) of every KEY line: they are kept out of transcripts and tables."""
    return [(line.number, match[1]) for line in lines if (match := _KEY_LINE.match(line.text))]


def identify(work: Work, evidence: Evidence) -> Writer | Stranger:
    """Who wrote a mail, as far as it is proved. A wrong proof is counted against whoever is named in it."""
    found = (work.session.get(OutboundRow, number) for number in evidence.letters)
    letters = tuple(row for row in found if row is not None)
    rows = _answerable(work, letters, evidence.answered)
    named = _answerable(work, letters, (evidence.referred,))
    player = player_at(work.session, evidence.sender)
    # A letter by which an address is proved has had no other reader yet
    to_nobody = (
        row for row in (*rows, *named) if row.player_id is None and row.recipient.lower() == evidence.sender.lower()
    )
    unsigned = next(to_nobody, None)
    if player is None:
        return Stranger(unsigned, any(row.player_id is not None for row in (*rows, *named)), letters)
    row = _answered_by(work.session, [*rows, *named] if player.status == "unproved" else rows, player)
    proofs = {Proof.TOKEN} if row or (unsigned and player.status == "unproved") else set()
    if evidence.is_authenticated:
        proofs.add(Proof.MTA)
    if evidence.keys:
        if any(_is_key_of(work, player, key) for key in evidence.keys):
            proofs.add(Proof.KEY)
        else:
            count_wrong(player, work.now)
    if None in evidence.answered:
        count_wrong(player, work.now)
    about = row or _answered_by(work.session, [*named, *_answerable(work, letters, evidence.outdated)], player)
    if about in named and proofs:
        proofs.add(Proof.TOKEN)
    wrong_key = bool(evidence.keys) and Proof.KEY not in proofs
    return Writer(player, frozenset(proofs), about, wrong_key, letters)


def _answerable(work: Work, letters: Sequence[OutboundRow], numbers: Sequence[int | None]) -> list[OutboundRow]:
    """Return those of these letters that have one of the numbers and are not too old to be answered."""
    return [row for row in letters if row.id in numbers and work.now - row.made_at <= TOKEN_LIFE]


def _is_key_of(work: Work, player: Player, key: str) -> bool:
    """KEYs are kept under the secret that counted when they were made: a change of it voids none."""
    kept = work.judge.secret.keyed(hash_secret(key), player.key_secret)
    return bool(player.key_hash and kept) and hmac.compare_digest(kept, player.key_hash)


def within(session: Session, writer: Writer, game: Game | None, seat: Seat | None = None) -> Writer:
    """The writer as far as what they write for this seat is proved, or for this game without one, or for no game."""
    if Proof.TOKEN not in writer.proofs or writer.has_sent_code:
        return writer
    letter = writer.answers
    opens = (letter.game_id if letter else None) == (game.id if game else None)
    if opens and (seat is None or letter is None or _is_of(session, letter, seat)):
        return writer
    return replace(writer, proofs=writer.proofs - {Proof.TOKEN})


def _is_of(session: Session, letter: OutboundRow, seat: Seat) -> bool:
    """Was a letter to the player of this seat written for it or, if for none, since they sat down there?"""
    if letter.seat_id is not None:
        return letter.seat_id == seat.id
    since = tenures.since(session, seat)
    return since is not None and letter.made_at >= since


def _answered_by(session: Session, rows: Sequence[OutboundRow], player: Player) -> OutboundRow | None:
    """The first of these mails that went to this very player, who has not left the seat that it was about."""
    for row in rows:
        if row.player_id != player.id or row.id <= player.tokens_above:
            continue
        seat = session.get(Seat, row.seat_id) if row.seat_id else None
        if seat is None or (seat.generation == row.generation and seat.player_id == player.id):
            return row
    return None
