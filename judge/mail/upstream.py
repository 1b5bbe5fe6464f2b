"""What the host's own mail system says of a mail that it hands on: Authentication-Results and its Received stamp.

Our listener stamps each mail first of all, and says in that stamp whether it came from the host's own mail system;
without that mark nothing here is believed. That system puts its Received line above all that came with the mail, and
what it has found out above that (RFC 8601 4): what stands below the first Received could be anybody's.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from email.utils import format_datetime

import authres  # type: ignore[import-untyped]

from judge.mail.fields import Fields, date_of

OWN_MTA = "(own mail system)"
"""The mark in our Received line of a mail that a trusted source handed over."""

_BY = re.compile(r"\bby\s+([A-Za-z0-9._-]+)", re.IGNORECASE)
_COMMENT = re.compile(r"\([^()]*\)")
_DOMAIN = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*")
# The id as it is written by programs: a bare word, a version at most behind it. RFC 8601 2.2 would let it be quoted
# and have comments around it, which two programs could read differently. Blanks are SP and TAB and no others.
_AUTHSERV_ID = re.compile(r"([A-Za-z0-9._-]{1,255})(?:[ \t]+[0-9]{1,9})?[ \t]*(?:;|\Z)", re.ASCII)
# The parser's time grows with the square of what it is given.
_MAX_RESULTS = 4000


def trace_line(helo: str, domain: str, protocol: str, at: datetime, *, trusted: bool) -> bytes:
    """The Received line that stands before all else in a mail that the judge of `domain` takes in (RFC 5321 4.4)."""
    mark = f" {OWN_MTA}" if trusted else ""
    date = format_datetime(at.astimezone(UTC))
    return f"Received: from {helo}{mark}\r\n\tby {domain} with {protocol};\r\n\t{date}\r\n".encode("ascii")


def vouched(fields: Fields, sender: str | None, authserv_id: str) -> bool:
    """Does the host's own mail system say that the mail really comes from the sender's domain?

    `authserv_id` is what that system calls itself (RFC 8601 2.5); empty: never. True for a DMARC pass of the domain in
    From, or a DKIM pass in alignment: by that very domain.
    """
    if sender is None:
        return False
    from_domain = sender.rpartition("@")[2]
    return _DOMAIN.fullmatch(from_domain) is not None and any(
        _passes(result, from_domain) for result in results(fields, authserv_id)
    )


def results(fields: Fields, authserv_id: str) -> tuple[authres.AuthenticationResult, ...]:
    """All that the host's own mail system `authserv_id` has found out of the mail; empty id: nothing.

    It stands in fields of that id above the first Received that is not ours. Nothing counts if one of them cannot be
    read, or if there is no such Received: then nothing tells where the sender's own fields begin.
    """
    found: list[authres.AuthenticationResult] = []
    for value in _above(fields) if authserv_id else ():
        if authserv_id_of(value) != authserv_id.lower():
            continue
        if len(value) > _MAX_RESULTS:
            return ()
        try:
            found += authres.AuthenticationResultsHeader.parse(f"Authentication-Results: {value}").results
        except Exception:  # noqa: BLE001 - it raises SyntaxError of its own and others on garbage
            return ()
    return tuple(found)


def authserv_id_of(value: str) -> str:
    """The id that an Authentication-Results field begins with, lower-cased; empty for whatever is odd about it."""
    found = _AUTHSERV_ID.match(value)
    return found[1].lower() if found else ""


def stamped(fields: Fields, domain: str, mta: str) -> datetime | None:
    """When the host's own mail system `mta` took the mail in, by its Received line; None where it does not say.

    `mta` is the name that it gives itself there; empty: never.
    """
    if not mta:
        return None
    for value in _received(fields, {domain.lower(), mta.lower()}):
        if _by(value) == mta.lower() != domain.lower():
            return date_of(value.rpartition(";")[2])
    return None


def _behind_our_stamp(fields: Fields) -> tuple[tuple[str, str], ...]:
    first, *rest = fields.items or (("", ""),)
    return tuple(rest) if first[0] == "received" and OWN_MTA in first[1] else ()


def _above(fields: Fields) -> list[str]:
    """The Authentication-Results between our stamp and the Received line of the host's own mail system."""
    above: list[str] = []
    for name, value in _behind_our_stamp(fields):
        if name == "received":
            return above
        if name == "authentication-results":
            above.append(value)
    return []


def _received(fields: Fields, hosts: Collection[str]) -> Iterator[str]:
    """The Received lines behind our own stamp and above the first of a host that is not one of ours.

    A host's second Received counts as foreign: the sender can write its name as well as the host can.
    """
    left = set(hosts)
    for value in (value for name, value in _behind_our_stamp(fields) if name == "received"):
        host = _by(value)
        if host not in left:
            return
        left.remove(host)
        yield value


def _by(value: str) -> str:
    """The host that wrote a Received line. Comments are left out: the sender's greeting may stand in them."""
    found = _BY.search(_COMMENT.sub(" ", value[:1000]))
    return found[1].lower().rstrip(".") if found else ""


def _passes(result: authres.AuthenticationResult, from_domain: str) -> bool:
    if result.result != "pass":
        return False
    named = {f"{each.type}.{each.name}".lower(): (each.value or "").lower() for each in result.properties}
    if result.method == "dmarc":
        return named.get("header.from") == from_domain
    return bool(result.method == "dkim" and named.get("header.d") == from_domain)
