"""What forwarders and mailing lists that the host trusts say of a mail that they passed on, and mostly changed (ARC,
RFC 8617): that it was signed when it came to them.

Each of them adds a set of three fields: what it found (ARC-Authentication-Results), a signature of the mail as it went
on (ARC-Message-Signature), and a seal over all sets so far (ARC-Seal). Anybody can seal anything, so a chain says no
more than whoever made it. Believed is a set only if the host has named its sealer, and those of all sets after it.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

import dkim

from judge.mail.fields import Fields
from judge.mail.proof.authentication_results import has_failed, properties, results_in
from judge.mail.proof.signatures import tags_of

SETS = 5
"""Sets of a chain that are looked at: each asks name servers that somebody else has chosen for two keys."""

_QUIET = logging.getLogger("judge.mail.proof.verification")

_KINDS = ("arc-authentication-results", "arc-message-signature", "arc-seal")
_INSTANCE = re.compile(r"[ \t]*i[ \t]*=[ \t]*([1-9][0-9]?)[ \t]*;")
_ANYWHERE = re.compile(r"(?:^|[\s;])i\s*=\s*(\d+)", re.IGNORECASE)
_DOMAIN = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*", re.ASCII)
_SIGNATURE = re.compile(r"[A-Za-z0-9+/=]{8,}", re.ASCII)
_SHOWN = 16


@dataclass(frozen=True, slots=True)
class ArcResult:
    """That the signature by `domain` whose text begins with `signature` was good when the mail came to a sealer who is
    trusted; and the signature (its first characters) under which the last sealer, at `sealer`, sent the mail on.
    """

    domain: str
    signature: str
    sealer: str
    last: str

    @property
    def properties(self) -> str:
        """The result as it stands in the judge's own Authentication-Results (RFC 8601)."""
        return f"header.d={self.domain} header.b={self.signature} policy.sealer={self.sealer} policy.seal={self.last}"


@dataclass(frozen=True, slots=True)
class _Set:
    found: str
    message: dict[str, str]
    seal: dict[str, str]


def arc_results(
    raw: bytes, fields: Fields, domain: str, sealers: Collection[str], keys: Callable[..., bytes | None]
) -> Iterator[ArcResult]:
    """What trusted sealers say of signatures by this domain; nothing where the chain is not whole and good. `keys` as
    in `own_results`. Never raises.
    """
    chain = _chain(fields)
    if not chain or chain[-1].seal["d"].lower() not in sealers or not _holds(raw, chain, keys):
        return
    last = chain[-1].message
    for each in reversed(chain):
        if each.seal["d"].lower() not in sealers:
            return
        for signature in dict.fromkeys(_passed(each.found, domain)):
            yield ArcResult(domain, signature, last["d"].lower(), last["b"][:_SHOWN])


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
    return tags.get("i") == str(number) and bool(_DOMAIN.fullmatch(domain)) and bool(_SIGNATURE.fullmatch(signature))


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
        if by.lower() == domain and _SIGNATURE.fullmatch(signature):
            yield signature
