"""The listeners that the settings ask for."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from datetime import datetime

from judge.settings import Settings
from judge.smtp.dialogue import Limits
from judge.smtp.listener import Accept, Listener, Spoken
from judge.smtp.lmtp import LmtpDialogue


def listeners_of(settings: Settings, accept: Accept, now: Callable[[], datetime]) -> tuple[Listener, ...]:
    """One for SMTP and, if it is wanted, one for LMTP. Raises OSError when the certificate cannot be used."""
    limits = Limits(
        connections=settings.max_connections,
        connections_per_source=settings.max_connections_per_source,
        trusted=settings.upstreams,
        recipients=settings.max_recipients,
        errors=settings.max_errors,
        idle_seconds=settings.idle_seconds,
    )
    smtp = Listener(
        accept,
        address=settings.address,
        listen=settings.listen,
        spoken=Spoken(tls=_tls(settings), require_tls=settings.require_tls, proxied=settings.proxy_protocol),
        max_size=settings.max_size,
        limits=limits,
        now=now,
    )
    if not settings.lmtp_listen:
        return (smtp,)
    lmtp = Listener(
        accept,
        address=settings.address,
        listen=settings.lmtp_listen,
        spoken=Spoken(LmtpDialogue),
        max_size=settings.max_size,
        limits=limits,
        now=now,
    )
    return (smtp, lmtp)


def _tls(settings: Settings) -> ssl.SSLContext | None:
    if settings.tls_certificate is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(settings.tls_certificate, settings.tls_key)
    return context
