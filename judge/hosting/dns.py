"""What the name servers say of the judge's domain: whether mail finds it, and whether others believe its mail."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import dns.exception
import dns.resolver
from dns.rdata import Rdata
from dns.rdtypes.ANY.MX import MX
from dns.rdtypes.ANY.TXT import TXT

from judge.hosting.doctor import Check
from judge.settings import Settings

PATIENCE = 5.0  # seconds a question


def resolver_at(server: str = "") -> dns.resolver.Resolver:
    """The machine's own resolver, or one that asks this server alone (`address` or `address:port`)."""
    try:
        found = dns.resolver.Resolver(configure=not server)
    except dns.resolver.NoResolverConfiguration:
        server, found = "127.0.0.1:53", dns.resolver.Resolver(configure=False)
    if server:
        address, _, port = server.rpartition(":")
        found.nameservers = [address or server]
        found.port = int(port) if address else 53
    found.lifetime = PATIENCE
    return found


def look_at_domain(settings: Settings, resolver: dns.resolver.Resolver) -> Iterator[Check]:
    """MX, SPF, DKIM and DMARC of the judge's domain. Ends early where no name server answers."""
    domain = settings.domain
    if domain == "localhost" or domain.endswith(".localhost"):
        yield Check("DNS", "odd", f"{domain} is no domain of the Internet: nothing was looked up")
        return
    try:
        yield _mail_server(domain, resolver)
        yield _spf(domain, resolver)
        yield _dkim(domain, settings.dkim_selector, resolver)
        yield _dmarc(domain, resolver)
    except dns.exception.DNSException as error:
        yield Check("DNS", "odd", f"no name server answers ({type(error).__name__}): look again when one does")


def _records(name: str, kind: str, resolver: dns.resolver.Resolver, lifetime: float = PATIENCE) -> list[Rdata]:
    """Return the records of a name; none where there are none. Raises DNSException if no server answers."""
    try:
        return list(resolver.resolve(name, kind, lifetime=lifetime))
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []


def _mail_server(domain: str, resolver: dns.resolver.Resolver) -> Check:
    """RFC 5321 5.1; RFC 7505 for the null MX."""
    found = [each for each in _records(domain, "MX", resolver) if isinstance(each, MX)]
    if not found:
        text = f"{domain} has no MX record: mail for the judge goes astray. Wanted: {domain}. MX 10 <your mail server>."
        return Check("MX", "bad", text)
    hosts = [each.exchange.to_text(omit_final_dot=True) for each in sorted(found, key=lambda each: each.preference)]
    if hosts in ([""], ["."]):
        return Check("MX", "bad", f"{domain} has a null MX record: it says that it takes no mail")
    lost = [host for host in hosts if not any(_records(host, kind, resolver) for kind in ("A", "AAAA"))]
    if lost:
        return Check("MX", "bad", f"{', '.join(lost)}, to which mail for {domain} goes, has no address")
    return Check("MX", "good", f"mail for {domain} goes to {', '.join(hosts)}")


def _texts(name: str, beginning: str, resolver: dns.resolver.Resolver) -> list[str]:
    """The TXT records of a name that begin so, each put together from its pieces."""
    records = _records(name, "TXT", resolver)
    found = [b"".join(each.strings).decode("utf-8", "replace") for each in records if isinstance(each, TXT)]
    return [text for text in found if text.lower().replace(" ", "").startswith(beginning)]


def _spf(domain: str, resolver: dns.resolver.Resolver) -> Check:
    """RFC 7208: exactly one record (4.5)."""
    found = _texts(domain, "v=spf1", resolver)
    if not found:
        return Check("SPF", "odd", f'mail may be taken for spam. Wanted: {domain}. TXT "v=spf1 mx -all"')
    if len(found) > 1:
        return Check(
            "SPF", "bad", f"{domain} has {len(found)} SPF records; with more than one, none counts (RFC 7208 4.5)"
        )
    words = found[0].lower().split()
    if "all" in words or "+all" in words:
        return Check("SPF", "bad", f"{found[0]!r} lets everybody send as {domain}: end it with -all")
    return Check("SPF", "good", found[0])


def _dkim(domain: str, selector: str, resolver: dns.resolver.Resolver) -> Check:
    """RFC 6376: an empty p= is a key that was revoked (3.6.1)."""
    if not selector:
        text = "set `dkim_selector` to the selector under which your mail system signs, and its key is looked up"
        return Check("DKIM", "odd", f"{text}; if it does not sign, mail may be taken for spam: deploy/milters")
    name = f"{selector}._domainkey.{domain}"
    found = _texts(name, "", resolver)
    keys = [dict(part.strip().split("=", 1) for part in text.split(";") if "=" in part) for text in found]
    if not any("p" in key for key in keys):
        return Check(
            "DKIM", "bad", f'{name} has no key. Wanted: {name}. TXT "v=DKIM1; p=<the key of your mail system>"'
        )
    if not any(key.get("p", "").strip() for key in keys):
        return Check("DKIM", "bad", f"the key at {name} is revoked (p= is empty)")
    return Check("DKIM", "good", f"{name} has a key")


def _dmarc(domain: str, resolver: dns.resolver.Resolver) -> Check:
    """RFC 7489 6.6.3, asking the domains above one by one."""
    labels = domain.split(".")
    for depth in range(max(1, len(labels) - 1)):
        name = "_dmarc." + ".".join(labels[depth:])
        found = _texts(name, "v=dmarc1", resolver)
        if len(found) > 1:
            return Check("DMARC", "bad", f"{name} has {len(found)} records; with more than one, none counts")
        if found:
            return Check("DMARC", "good", f"{name}: {found[0]}")
    wanted = f'_dmarc.{domain}. TXT "v=DMARC1; p=none"'
    return Check("DMARC", "odd", f"nobody is told what to do with forged mail. Wanted: {wanted}")


REMEMBERED = 10_000
"""Answers of the name servers that are kept; the oldest go first."""


def keys_of(resolver: dns.resolver.Resolver) -> Callable[..., bytes | None]:
    """Return a lookup (name, timeout=seconds) -> TXT record or None. It raises DNSException if no server answers."""
    if resolver.cache is None:
        resolver.cache = dns.resolver.LRUCache(REMEMBERED)

    def key_of(name: bytes, timeout: float = PATIENCE) -> bytes | None:
        found = _records(name.decode("ascii"), "TXT", resolver, timeout)
        return next((b"".join(each.strings) for each in found if isinstance(each, TXT)), None)

    return key_of


def check_of(settings: Settings, resolver: Callable[[], dns.resolver.Resolver]) -> Callable[[bytes], bytes] | None:
    """What writes down which signatures of a mail are good; None where the judge does not check them."""
    if not settings.checks_itself:
        return None
    from judge.mail.proof.verification import own_results  # noqa: PLC0415 - it needs the extra `dkim`

    keys = keys_of(resolver())
    return lambda raw: own_results(raw, settings.domain, keys, own=settings.check_dkim, sealers=settings.sealers)
