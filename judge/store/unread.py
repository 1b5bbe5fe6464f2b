"""Mails from their acceptance to their reading. Nothing of one that could be sent in again stands in the database in
clear, not even then: its secrets would outlast it in logs of the server, in rows that are not cleaned up yet, and in
copies that were made meanwhile.

So its row holds it without its secrets from the beginning. Beside that stands the whole of it, unreadable without the
installation's secret. If that is lost, the mail is read all the same, and proves less.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from judge.mail.addresses import tokens_among
from judge.mail.at_rest import at_rest
from judge.mail.blanks import blanked_text
from judge.mail.tokens import Purpose, read_token
from judge.store.secret import Secret
from judge.store.tables import InboundRow


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail and its envelope."""

    mail_from: str
    recipients: tuple[str, ...]
    raw: bytes


def columns_of(mail: Mail, secret: Secret, address: str) -> dict[str, Any]:
    """What its row holds of a mail that is accepted. `address`: the judge's own."""
    bare = without_secrets(mail, secret.key, address)
    envelope = json.dumps([mail.mail_from, list(mail.recipients)]).encode("ascii")
    return {
        "mail_from": bare.mail_from,
        "recipients": list(bare.recipients),
        "raw": bare.raw,
        "sealed": b"" if bare == mail else secret.sealed(envelope + b"\n" + mail.raw),
    }


def as_it_came(row: InboundRow, secret: Secret | None) -> Mail:
    """A mail that waits, whole; without its secrets where that one is not there under which it was kept."""
    whole = secret.unsealed(row.sealed) if row.sealed and secret is not None else None
    if whole is None:
        return Mail(row.mail_from, tuple(row.recipients), row.raw)
    envelope, _, raw = whole.partition(b"\n")
    mail_from, recipients = json.loads(envelope)
    return Mail(mail_from, tuple(recipients), raw)


def lay_down(row: InboundRow, secret: Secret, address: str) -> None:
    """Leaves nothing of a mail that was read but what holds no secret. Its fingerprints stay what they were."""
    if row.sealed is None:  # it was accepted before schema 0025
        bare = without_secrets(Mail(row.mail_from, tuple(row.recipients), row.raw), secret.key, address)
        row.mail_from, row.recipients, row.raw = bare.mail_from, list(bare.recipients), bare.raw
    row.sealed = None


def without_secrets(mail: Mail, key: bytes, address: str) -> Mail:
    """The same with zeros for secrets, and in its envelope the numbers of the letters that it answers."""
    return Mail(blanked_text(mail.mail_from), _numbered(mail.recipients, key, address), at_rest(mail.raw))


def _numbered(recipients: Sequence[str], key: bytes, address: str) -> tuple[str, ...]:
    return tuple(_number_for_token(each, key, address) for each in recipients)


def _number_for_token(recipient: str, key: bytes, address: str) -> str:
    for token in tokens_among((recipient,), address):
        for purpose in Purpose:
            number = read_token(key, token, purpose)
            if number is not None:
                return recipient.lower().replace(token, f"letter-{number}")
    return blanked_text(recipient)
