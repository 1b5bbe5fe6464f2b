"""Mail in: the SMTP listener. `250` is said once the mail is kept, and not before."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import ssl
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime

from aiosmtpd.smtp import syntax

from judge.settings import Settings
from judge.smtp.dialogue import Dialogue, House, Limits

__all__ = ["Accept", "Limits", "Listener", "Spoken"]

Accept = Callable[[str, tuple[str, ...], bytes, str], None]

_STOP_SECONDS = 10.0


@dataclass(frozen=True)
class Spoken:
    """What is spoken on a port: SMTP, or LMTP (`LmtpDialogue`), with TLS where there is a certificate to offer.

    `proxied`: each connection begins with a PROXY header, and only trusted sources may connect. Raises ValueError when
    TLS is required and there is none.
    """

    dialogue: type[Dialogue] = Dialogue
    tls: ssl.SSLContext | None = None
    require_tls: bool = False
    proxied: bool = False

    def __post_init__(self) -> None:
        if self.require_tls and self.tls is None:
            raise ValueError("TLS can be required only with a certificate to offer")


SMTP = Spoken()


class Listener:
    """Takes mail for the judge on the event loop that `start` is awaited on.

    `accept(mail_from, recipients, raw, source)` keeps a mail and is durable when it returns. It runs in threads, up to
    `limits.accepts` at once, and is never interrupted: it may have kept a mail whose sender was lost meanwhile and
    will send it again, so it must know a mail that it has. Whatever it raises, the sender hears 451 and tries again.
    `mail_from` is empty for the null sender; `raw` is what was sent, with doubled dots undone and else untouched;
    `source` the address of whoever sent it.

    `now`, when given, stamps each mail with a Received line before everything else, as RFC 5321 4.4 asks; it tells
    whether the mail came from a trusted source.
    `counts` tells what has happened: connections, turned_away, accepted, failed.
    """

    def __init__(
        self,
        accept: Accept,
        *,
        address: str,
        listen: str = "127.0.0.1:0",
        spoken: Spoken = SMTP,
        max_size: int = 1_048_576,
        limits: Limits | None = None,
        now: Callable[[], datetime] | None = None,
    ) -> None:
        self.address = address
        self.hostname = address.rpartition("@")[2]
        self.max_size = max_size
        self.limits = limits or Limits()
        self.tls = spoken.tls
        self.require_tls = spoken.require_tls
        self.proxied = spoken.proxied
        self.now = now
        self.counts: Counter[str] = Counter()
        self._accept = accept
        self._dialogue = spoken.dialogue
        self._listen = listen
        self._dialogues: dict[Dialogue, str] = {}  # each with its source
        self._sources: Counter[str] = Counter()
        self._taken: Counter[str] = Counter()  # octets of each source within this hour
        self._hour = 0
        self._empty = asyncio.Event()
        self._threads = ThreadPoolExecutor(self.limits.accepts, thread_name_prefix="accept")
        self._server: asyncio.Server | None = None

    async def start(self) -> tuple[str, int]:
        """Open the port; the address and the port that it has. Raises OSError when it is taken."""
        # aiosmtpd logs every command, and with it reply tokens.
        logging.getLogger("mail.log").setLevel(logging.CRITICAL)
        loop = asyncio.get_running_loop()
        host, _, port = self._listen.rpartition(":")
        self._server = await loop.create_server(lambda: self._dialogue(self, loop), host.strip("[]"), int(port))
        name = self._server.sockets[0].getsockname()
        return name[0], name[1]

    async def stop(self) -> None:
        """Take no more; answer the mails that are being accepted, say goodbye to the rest."""
        if self._server is None:
            return
        self._server.close()
        for dialogue in tuple(self._dialogues):
            dialogue.close_soon()
        if self._dialogues:
            self._empty.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._empty.wait(), _STOP_SECONDS)
            for dialogue in tuple(self._dialogues):
                dialogue.abort()
        await asyncio.to_thread(self._threads.shutdown)
        await self._server.wait_closed()
        self._server = None

    # What its connections ask of it

    def enter(self, dialogue: Dialogue) -> str:
        self.counts["connections"] += 1
        source = dialogue.source
        if self.proxied and dialogue.bare and not self.is_trusted(source):
            self.counts["turned_away"] += 1
            return f"421 4.7.0 {self.hostname} Only the proxy of this host may connect"
        own = self.is_trusted(source)
        # The host's own mail system has connections of its own: others cannot shut it out.
        full = sum(self.is_trusted(each) == own for each in self._dialogues.values()) >= self.limits.connections
        greedy = not own and self._sources[source] >= self.limits.connections_per_source
        if full or greedy:
            self.counts["turned_away"] += 1
            return f"421 4.7.0 {self.hostname} Too many connections; try again later"
        self._dialogues[dialogue] = source
        self._sources[source] += 1
        return ""

    def leave(self, dialogue: Dialogue) -> None:
        source = self._dialogues.pop(dialogue, None)
        if source is None:
            return
        self._sources[source] -= 1
        if not self._sources[source]:
            del self._sources[source]
        if not self._dialogues:
            self._empty.set()

    def has_room(self, source: str) -> bool:
        return self.is_trusted(source) or self._this_hour()[source] < self.limits.octets_per_hour

    def took(self, source: str, octets: int) -> None:
        self._this_hour()[source] += octets

    def _this_hour(self) -> Counter[str]:
        hour = int(asyncio.get_running_loop().time() // 3600)
        if hour != self._hour:
            self._hour, self._taken = hour, Counter()
        return self._taken

    def is_trusted(self, source: str) -> bool:
        return source in self.limits.trusted

    async def accept(self, mail_from: str, recipients: tuple[str, ...], raw: bytes, source: str) -> None:
        loop = asyncio.get_running_loop()
        # A sender that hangs up cancels its dialogue, and must not undo or hide what is being kept.
        await asyncio.shield(loop.run_in_executor(self._threads, self._accept, mail_from, recipients, raw, source))


class LmtpDialogue(Dialogue):
    """LHLO in place of HELO and EHLO, and after the content one reply for each recipient that was taken.

    They are all the same reply, since a mail is kept for all its recipients or for none.
    """

    protocol = "LMTP"

    def __init__(self, house: House, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(house, loop)
        del self._smtp_methods["HELO"], self._smtp_methods["EHLO"]

    @syntax("LHLO hostname")
    async def smtp_LHLO(self, hostname: str) -> None:  # noqa: N802 - aiosmtpd's name
        await self.smtp_EHLO(hostname)

    def _reply_to_content(self, status: str, recipients: int) -> str:
        # One push: a refusal for twenty recipients is still one mistake of the sender's.
        return "\r\n".join([status] * recipients)


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
