"""Tokens: the secret part of the address that a judge's mail is answered at, and of the one that it comes back to.

A token is the number of the outgoing mail and a MAC under the host's key, the number masked: read in clear, the
difference between two tokens would tell how many mails the judge wrote to others in between. What the number stands for
(reader, game, seat, phase) and whether it still counts is written beside that mail; replacing the key revokes all.
Where a mailbox has no such addresses, the token stands in the Message-ID, which mail programs name as what they answer.
The purposes never yield the same token. Who answers has the letter. What comes back went by its envelope, which stands
in no field that a reader passes on. A Message-ID is passed on with every answer to others.
"""

from __future__ import annotations

import base64
import hmac
import re
from collections.abc import Sequence
from enum import Enum

# 5 octets of number and 10 of MAC (80 bits): 24 base32 characters without padding, each of them significant. With the
# mailbox before it that is well below the 64 octets of a local part (RFC 5321 4.5.3.1.1).
_NUMBER_OCTETS = 5
_MAC_OCTETS = 10
_TOKEN = re.compile(r"[A-Za-z2-7]{24}", re.ASCII)
_IN_MESSAGE_ID = re.compile(r"<([0-9a-f]{1,64}\.)([a-z2-7]{24})@([^@<>\s]{1,190})>", re.ASCII | re.IGNORECASE)


class Purpose(Enum):
    """What a token is for: the words under which its MAC and its mask are made, so that no other use of the host's key
    can ever yield it.
    """

    REPLY = (b"judge reply token\0", b"judge reply token mask\0")
    LEAVE = (b"judge leave token\0", b"judge leave token mask\0")
    RETURN = (b"judge return token\0", b"judge return token mask\0")
    MESSAGE = (b"judge message token\0", b"judge message token mask\0")


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


def letter_of(key: bytes, token: str) -> int | None:
    """The number of the letter that `token` was made for, whatever its purpose; None for everything else."""
    numbers = (read_token(key, token, purpose) for purpose in Purpose)
    return next((number for number in numbers if number is not None), None)


SIGNS = {"plus": "+", "equals": "=", "minus": "-", "catchall": "-"}
"""What stands before the token, by the setting `reply_address`."""
CATCHALL = "reply"


def reply_address(address: str, token: str, form: str = "plus") -> str:
    """`judge@host` and a token make `judge+token@host`; `reply-token@host` where all of a domain's mail comes in
    (catchall); the address alone where there is nothing else (none).
    """
    mailbox, _, domain = address.rpartition("@")
    if form == "none":
        return address
    return f"{CATCHALL if form == 'catchall' else mailbox}{SIGNS[form]}{token}@{domain}"


def token_of(recipient: str, address: str) -> str | None:
    """What stands behind the judge's mailbox in `recipient`, lower-cased: `judge+abc@host` and `judge=abc@host` give
    `abc`. Behind `judge-` and `reply-` it must have a token's form.

    Some mail programs and relays turn `+` into `=`, and any case of letters must do. None for the bare address and
    for other mailboxes. Whether it is a token of ours is for `read_token` to say.
    """
    mailbox, _, domain = address.lower().rpartition("@")
    local, _, host = recipient.strip().lower().rpartition("@")
    if host != domain:
        return None
    rest = local.removeprefix(mailbox)
    if rest != local and rest[:1] in ("+", "="):
        return rest[1:] or None
    front, _, bare = local.rpartition("-")
    return bare if front in (mailbox, CATCHALL) and _TOKEN.fullmatch(bare) else None


def answered_token(references: Sequence[str], address: str) -> str | None:
    """The token in the Message-ID of the judge's letter that is answered: the latest of these (`<0f.token@host>`)."""
    domain = address.rpartition("@")[2].lower()
    for each in reversed(references):
        found = _IN_MESSAGE_ID.fullmatch(each.lower())
        if found and found[3] == domain:
            return found[2]
    return None


def without_token(message_id: str) -> str:
    """The Message-ID as it is kept, with zeros for its token."""
    return _IN_MESSAGE_ID.sub(lambda found: f"<{found[1]}{'0' * len(found[2])}@{found[3]}>", message_id)


def may_be_repeated(message_id: str) -> bool:
    """Is there no token in it, nor the place of one?"""
    return without_token(message_id) == message_id and f".{'0' * 24}@" not in message_id


def _mac(key: bytes, octets: bytes, purpose: Purpose) -> bytes:
    return hmac.digest(key, purpose.value[0] + octets, "sha256")[:_MAC_OCTETS]


def _masked(key: bytes, mac: bytes, octets: bytes, purpose: Purpose) -> bytes:
    """The number hidden, or the hidden number shown: the MAC is its initialization vector (as in RFC 5297)."""
    pad = hmac.digest(key, purpose.value[1] + mac, "sha256")
    return bytes(octet ^ cover for octet, cover in zip(octets, pad, strict=False))
