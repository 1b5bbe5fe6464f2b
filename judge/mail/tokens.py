"""Tokens: the secret part of the address that a judge's mail is answered at, and of the one that it comes back to.

A token is the number of the outgoing mail and a MAC under the host's key, the number masked: read in clear, the
difference between two tokens would tell how many mails the judge wrote to others in between. What the number stands for
(reader, game, seat, phase) and whether it still counts is written beside that mail; replacing the key revokes all.
The two purposes never yield the same token: who answers has the letter, and what comes back went by its envelope, which
stands in no field that a reader passes on.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from enum import Enum

# 5 octets of number and 10 of MAC (80 bits): 24 base32 characters without padding, each of them significant. With the
# mailbox before it that is well below the 64 octets of a local part (RFC 5321 4.5.3.1.1).
_NUMBER_OCTETS = 5
_MAC_OCTETS = 10
_TOKEN = re.compile(r"[A-Za-z2-7]{24}", re.ASCII)


class Purpose(Enum):
    """What a token is for: the words under which its MAC and its mask are made, so that no other use of the host's key
    can ever yield it.
    """

    REPLY = (b"judge reply token\0", b"judge reply token mask\0")
    RETURN = (b"judge return token\0", b"judge return token mask\0")


def make_token(key: bytes, number: int, purpose: Purpose = Purpose.REPLY) -> str:
    """The token of outgoing mail `number` (0 to 2**40 - 1): 24 characters of lower-case base32. Raises ValueError
    beyond that.
    """
    if not 0 <= number < 1 << (8 * _NUMBER_OCTETS):
        raise ValueError(f"no token for mail number {number}: it does not fit into {_NUMBER_OCTETS} octets")
    octets = number.to_bytes(_NUMBER_OCTETS, "big")
    mac = _mac(key, octets, purpose)
    return base64.b32encode(_masked(key, mac, octets, purpose) + mac).decode("ascii").lower()


def read_token(key: bytes, token: str, purpose: Purpose = Purpose.REPLY) -> int | None:
    """The number of the mail that `token` was made for, in any case of letters; None for everything that
    `make_token` did not make for this purpose.
    """
    if not _TOKEN.fullmatch(token):
        return None
    octets = base64.b32decode(token.upper())
    mac = octets[_NUMBER_OCTETS:]
    number = _masked(key, mac, octets[:_NUMBER_OCTETS], purpose)
    if not hmac.compare_digest(mac, _mac(key, number, purpose)):
        return None
    return int.from_bytes(number, "big")


def reply_address(address: str, token: str) -> str:
    """`judge@host` and a token make `judge+token@host`."""
    mailbox, _, domain = address.rpartition("@")
    return f"{mailbox}+{token}@{domain}"


def token_of(recipient: str, address: str) -> str | None:
    """What stands behind the judge's mailbox in `recipient`, lower-cased: `judge+abc@host` and `judge=abc@host` give
    `abc`.

    Some mail programs and relays turn `+` into `=`, and any case of letters must do. None for the bare address and
    for other mailboxes. Whether it is a token of ours is for `read_token` to say.
    """
    mailbox, _, domain = address.lower().rpartition("@")
    local, _, host = recipient.strip().lower().rpartition("@")
    rest = local.removeprefix(mailbox)
    if host != domain or rest == local or rest[:1] not in ("+", "="):
        return None
    return rest[1:] or None


def _mac(key: bytes, octets: bytes, purpose: Purpose) -> bytes:
    return hmac.new(key, purpose.value[0] + octets, hashlib.sha256).digest()[:_MAC_OCTETS]


def _masked(key: bytes, mac: bytes, octets: bytes, purpose: Purpose) -> bytes:
    """The number hidden, or the hidden number shown: the MAC is its initialization vector (as in RFC 5297)."""
    pad = hmac.new(key, purpose.value[1] + mac, hashlib.sha256).digest()
    return bytes(octet ^ cover for octet, cover in zip(octets, pad, strict=False))
