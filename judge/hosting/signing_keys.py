"""The public keys with which mails are signed (DKIM), asked of the name servers and remembered as long as they say."""

from __future__ import annotations

from collections.abc import Callable

import dns.exception
import dns.resolver
from dns.rdtypes.ANY.TXT import TXT

from judge.settings import Settings

REMEMBERED = 10_000
"""Answers of the name servers that are kept; the oldest go first."""


def keys_of(resolver: dns.resolver.Resolver) -> Callable[..., bytes | None]:
    """(name, timeout=seconds) -> the TXT record of that name, None where there is none. Raises DNSException where no
    name server answers.
    """
    if resolver.cache is None:
        resolver.cache = dns.resolver.LRUCache(REMEMBERED)

    def key_of(name: bytes, timeout: float = 5.0) -> bytes | None:
        try:
            answer = resolver.resolve(name.decode("ascii"), "TXT", lifetime=timeout)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return None
        return next((b"".join(each.strings) for each in answer if isinstance(each, TXT)), None)

    return key_of


def check_of(settings: Settings, resolver: Callable[[], dns.resolver.Resolver]) -> Callable[[bytes], bytes] | None:
    """What writes down which signatures of a mail are good; None where the judge does not check them."""
    if not settings.checks_itself:
        return None
    from judge.mail.proof.own_check import own_results  # noqa: PLC0415 - it needs the extra `dkim`

    keys = keys_of(resolver())
    return lambda raw: own_results(raw, settings.domain, keys, own=settings.check_dkim, sealers=settings.sealers)
