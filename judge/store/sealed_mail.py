"""Mails that wait, sealed by the installation's secret.

Nothing of a mail that could be sent in again stands in the database in clear, from its acceptance on: its secrets would
outlast it in logs of the server, in rows that are not cleaned up yet, and in copies that were made meanwhile. So its
row holds it without its secrets from the beginning. Beside that stands the whole of it, sealed, until it is read. If
the installation's secret is lost, the mail is read all the same, and proves less.
"""

from __future__ import annotations

import hmac
import json
from dataclasses import dataclass
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from judge.mail.addresses import tokens_among
from judge.mail.redaction import blanked_text
from judge.mail.tokens import letter_of
from judge.store.secret import NUMBER_OCTETS, Secret
from judge.store.tables import InboundRow

_MAIL = b"judge sealed mail\0"  # unlike the words of every other use of a secret


class SealBroken(Exception):
    """What is sealed was changed, or sealed with a secret that is not there."""


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail and its envelope."""

    mail_from: str
    recipients: tuple[str, ...]
    raw: bytes


def sealed(secret: Secret, octets: bytes) -> bytes:
    """Octets (at least one) unreadable to who has not the secret. AES-SIV (RFC 5297): the same yield the same, and need
    no chance.
    """
    return secret.number.to_bytes(NUMBER_OCTETS, "big") + _cipher(secret.key).encrypt(octets, None)


def unsealed(secret: Secret, octets: bytes) -> bytes | None:
    """Those octets again; None if they were sealed with a secret that is not there, or are not what was sealed."""
    key = secret.by_number.get(int.from_bytes(octets[:NUMBER_OCTETS], "big"))
    if key is None:
        return None
    try:
        return _cipher(key).decrypt(octets[NUMBER_OCTETS:], None)
    except InvalidTag:
        return None


def _cipher(key: bytes) -> AESSIV:
    return AESSIV(hmac.digest(key, _MAIL, "sha512"))


def columns_of(mail: Mail, secret: Secret, address: str) -> dict[str, Any]:
    """What its row holds of a mail that is accepted: all of it sealed, and its envelope with zeros for secrets and the
    numbers of the letters that it answers. `address`: the judge's own.
    """
    envelope = json.dumps([mail.mail_from, list(mail.recipients)]).encode("ascii")
    return {
        "mail_from": blanked_text(mail.mail_from),
        "recipients": [_number_for_token(each, secret.key, address) for each in mail.recipients],
        "raw": b"",
        "sealed": sealed(secret, envelope + b"\n" + mail.raw),
    }


def as_it_came(row: InboundRow, secret: Secret | None) -> Mail:
    """A mail that waits, whole; of one that was read, what is kept. Raises SealBroken where the secret is not there
    under which it was sealed.
    """
    if not row.sealed:
        return Mail(row.mail_from, tuple(row.recipients), row.raw)
    whole = unsealed(secret, row.sealed) if secret is not None else None
    if whole is None:
        raise SealBroken(f"mail {row.id} was sealed with a secret that is not there, or changed since")
    envelope, _, raw = whole.partition(b"\n")
    mail_from, recipients = json.loads(envelope)
    return Mail(mail_from, tuple(recipients), raw)


def _number_for_token(recipient: str, key: bytes, address: str) -> str:
    for token in tokens_among((recipient,), address):
        number = letter_of(key, token)
        if number is not None:
            return recipient.lower().replace(token, f"letter-{number}")
    return blanked_text(recipient)
