"""Confirmation codes: what waits for one, and what one lets happen. Only a keyed hash of a code is kept."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, select

from judge.app import Judge, Work
from judge.identity.trust import hash_secret
from judge.outbox.queue import Enclosed
from judge.rules.problems import refusal
from judge.store.tables import Confirmation, Player

CODE_LIFE = timedelta(days=7)
CODE_BYTES = 10
BETWEEN_QUESTIONS = timedelta(hours=1)
"""So often a player is asked about mail without proof, whoever writes it."""
UNKNOWN = "confirm/unknown"


def _letters(secret: bytes) -> str:
    # Base32 has no 0, 1, 8, 9: nothing that is mistaken for a letter when it is typed off a screen.
    return base64.b32encode(secret).decode().lower().rstrip("=")


def new_code(judge: Judge) -> str:
    """A fresh confirmation code: 16 letters and digits, with a digit at least, so that it is told from a word."""
    while (code := _letters(judge.entropy(CODE_BYTES))).isalpha():
        pass
    return code


def new_key(judge: Judge) -> str:
    """A fresh KEY, which is a code in groups of four: `mnbv-cxy2-3456-qwer`."""
    letters = new_code(judge)
    return "-".join(letters[start : start + 4] for start in range(0, len(letters), 4))


def hashes_of(work: Work, code: str) -> tuple[str, ...]:
    """How this code is kept, by whichever secret: a change of the secret voids no code."""
    return work.judge.secret.keyed_ever(hash_secret(code))


def ask(
    work: Work, player: Player, mail_id: int, lines: Sequence[int] | None, kept: Mapping[str, Any]
) -> tuple[Enclosed, datetime]:
    """Return a new code for these lines of a mail (None: all), and its expiry. `kept`: the mail as it waits."""
    code = new_code(work.judge)
    asked = Confirmation(
        code_hash=work.judge.secret.keyed(hash_secret(code)),
        player_id=player.id,
        mail_id=mail_id,
        lines=list(lines) if lines is not None else None,
        kept=dict(kept),
        made_at=work.now,
        expires_at=work.now + CODE_LIFE,
    )
    work.session.add(asked)
    work.session.flush()
    return Enclosed("code", code, asked.id), asked.expires_at


def is_awaited(work: Work, player: Player) -> bool:
    """Does anything of this player's still wait for a code?"""
    return work.session.scalars(_waiting(work, player).limit(1)).first() is not None


def was_asked_lately(work: Work, player: Player) -> bool:
    """Does a question about a mail without proof stand that was asked within the hour?"""
    return any(each.made_at > work.now - BETWEEN_QUESTIONS for each in _questions(work, player))


def void_questions(work: Work, player: Player) -> None:
    """The questions about mails without proof stand no longer: another is asked."""
    for each in _questions(work, player):
        each.expires_at = work.now - BETWEEN_QUESTIONS


def void_all(work: Work, player: Player) -> None:
    """No code that was mailed before now confirms anything any more."""
    for each in work.session.scalars(_waiting(work, player)):
        each.expires_at = work.now - BETWEEN_QUESTIONS


def _waiting(work: Work, player: Player) -> Select[Confirmation]:
    """Select what of this player's still waits for a code."""
    mine = select(Confirmation).where(Confirmation.player_id == player.id, Confirmation.used_at.is_(None))
    return mine.where(Confirmation.expires_at >= work.now)


def _questions(work: Work, player: Player) -> list[Confirmation]:
    return [each for each in work.session.scalars(_waiting(work, player)) if each.lines is None]


def awaiting(work: Work, player: Player, code: str) -> Confirmation | None:
    """What still waits for this code of this player's."""
    query = select(Confirmation).where(
        Confirmation.code_hash.in_(hashes_of(work, code)),
        Confirmation.player_id == player.id,
        Confirmation.used_at.is_(None),
    )
    return work.session.scalar(query)


def redeem(work: Work, player: Player, code: str) -> Confirmation:
    """The lines this code was made for; a code works once. Raises Refused."""
    query = select(Confirmation).where(Confirmation.code_hash.in_(hashes_of(work, code)))
    found = work.session.scalar(query)
    if found is None or found.player_id != player.id:
        raise refusal(UNKNOWN, "That is no code of yours.", hint="Copy it from the mail that asked for it.")
    if found.used_at is not None:
        raise refusal("confirm/used", "That code has done its work already.")
    if work.now > found.expires_at:
        raise refusal("confirm/expired", "That code is too old.", hint="Send the lines again; a new code will come.")
    found.used_at = work.now
    return found
