"""What the host's own mail system says of a mail that it hands on: Authentication-Results and its Received stamp.

Our listener stamps each mail first of all, and says in that stamp whether it came from the host's own mail system;
without that mark nothing here is believed. That system puts its Received line above all that came with the mail, and
what it has found out above that (RFC 8601 4): what stands below the first Received could be anybody's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from email.utils import format_datetime
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import authres  # type: ignore[import-untyped]

from judge.mail.fields import Fields, date_of
from judge.mail.proof import signatures

OWN_MTA = "(own mail system)"
"""The mark in our Received line of a mail that a trusted source handed over."""

_BY = re.compile(r"\bby\s+([A-Za-z0-9._-]+)", re.IGNORECASE)
_BEGIN_OF_BY = re.compile(r"\sby\s", re.IGNORECASE)
_LITERAL = re.compile(r"\[(?:IPv6:)?([0-9A-Fa-f:.]{2,45})\]", re.IGNORECASE)
_MOST_HOPS = 5
_COMMENT = re.compile(r"\([^()]*\)")
_DOMAIN = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*")
# The id as it is written by programs: a bare word, a version at most behind it. RFC 8601 2.2 would let it be quoted
# and have comments around it, which two programs could read differently. Blanks are SP and TAB and no others.
_AUTHSERV_ID = re.compile(r"([A-Za-z0-9._-]{1,255})(?:[ \t]+[0-9]{1,9})?[ \t]*(?:;|\Z)", re.ASCII)
# What may stand in quotes: a reason, or words in which nothing ends a comment or begins a result.
_HARMLESS = re.compile(r'(?<=[ \t]reason=)"[^"\\()]*"|"[A-Za-z0-9+/=._@:-]*"', re.ASCII)
# The parser's time grows with the square of what it is given.
_MAX_RESULTS = 4000


def trace_line(helo: str, domain: str, protocol: str, at: datetime, *, trusted: bool) -> bytes:
    """The Received line that stands before all else in a mail that the judge of `domain` takes in (RFC 5321 4.4)."""
    mark = f" {OWN_MTA}" if trusted else ""
    date = format_datetime(at.astimezone(UTC))
    return f"Received: from {helo}{mark}\r\n\tby {domain} with {protocol};\r\n\t{date}\r\n".encode("ascii")


def is_authenticated(
    fields: Fields, sender: str | None, authserv_id: str, address: str, at: datetime, *, own: bool = False
) -> bool:
    """Does the host's own mail system say that the sender's domain has signed this mail, and was it to the judge?

    `authserv_id` is what that system calls itself (RFC 8601 2.5); empty: never. `address` is the judge's, `at` when the
    mail came. `own`: the judge checks signatures itself, and what it found counts too. True for a DKIM pass by the
    domain in From (or, where DMARC passes too, by one above it), if that very signature proves the mail to be for the
    judge and of these days. SPF proves nothing: it says who sent a mail on, and neither to whom it was written nor
    what. Where DMARC fails, nothing else counts but what a forwarder says whom the host trusts: what it changed fails.
    """
    if sender is None:
        return False
    from_domain = sender.rpartition("@")[2]
    if not _DOMAIN.fullmatch(from_domain):
        return False
    mine = results_in(own_results_fields(fields, address.rpartition("@")[2])) if own else ()
    if any(_is_sealed(fields, each, from_domain, address, at) for each in mine):
        return True
    found = results_in(host_results_fields(fields, authserv_id))
    if has_failed(found, "dmarc"):
        return False
    found += mine
    dmarc = any(
        each.method == "dmarc"
        and each.result == "pass"
        and properties(each).get("header.from", "").lower() == from_domain
        for each in found
    )
    for each in found:
        if each.method != "dkim" or each.result != "pass":
            continue
        named = properties(each)
        domain = named.get("header.d", "").lower()
        aligned = domain == from_domain or (dmarc and "." in domain and from_domain.endswith(f".{domain}"))
        if aligned and signatures.prove(fields, named.get("header.b", ""), domain, address, at):
            return True
    return False


def _is_sealed(
    fields: Fields, result: authres.AuthenticationResult, from_domain: str, address: str, at: datetime
) -> bool:
    """Was the mail signed by the domain in From when it came to somebody whom the host trusts (`proof/arc.py`)? That
    signature, and the one under which it was sent on, must both prove it to be for the judge and of these days. What
    the first says of itself counts as it came to that forwarder alone, so the last must cover it.
    """
    named = properties(result)
    if (result.method, result.result, named.get("header.d")) != ("arc", "pass", from_domain):
        return False
    sealer, seal = named.get("policy.sealer", ""), named.get("policy.seal", "")
    return signatures.prove(fields, named.get("header.b", ""), from_domain, address, at) and signatures.prove(
        fields, seal, sealer, address, at, kind="arc-message-signature", over="subject:dkim-signature"
    )


def fails_authentication(fields: Fields, authserv_id: str) -> bool:
    """Does the host's own mail system say that the mail does not come from where it says? By DMARC, or by SPF where
    DMARC does not stand on a signature: a mail that was passed on fails SPF alone. Or does it say what cannot be read?
    Then the sender has seen to that.
    """
    found = _read(host_results_fields(fields, authserv_id))
    if found is None:
        return True
    passed = any(each.method == "dmarc" and each.result == "pass" for each in found)
    return has_failed(found, "dmarc") or (has_failed(found, "spf") and not passed)


def has_failed(found: Iterable[authres.AuthenticationResult], *methods: str) -> bool:
    """Does the host's mail system say that the mail has failed one of these tests?"""
    return any(each.method in methods and each.result in ("fail", "softfail", "hardfail") for each in found)


