"""The DKIM signatures of a mail checked by the judge itself (RFC 6376), for hosts whose mail system does not; and what
forwarders that the host trusts say of signatures that were good when a mail came to them (`judge/mail/proof/arc.py`).

What is found stands in an Authentication-Results field (RFC 8601) above the judge's own Received line, where nobody
else can write, and is read from there as the word of a host's mail system is.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Collection

import dkim

from judge.mail.addresses import sender_of
from judge.mail.fields import split_message
from judge.mail.proof.arc import arc_results

Keys = Callable[..., bytes | None]
"""(name, timeout=seconds) -> the TXT record of that name, None where there is none. Whatever it raises means that the
name servers do not tell.
"""

SIGNATURES = 3
"""Signatures of one mail that are checked: each asks a name server that its writer has chosen."""

# What anybody's mail does wrong is no trouble of the host's.
_QUIET = logging.getLogger("judge.mail.proof.verification")
_QUIET.setLevel(logging.CRITICAL)

_ALGORITHMS = (b"rsa-sha256", b"ed25519-sha256")  # RFC 8301, RFC 8463
_LABEL = re.compile(rb"[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,251}[A-Za-z0-9_])?")
_SIGNATURE = re.compile(rb"[A-Za-z0-9+/=]{8,}")
_SHOWN = 16
# The library's canonical form of a body takes time with the square of a run of blanks.
_BLANKS = re.compile(rb"[ \t]{100}")
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
    odd = b"\r" in head or _BLANKS.search(raw) is not None
    by = sender.rpartition("@")[2].lower()
    found: list[bytes] = []
    for number, tags in enumerate(map(_tags, _FIELD.findall(head)) if own else ()):
        if not _is_by(tags, by) or len(found) == SIGNATURES:
            continue
        result = b"pass" if not odd and _passes(raw, number, tags, keys) else b"fail"
        found.append(b"; dkim=%s header.d=%s header.b=%s" % (result, tags[b"d"].lower(), tags[b"b"][:_SHOWN]))
    seals = arc_results(raw, fields, by, sealers, keys) if sealers and not odd else ()
    found += (f"; arc=pass {seal.properties}".encode("ascii") for seal in seals)
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
