"""What the host's own mail system says of a mail that it hands on: Authentication-Results and its Received stamp.

Fields above the first foreign Received were written by the host's own systems; everything below came with the mail and
could be anybody's. Our listener stamps each mail first of all, and says in that stamp whether it came from the host's
own mail system; without that mark nothing here is believed.
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
# The parser's time grows with the square of what it is given.
_MAX_RESULTS = 4000


def trace_line(helo: str, domain: str, protocol: str, at: datetime, *, trusted: bool) -> bytes:
    """The Received line that stands before all else in a mail that the judge of `domain` takes in (RFC 5321 4.4)."""
    mark = f" {OWN_MTA}" if trusted else ""
    date = format_datetime(at.astimezone(UTC))
    return f"Received: from {helo}{mark}\r\n\tby {domain} with {protocol};\r\n\t{date}\r\n".encode("ascii")


def vouched(fields: Fields, sender: str | None, domain: str, authserv_id: str) -> bool:
    """Does the host's own mail system say that the mail really comes from the sender's domain?

    `domain` is the judge's own; `authserv_id` is what the host's mail system calls itself (RFC 8601 2.5); empty: never.
    True for a DMARC pass of the domain in From, or a DKIM pass in alignment: by that very domain. Only the top-most
    Authentication-Results of that id counts; one that cannot be read proves nothing.
    """
    if not authserv_id or sender is None:
        return False
    wanted = authserv_id.lower()
    for name, value in _own(fields, {domain.lower(), wanted}):
        if name == "authentication-results" and _id_of(value) == wanted:
            return _passes(value, sender.rpartition("@")[2])
    return False


def stamped(fields: Fields, domain: str, mta: str) -> datetime | None:
    """When the host's own mail system `mta` took the mail in, by its Received line; None where it does not say.

    `mta` is the name that it gives itself there; empty: never.
    """
    if not mta:
        return None
    for name, value in _own(fields, {domain.lower(), mta.lower()}):
        if name == "received" and _by(value) == mta.lower() != domain.lower():
            return date_of(value.rpartition(";")[2])
    return None


def _own(fields: Fields, hosts: Collection[str]) -> Iterator[tuple[str, str]]:
    """The fields behind our own stamp and above the first Received of a host that is not one of ours.

    A host's second Received counts as foreign: the sender can write its name as well as the host can.
    """
    first, *rest = fields.items or (("", ""),)
    if first[0] != "received" or OWN_MTA not in first[1]:
        return
    left = set(hosts)
    for name, value in rest:
        if name == "received":
            host = _by(value)
            if host not in left:
                return
            left.remove(host)
        yield name, value


def _by(value: str) -> str:
    """The host that wrote a Received line. Comments are left out: the sender's greeting may stand in them."""
    found = _BY.search(_COMMENT.sub(" ", value[:1000]))
    return found[1].lower().rstrip(".") if found else ""


def _id_of(value: str) -> str:
    return value[:200].partition(";")[0].strip().partition(" ")[0].lower()


def _passes(value: str, from_domain: str) -> bool:
    if len(value) > _MAX_RESULTS or not _DOMAIN.fullmatch(from_domain):
        return False
    try:
        results = authres.AuthenticationResultsHeader.parse(f"Authentication-Results: {value}").results
    except Exception:  # noqa: BLE001 - it raises SyntaxError of its own and others on garbage
        return False
    for result in results:
        if result.result != "pass":
            continue
        named = {f"{each.type}.{each.name}".lower(): (each.value or "").lower() for each in result.properties}
        if result.method == "dmarc" and named.get("header.from") == from_domain:
            return True
        if result.method == "dkim" and named.get("header.d") == from_domain:
            return True
    return False
