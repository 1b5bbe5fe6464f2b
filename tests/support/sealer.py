"""A forwarder that seals what it passes on (ARC, RFC 8617), written apart from the library that checks it."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence

from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.hashes import SHA256

Field = tuple[bytes, bytes]


def _relaxed(field: Field) -> bytes:
    """RFC 6376 3.4.2, without a line end."""
    name, value = field
    return name.lower() + b":" + re.sub(rb"[ \t\r\n]+", b" ", value).strip()


def _body_hash(body: bytes) -> bytes:
    lines = [re.sub(rb"[ \t]+", b" ", line).rstrip(b" ") for line in body.split(b"\r\n")]
    while lines and not lines[-1]:
        lines.pop()
    return base64.b64encode(hashlib.sha256(b"".join(line + b"\r\n" for line in lines)).digest())


def _sign(key: RSAPrivateKey, fields: Sequence[Field], last: Field) -> bytes:
    text = b"".join(_relaxed(field) + b"\r\n" for field in fields) + _relaxed(last)
    return base64.b64encode(key.sign(text, PKCS1v15(), SHA256()))


def _fields(mail: bytes) -> list[Field]:
    head = re.sub(rb"\r\n(?=[ \t])", b"", mail.partition(b"\r\n\r\n")[0])
    found = [line.partition(b":") for line in head.split(b"\r\n")]
    return [(name, value) for name, colon, value in found if colon]


def seal(mail: bytes, key: RSAPrivateKey, by: bytes, words: bytes, names: Sequence[bytes], time: int) -> bytes:
    """The mail with one more set above it, by this domain, whose key has the selector 2026. `words` are what it has
    found, `names` the fields that it signs.
    """
    fields = _fields(mail)
    below = [field for field in fields if field[0].lower().startswith(b"arc-")]
    number = len(below) // 3 + 1
    common = b"a=rsa-sha256; d=%s; s=2026; t=%d; " % (by, time)
    found = (b"ARC-Authentication-Results", b" i=%d; %s; %s" % (number, by, words))
    signed: list[Field] = []
    left = list(fields)
    for name in names:
        chosen = next((field for field in reversed(left) if field[0].lower() == name), None)
        if chosen is not None:
            signed.append(chosen)
            left.reverse()
            left.remove(chosen)
            left.reverse()
    of_mail = b" i=%d; c=relaxed/relaxed; %sh=%s; bh=%s; b=" % (
        number, common, b":".join(names), _body_hash(mail.partition(b"\r\n\r\n")[2])
    )  # fmt: skip
    of_mail += _sign(key, signed, (b"ARC-Message-Signature", of_mail))
    message = (b"ARC-Message-Signature", of_mail)
    of_all = b" i=%d; cv=%s; %sb=" % (number, b"pass" if below else b"none", common)
    order = {b"arc-authentication-results": 0, b"arc-message-signature": 1, b"arc-seal": 2}
    chain = sorted([*below, found, message], key=lambda each: (_number(each[1]), order[each[0].lower()]))
    of_all += _sign(key, chain, (b"ARC-Seal", of_all))
    added = ((b"ARC-Seal", of_all), message, found)
    return b"".join(name + b":" + value + b"\r\n" for name, value in added) + mail


def _number(value: bytes) -> int:
    found = re.match(rb"\s*i=(\d+);", value)
    assert found
    return int(found[1])
