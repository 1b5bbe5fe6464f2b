"""The key by which a mail is known again: the same mail acts once, by whatever path and however often it comes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from judge.mail.fields import Fields, split_message

_LINE_END = re.compile(rb"\r\n|\r|\n")


def fingerprint(raw: bytes) -> str:
    """SHA-256 (hex) over From, Message-ID and body; over From, Date, Subject and body when there is no Message-ID.
    Never raises.

    Received, the recipients and the form of line ends do not count: they differ when a mail comes again by another
    path.
    """
    fields, body = split_message(raw)
    if fields.excess:
        # Such a mail is refused whatever it says; its head was not read to the end.
        return _digest([b"whole", raw])
    identity = _values(fields, "message-id")
    named = [b"id", identity] if identity else [b"no id", _values(fields, "date"), _values(fields, "subject")]
    return _digest([*named, _values(fields, "from"), _LINE_END.sub(b"\n", body).rstrip(b"\n")])


def with_proofs(content: str, proofs: Sequence[str]) -> str:
    """The fingerprint of a mail of this content that comes with these proofs of its writer, in any order."""
    return _digest([content.encode(), *(proof.encode() for proof in sorted(proofs))]) if proofs else content


def _values(fields: Fields, name: str) -> bytes:
    """All of the field, blanks collapsed since relays fold lines anew."""
    return "\0".join(" ".join(value.split()) for value in fields.all(name)).encode("utf-8", "surrogatepass")


def _digest(pieces: list[bytes]) -> str:
    digest = hashlib.sha256()
    for piece in pieces:
        # Each with its length, or two mails could be cut differently into the same octets.
        digest.update(b"%d:" % len(piece))
        digest.update(piece)
    return digest.hexdigest()
