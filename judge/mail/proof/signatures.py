"""What a DKIM signature says beyond who wrote a mail (RFC 6376): to whom, when, and which mail it is.

A signed mail can be sent on to anybody, with fields put in that were not signed. So it is a proof of what it asks the
judge for only if it was written to the judge, lately, and can be known again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from judge.mail.fields import Fields, date_of, message_ids
from judge.mail.tokens import token_of

LIFE = timedelta(days=7)
"""So far from its arrival the Date of a mail may be that a signature proves: a queue keeps mail for five days."""

_LEAST_B = 8
"""Characters of a signature that tell it from others (RFC 6008)."""

_BLANKS = re.compile(r"[ \t\r\n]+")
_QUOTED = re.compile(r'"(?:[^"\\]++|\\.)*+"')
_COMMENT = re.compile(r"\([^()]*\)")
_BRACKETS = re.compile(r"<([^<>]*)>")


def prove(
    fields: Fields,
    signature: str,
    domain: str,
    address: str,
    at: datetime,
    *,
    kind: str = "dkim-signature",
    over: str = "subject",
) -> bool:
    """Does the signature by `domain`, whose text begins with `signature` (header.b of RFC 6008), prove that the mail
    was written to `address`, the judge's, within LIFE of `at`? Where several begin so, each must.
    They stand in fields of this `kind`. `over`: the fields, with colons between, that it must cover if they are there.
    """
    if len(signature) < _LEAST_B:
        return False
    named = [
        tags
        for tags in map(tags_of, fields.all(kind))
        if tags.get("b", "").startswith(signature) and tags.get("d", "").lower() == domain
    ]
    wanted = over.split(":")
    return bool(named) and all(_covers(fields, tags, wanted, address, at) for tags in named)


def _covers(fields: Fields, tags: dict[str, str], wanted: Sequence[str], address: str, at: datetime) -> bool:
    if "l" in tags:
        return False  # of the body only a part is signed: anybody can write below it
    signed = tags.get("h", "").lower().split(":")
    # A field is signed if it stands as often in h= as in the mail: what was put in later is not.
    once = all(len(fields.all(name)) == 1 and name in signed for name in ("from", "date", "message-id"))
    if not once or any(len(fields.all(name)) > signed.count(name) for name in wanted):
        return False
    if not message_ids(fields.first("message-id")):
        return False
    written = date_of(fields.first("date"))
    if written is None or abs(at - written) > LIFE:
        return False
    return any(
        len(fields.all(name)) <= signed.count(name) and _names(fields.all(name), address) for name in ("to", "cc")
    )


def tags_of(value: str) -> dict[str, str]:
    """Return the tags of a signature or seal without blanks (3.2); none where one of them stands there twice."""
    pieces = [piece.partition("=") for piece in value.split(";")]
    named = [(_BLANKS.sub("", name), _BLANKS.sub("", content)) for name, equals, content in pieces if equals]
    tags = dict(named)
    return tags if len(tags) == len(named) else {}


def _names(values: Sequence[str], address: str) -> bool:
    """Is the judge, at its own address or a secret one, among those that these fields name? Names of people and
    comments say nothing.
    """
    for value in values:
        plain = _COMMENT.sub(" ", _QUOTED.sub(" ", value))
        for piece in plain.split(",") if not set('()"') & set(plain) else ():
            bracketed = _BRACKETS.findall(piece)
            # In a group its name stands in front: `judges: judge@host;`.
            named = bracketed[0] if len(bracketed) == 1 else piece.rpartition(":")[2]
            named = named.strip(" \t;").lower()
            if named == address.lower() or token_of(named, address):
                return True
    return False
