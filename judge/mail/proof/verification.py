"""The DKIM signatures of a mail checked by the judge itself (RFC 6376), for hosts whose mail system does not; and what
forwarders that the host trusts say of signatures that were good when a mail came to them (ARC, RFC 8617).

What is found stands in an Authentication-Results field (RFC 8601) above the judge's own Received line, where nobody
else can write, and is read from there as the word of a host's mail system is.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

import dkim

from judge.mail.addresses import sender_of
from judge.mail.fields import Fields, split_message
from judge.mail.proof.authentication_results import has_failed, properties, results_in
from judge.mail.proof.signatures import tags_of

SETS = 5
"""Sets of a chain that are looked at: each asks name servers that somebody else has chosen for two keys."""

_QUIET = logging.getLogger("judge.mail.proof.verification")

_KINDS = ("arc-authentication-results", "arc-message-signature", "arc-seal")
_INSTANCE = re.compile(r"[ \t]*i[ \t]*=[ \t]*([1-9][0-9]?)[ \t]*;")
_ANYWHERE = re.compile(r"(?:^|[\s;])i\s*=\s*(\d+)", re.IGNORECASE)
_DOMAIN = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*", re.ASCII)
_SIGNATURE_TEXT = re.compile(r"[A-Za-z0-9+/=]{8,}", re.ASCII)
_SHOWN = 16


@dataclass(frozen=True, slots=True)
class _Set:
    found: str
    message: dict[str, str]
    seal: dict[str, str]


def arc_results(
    raw: bytes, fields: Fields, domain: str, sealers: Collection[str], keys: Callable[..., bytes | None]
) -> Iterator[str]:
    """What trusted sealers say of signatures by this domain, as it stands in the judge's own Authentication-Results:
    which was good when the mail came to them, and under which the last of them sent it on. Nothing where the chain is
    not whole and good. `keys` as in `own_results`. Never raises.
    """
    chain = _chain(fields)
    if not chain or chain[-1].seal["d"].lower() not in sealers or not _holds(raw, chain, keys):
        return
    last = chain[-1].message
    sent_on = f"policy.sealer={last['d'].lower()} policy.seal={last['b'][:_SHOWN]}"
    for each in reversed(chain):
        if each.seal["d"].lower() not in sealers:
            return
        for signature in dict.fromkeys(_passed(each.found, domain)):
            yield f"header.d={domain} header.b={signature} {sent_on}"


def _chain(fields: Fields) -> list[_Set]:
    """The sets, first to last; none where anything about them is odd."""
    kept: dict[tuple[str, int], str] = {}
    for name, value in fields.items:
        if name not in _KINDS:
            continue
        number = _number(value)
        if number is None or (name, number) in kept:
            return []
        kept[name, number] = value
    count = len(kept) // len(_KINDS)
    if not 1 <= count <= SETS or {number for _, number in kept} != set(range(1, count + 1)):
        return []
    if len(kept) != count * len(_KINDS):
        return []
    chain = []
    for number in range(1, count + 1):
        found, message, seal = (kept[kind, number] for kind in _KINDS)
        made = _Set(_INSTANCE.sub("", found, count=1), tags_of(message), tags_of(seal))
        # One who signs what goes on in another's name would speak for that other.
        if made.message.get("d", "").lower() != made.seal.get("d", "").lower():
            return []
        if not all(_is_whole(tags, number) for tags in (made.message, made.seal)):
            return []
        chain.append(made)
    return chain


def _number(value: str) -> int | None:
    """The number of the set that a field is of: it stands in front, and no program can read another."""
    first, anywhere = _INSTANCE.match(value), _ANYWHERE.search(value)
    return int(first[1]) if first and anywhere and first[1] == anywhere[1] else None


def _is_whole(tags: dict[str, str], number: int) -> bool:
    domain, signature = tags.get("d", "").lower(), tags.get("b", "")
    return (
        tags.get("i") == str(number) and bool(_DOMAIN.fullmatch(domain)) and bool(_SIGNATURE_TEXT.fullmatch(signature))
    )


def _holds(raw: bytes, chain: list[_Set], keys: Callable[..., bytes | None]) -> bool:
    """Do all seals hold, and the last signature; and has the library read the same of them?"""
    try:
        verdict, found, _ = dkim.ARC(raw, logger=_QUIET).verify(dnsfunc=keys)
        if verdict != dkim.CV_Pass or len(found) != len(chain):
            return False
        for each, seen in zip(reversed(chain), found, strict=True):
            domains = (seen["as-domain"], seen["ams-domain"])
            if any(domain.decode("ascii") != each.seal["d"] for domain in domains):
                return False
    except Exception:  # noqa: BLE001 - its own and many others: a chain that cannot be checked proves nothing
        return False
    return True


def _passed(found: str, domain: str) -> Iterator[str]:
    """The beginnings of the signatures by this domain that were good, by what a sealer has found."""
    said = results_in((found,))
    if has_failed(said, "dmarc"):
        return
    for each in said:
        if each.method != "dkim" or each.result != "pass":
            continue
        named = properties(each)
        by = named.get("header.d") or named.get("header.i", "").rpartition("@")[2]
        signature = named.get("header.b", "")
        if by.lower() == domain and _SIGNATURE_TEXT.fullmatch(signature):
            yield signature


Keys = Callable[..., bytes | None]
"""(name, timeout=seconds) -> the TXT record of that name, None where there is none. Whatever it raises means that the
name servers do not tell.
"""

SIGNATURES = 3
"""Signatures of one mail that are checked: each asks a name server that its writer has chosen."""

# What anybody's mail does wrong is no trouble of the host's.
_QUIET.setLevel(logging.CRITICAL)

_ALGORITHMS = (b"rsa-sha256", b"ed25519-sha256")  # RFC 8301, RFC 8463
_LABEL = re.compile(rb"[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,251}[A-Za-z0-9_])?")
_SIGNATURE = re.compile(rb"[A-Za-z0-9+/=]{8,}")
# The library's canonical form of a body takes time with the square of a run of blanks.
_RUNS = re.compile(rb"[ \t]{100}")
_FIELD = re.compile(rb"(?im)^dkim-signature[ \t]*:((?:[^\r\n]|\r?\n[ \t])*+)")
_FOLD = re.compile(rb"[ \t\r\n]+")


def own_results(
    raw: bytes, domain: str, keys: Keys, *, own: bool = True, sealers: Collection[str] = frozenset()
) -> bytes:
    """The Authentication-Results field of the judge at `domain` for a mail as it came, with its line end; nothing where
    no signature is by the domain of its From. `own`: its signatures are checked; `sealers`: the forwarders that are
    believed, in lower case. Never raises.
    """
    fields, _ = split_message(raw)
    sender = None if fields.excess else sender_of(fields).address
    if sender is None:
        return b""
    keys = _in_force(keys)
    head, _, _ = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    # A carriage return alone ends a line for some programs and not for others.
    odd = b"\r" in head or _RUNS.search(raw) is not None
    by = sender.rpartition("@")[2].lower()
    found: list[bytes] = []
    for number, tags in enumerate(map(_tags, _FIELD.findall(head)) if own else ()):
        if not _is_by(tags, by) or len(found) == SIGNATURES:
            continue
        result = b"pass" if not odd and _passes(raw, number, tags, keys) else b"fail"
        found.append(b"; dkim=%s header.d=%s header.b=%s" % (result, tags[b"d"].lower(), tags[b"b"][:_SHOWN]))
    seals = arc_results(raw, fields, by, sealers, keys) if sealers and not odd else ()
    found += (f"; arc=pass {seal}".encode("ascii") for seal in seals)
    return b"Authentication-Results: %s%s\r\n" % (domain.encode("ascii"), b"".join(found)) if found else b""


def _in_force(keys: Keys) -> Keys:
    """The same without the keys that are not to be believed, which the library does not tell: those that their domain
    only tries out (t=y), and those for another hash or for something else than mail (RFC 6376 3.6.1).
    """

    def found(name: bytes, timeout: float = 5) -> bytes | None:
        record = keys(name, timeout=timeout)
        tags = _tags(record.lower() if isinstance(record, bytes) else b"")
        flags, hashes, services = (tags.get(tag, b"").split(b":") for tag in (b"t", b"h", b"s"))
        is_for_mail = services == [b""] or b"*" in services or b"email" in services
        return record if is_for_mail and b"y" not in flags and (hashes == [b""] or b"sha256" in hashes) else None

    return found


def _is_by(tags: dict[bytes, bytes], domain: str) -> bool:
    wanted = domain.encode("ascii", "replace").lower()
    if tags.get(b"a") not in _ALGORITHMS:
        return False
    whole = _LABEL.fullmatch(tags.get(b"s", b"")) and _SIGNATURE.fullmatch(tags.get(b"b", b""))
    return bool(whole) and tags.get(b"d", b"").lower() == wanted and _LABEL.fullmatch(wanted) is not None


def _passes(raw: bytes, number: int, tags: dict[bytes, bytes], keys: Keys) -> bool:
    """Does this signature hold, and has the library read the same of it?"""
    try:
        signed = dkim.DKIM(raw, logger=_QUIET)
        if not signed.verify(number, dnsfunc=keys):
            return False
        return all(_FOLD.sub(b"", signed.signature_fields[name]) == tags[name] for name in (b"d", b"b"))
    except Exception:  # noqa: BLE001 - its own and many others: a signature that cannot be checked proves nothing
        return False


def _tags(value: bytes) -> dict[bytes, bytes]:
    """The tags of a signature, without blanks (RFC 6376 3.2)."""
    pieces = (piece.partition(b"=") for piece in _FOLD.sub(b"", value).split(b";"))
    return {name: content for name, equals, content in pieces if equals}