def results_in(values: Iterable[str]) -> tuple[authres.AuthenticationResult, ...]:
    """All results in fields of this kind; none where one of them cannot be read, or not in one way alone."""
    return _read(values) or ()


def _read(values: Iterable[str]) -> tuple[authres.AuthenticationResult, ...] | None:
    found: list[authres.AuthenticationResult] = []
    for value in values:
        # Filters repeat in comments what the sender said of itself. In quotes there may stand the end of the comment,
        # and words behind it that the filter never wrote.
        if len(value) > _MAX_RESULTS or set('"\\') & set(_HARMLESS.sub("", value)):
            return None
        try:
            found += authres.AuthenticationResultsHeader.parse(f"Authentication-Results: {value}").results
        except Exception:  # noqa: BLE001 - it raises SyntaxError of its own and others on garbage
            return None
    return tuple(found)


def host_results_fields(fields: Fields, authserv_id: str) -> tuple[str, ...]:
    """Return the Authentication-Results fields of the host's own mail system, as they stand; empty id: none.

    They stand above the first Received that is not ours. Where there is no such Received nothing tells where the
    sender's own fields begin, and none counts.
    """
    wanted = authserv_id.lower()
    return tuple(value for value in _above(fields) if authserv_id_of(value) == wanted) if wanted else ()


def own_results_fields(fields: Fields, domain: str) -> tuple[str, ...]:
    """The Authentication-Results that the judge of `domain` has put above its own Received line; only where it checks
    signatures itself is that certain to be its own.
    """
    own = _own_fields(fields)
    if not own or not _is_our_stamp(fields.items[own], domain):
        return ()
    return tuple(value for _, value in fields.items[:own] if authserv_id_of(value) == domain.lower())


def _own_fields(fields: Fields) -> int:
    """How many Authentication-Results stand above all else."""
    for number, (name, _) in enumerate(fields.items):
        if name != "authentication-results":
            return number
    return 0


def _is_our_stamp(field: tuple[str, str], domain: str) -> bool:
    name, value = field
    return name == "received" and _by(value) == domain.lower()


def authserv_id_of(value: str) -> str:
    """The id that an Authentication-Results field begins with, lower-cased; empty for whatever is odd about it."""
    found = _AUTHSERV_ID.match(value)
    return found[1].lower() if found else ""


def received_at(fields: Fields, domain: str, mta: str) -> datetime | None:
    """When the host's own mail system `mta` took the mail in, by its Received line; None where it does not say.

    `mta` is the name that it gives itself there; empty: never.
    """
    if not mta or mta.lower() == domain.lower():
        return None
    lines = _received(fields)
    # One of ours may stand above it; a second one the sender could have written.
    if lines and _by(lines[0]) == domain.lower():
        lines = lines[1:]
    return date_of(lines[0].rpartition(";")[2]) if lines and _by(lines[0]) == mta.lower() else None


def network_of(source: str, fields: Fields) -> str:
    """The network that a mail came from, such as `192.0.2.0/24`; empty where nothing tells.

    It is that of `source`, whoever handed the mail to us. Where this was the host's own mail system, as our stamp says,
    it is that of whoever handed it to that: its Received line has their address in parentheses, behind the name that
    they gave themselves. Lines of hops between private addresses are the host's own, too.
    """
    lines = _received(fields)
    addresses = (
        map(_handed_over_by, lines[:_MOST_HOPS]) if is_from_own_mail_system(fields) else iter((_address(source),))
    )
    for address in addresses:
        if address is None:
            return ""
        if address.is_global or not lines:
            return str(ip_network(f"{address}/{24 if address.version == 4 else 48}", strict=False))
    return ""


def _handed_over_by(received: str) -> IPv4Address | IPv6Address | None:
    head = _BEGIN_OF_BY.split(received[:1000], maxsplit=1)[0]
    told = [found[1] for comment in _COMMENT.findall(head) if (found := _LITERAL.search(comment))]
    return _address(told[-1]) if told else None


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if found.version == 6 else None
    return mapped or found


def is_from_own_mail_system(fields: Fields) -> bool:
    """Does our stamp say that the host's own mail system handed the mail over?"""
    name, value = next(iter(fields.items[_own_fields(fields) :]), ("", ""))
    return name == "received" and OWN_MTA in value


def _behind_our_stamp(fields: Fields) -> tuple[tuple[str, str], ...]:
    return fields.items[_own_fields(fields) + 1 :] if is_from_own_mail_system(fields) else ()


def _above(fields: Fields) -> list[str]:
    """The Authentication-Results between our stamp and the Received line of the host's own mail system."""
    above: list[str] = []
    for name, value in _behind_our_stamp(fields):
        if name == "received":
            return above
        if name == "authentication-results":
            above.append(value)
    return []


def _received(fields: Fields) -> list[str]:
    """The Received lines behind our own stamp."""
    return [value for name, value in _behind_our_stamp(fields) if name == "received"]


def _by(value: str) -> str:
    """The host that wrote a Received line. Comments are left out: the sender's greeting may stand in them."""
    found = _BY.search(_COMMENT.sub(" ", value[:1000]))
    return found[1].lower().rstrip(".") if found else ""


def properties(result: authres.AuthenticationResult) -> dict[str, str]:
    """What a result is about: `header.d` and the like, in lower case, and its value."""
    return {f"{each.type}.{each.name}".lower(): each.value or "" for each in result.properties}
