"""Mail in: the SMTP and LMTP listeners. `250` is said once the mail is kept, and not before.

A connection is aiosmtpd's protocol with the limits and the manners that it leaves to its user.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import logging
import re
import ssl
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Container
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, AnyStr

from aiosmtpd.smtp import SMTP, Envelope, Session, TLSSetupException, syntax

from judge.logs import log
from judge.mail.addresses import is_judges
from judge.mail.proof.authentication_results import trace_line
from judge.mailbox.intake import ComeLater
from judge.settings import Settings

Accept = Callable[[str, tuple[str, ...], bytes, str], None]

_STOP_SECONDS = 10.0

LINE_LIMIT = 1001  # octets: 998 of text (RFC 5322 2.1.1), CRLF, and the dot that was doubled

# So much of a mail that is refused anyway is read on, so that its sender hears why instead of losing the connection.
_PATIENCE = 8

LEAST_LINE = 64
"""So many octets each line counts for at least: it is lines that cost time, and mails have long ones."""

TOO_LONG = "500 5.6.0 A line of the mail is longer than 998 octets"
TOO_MUCH = "552 5.3.4 The mail is larger than this host takes"


class EndlessContent(Exception):
    """The sender does not stop, many times beyond the largest size."""


async def read_content(reader: asyncio.StreamReader, max_size: int, took: Callable[[int], None]) -> bytes | str:
    """The octets of the mail up to CRLF.CRLF, doubled dots undone, else untouched; or the reply that refuses it.

    Only CRLF ends a line: a dot between bare CR or LF is content (CVE-2023-51764 and its kin). Holds at most
    `max_size` octets and a line, whatever is sent. Raises EndlessContent, and CancelledError when the sender is lost.
    `took` is told how many octets each line counts for.
    """
    content = bytearray()
    size = 0
    refusal = ""
    at_start = True
    while True:
        try:
            line = await reader.readuntil(b"\r\n")
            ended = True
        except asyncio.LimitOverrunError as overrun:
            line = await reader.read(overrun.consumed)
            ended = False
        if at_start and line == b".\r\n":
            return refusal or bytes(content)
        if at_start and line.startswith(b"."):
            line = line[1:]
        at_start = ended
        counted = max(len(line), LEAST_LINE)
        size += counted
        took(counted)
        if not ended:
            refusal = refusal or TOO_LONG
        elif size > max_size:
            refusal = refusal or TOO_MUCH
        if refusal:
            content.clear()
            if size > _PATIENCE * max_size:
                raise EndlessContent
        else:
            content += line


# The path of MAIL and RCPT with its angle brackets, then the parameters. A quoted local part may hold blanks; nothing
# else may, and nothing may hold controls, 8-bit octets or a second bracket.
_QUOTED = r'"(?:[\x20\x21\x23-\x3b\x3d\x3f-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"@[\x21-\x3b\x3d\x3f-\x7e]*'
_PLAIN = r"[\x21\x23-\x3b\x3d\x3f-\x7e]*"
_PATH = re.compile(rf"<({_QUOTED}|{_PLAIN})>(?: +([\x20-\x7e]*))?", re.ASCII)

_LOCAL = re.compile(r"[a-z0-9._=+-]+", re.ASCII)
_UNNEEDED_QUOTES = re.compile(r'"([A-Za-z0-9_=+-]+(?:\.[A-Za-z0-9_=+-]+)*)"@', re.ASCII)
"""Quotes around what is a local part without them: some mail systems quote whatever has a `+` in it."""

PATH_LIMIT = 254  # octets (RFC 5321 4.5.3.1.3, without the brackets)
LOCAL_LIMIT = 64  # octets (RFC 5321 4.5.3.1.1)
# Mailing systems sign whole addresses into their senders; refusing those would lose players' mail.
SENDER_LOCAL_LIMIT = 128


def split_path(text: str) -> tuple[str, str] | None:
    """`<a@b> SIZE=5` as path and parameters; None when it is no path. The null path `<>` has the path ``."""
    found = _PATH.fullmatch(text)
    return (found[1], found[2] or "") if found else None


def sender_refusal(path: str) -> str:
    """The reply to a MAIL that cannot be taken, or the empty string. The null sender is fit (RFC 5321 4.5.5)."""
    local, at, domain = path.rpartition("@")
    if path and (not at or not local or not domain or path.startswith("@")):
        return "553 5.1.7 The sender is not an address"
    if len(path) > PATH_LIMIT or len(local) > SENDER_LOCAL_LIMIT:
        return "553 5.1.7 The sender's address is too long"
    return ""


def recipient_refusal(path: str, address: str) -> str:
    """The reply to a RCPT that cannot be taken, or the empty string.

    Taken are the judge's address, those with a token, and the host's own mailboxes (RFC 5321 4.5.1, RFC
    2142), in any case of letters. There is no relaying: not by domain, not by source route, not by `%` or `!`.
    """
    mailbox, _, own_domain = address.lower().rpartition("@")
    if path.lower() == "postmaster":
        return ""
    local, at, domain = path.lower().rpartition("@")
    if not at or not local or not domain:
        return "553 5.1.3 The recipient is not an address"
    if len(path) > PATH_LIMIT or len(local) > LOCAL_LIMIT:
        return "553 5.1.3 The recipient's address is too long"
    if domain != own_domain or any(sign in local for sign in '@%!:"'):
        return f"550 5.7.1 No relaying: this host takes mail for {address} alone"
    if is_judges(path, address) and (local == mailbox or _LOCAL.fullmatch(local)):
        return ""
    return f"550 5.1.1 No such mailbox; write to {address}"


_COMMAND_LIMIT = 512  # octets of a command line (RFC 5321 4.5.3.1.4)
_ABORT_SECONDS = 5.0  # for a peer that does not take the last reply
_HELO = re.compile(r"[A-Za-z0-9.:\[\]_-]{1,255}", re.ASCII)
_TOO_MANY = "451 4.7.1 Too many mails from this address wait to be read; try again later"
_NOT_NOW = "451 4.3.0 The mail could not be taken now; try again later"
_CLOSING = "421 4.3.2 Closing; try again later"
_PROXY_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Limits:
    """What one host lets others use up. `trusted` sources, such as the host's own MTA, have as many connections of
    their own, and none of the bounds on what one source may have and how long.
    """

    connections: int = 50
    connections_per_source: int = 10
    trusted: Container[str] = frozenset({"127.0.0.1", "::1"})
    recipients: int = 20
    errors: int = 10
    idle_seconds: float = 60.0  # to the end of a command, and between two pieces of content
    content_seconds: float = 600.0  # for all of the content
    accept_seconds: float = 600.0  # for the answer (RFC 5321 4.5.3.2.6: the client waits as long)
    commands: int = 100  # of one connection without a mail that was taken
    stay_seconds: float = 900.0  # of one connection in all
    octets_per_hour: int = 50 * 1024 * 1024  # of mail of one source: it is all kept
    accepts: int = 16  # accepted at the same time, each in a thread


class _Commands(dict[str, Any]):
    """aiosmtpd counts unknown commands by itself, too kindly and with a 502; so there are none."""

    def __init__(self, known: dict[str, Any], unknown: Callable[[str | None], Awaitable[None]]) -> None:
        super().__init__(known)
        self._unknown = unknown

    def get(self, command: str, default: Any = None) -> Any:  # noqa: ARG002
        return super().get(command, self._unknown)


class Dialogue(SMTP):
    """A connection from its greeting to its end. The judge neither relays, nor verifies addresses, nor knows AUTH."""

    line_length_limit = LINE_LIMIT
    protocol = "ESMTP"

    def __init__(self, listener: Listener, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(
            self,
            data_size_limit=listener.max_size,
            # Not offered; but 8-bit addresses come through to be refused as such.
            enable_SMTPUTF8=True,
            hostname=listener.hostname,
            ident=f"{self.protocol} judge",
            tls_context=listener.tls,
            require_starttls=listener.require_tls,
            timeout=listener.limits.idle_seconds,
            auth_exclude_mechanism=("LOGIN", "PLAIN"),
            proxy_protocol_timeout=_PROXY_SECONDS if listener.proxied else None,
            loop=loop,
        )
        # The class keeps one table for all connections, which every EHLO raises and every new connection clears.
        self.command_size_limits = collections.defaultdict(lambda: _COMMAND_LIMIT)
        self._smtp_methods = _Commands(self._smtp_methods, self._unknown)
        del self._smtp_methods["AUTH"]
        self._listener = listener
        self._errors = 0
        self._content_deadline: float | None = None
        self._accepting = False
        self._leaving = False
        self._said = 0  # since the last mail that was taken

    @property
    def source(self) -> str:
        """The address of the peer, without its port; behind a proxy the address that this has told, once it has. One
        that tells none (UNKNOWN, LOCAL) vouches for nobody: what comes through it is no word of the proxy's own.
        """
        if self.session is None:
            return ""
        told = self.session.proxy_data
        if told is not None:
            return str(told.src_addr or "unknown")
        peer = self.session.peer
        return str(peer[0]) if isinstance(peer, tuple) else ""

    @property
    def bare(self) -> bool:
        """Has no proxy told of this connection (yet)?"""
        return self.session is None or self.session.proxy_data is None

    def close_soon(self) -> None:
        """Say goodbye: now, or once the mail that is being accepted has had its answer."""
        self._leaving = True
        if not self._accepting:
            self._hang_up(_CLOSING)

    def abort(self) -> None:
        if isinstance(self.transport, asyncio.Transport):
            self.transport.abort()

    # What asyncio calls

    def data_received(self, data: bytes) -> None:
        if self._content_deadline is not None:
            left = self._content_deadline - self.loop.time()
            self._reset_timeout(max(0.001, min(self._timeout_duration, left)))
        super().data_received(data)

    # What aiosmtpd calls

    async def _handle_client(self) -> None:
        refusal = self._listener.enter(self)
        stay = self.loop.call_later(self._listener.limits.stay_seconds, self._stayed)
        try:
            if refusal:
                self._hang_up(refusal)
            else:
                await super()._handle_client()
        finally:
            # The loop would keep this connection, and all that it has sent, until that time.
            stay.cancel()
            # Not when asyncio says that the connection is lost: of one lost in its handshake it never says so.
            self._listener.leave(self)
            if self.transport is not None:
                self.transport.close()

    def _stayed(self) -> None:
        if self._is_bounded():
            self.close_soon()

    def _is_bounded(self) -> bool:
        return not self._listener.is_trusted(self.source)

    def _timeout_cb(self) -> None:
        self._hang_up(f"421 4.4.2 {self.hostname} Too slow")

    async def push(self, status: AnyStr) -> None:
        await super().push(status)
        self._said += 1
        if self._said > self._listener.limits.commands and self._is_bounded():
            self._hang_up("421 4.7.0 Too many commands, and no mail")
        if status[:1] in ("5", b"5"):
            self._errors += 1
            if self._errors >= self._listener.limits.errors:
                self._hang_up("421 4.7.0 Too many errors")

    def _hang_up(self, status: str) -> None:
        transport, self._content_deadline = self.transport, None
        if isinstance(transport, asyncio.Transport) and not transport.is_closing():
            self._writer.write(status.encode("ascii") + b"\r\n")
            transport.close()
            # close() waits until the peer has read everything, abort() does not.
            self.loop.call_later(_ABORT_SECONDS, transport.abort)
        # What the peer has sent already is not to be acted on.
        if self._handler_coroutine is not None:
            self._handler_coroutine.cancel()

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        # The standard library's parser, which aiosmtpd uses, takes NUL, CR and a missing bracket.
        found = split_path(arg)
        return (found[0] or "<>", found[1]) if found else (None, None)

    async def handle_exception(self, error: Exception) -> str:
        if isinstance(error, TLSSetupException):
            log.debug("a TLS handshake failed")  # which scanners of the Internet see to, day and night
        else:
            self._failed(error)
        return _NOT_NOW

    def _failed(self, error: BaseException) -> None:
        """Count and log, without the error's own text: a database puts whole mails and tokens into it."""
        self._listener.counts["failed"] += 1
        frames = "".join(traceback.format_tb(error.__traceback__))
        log.error("a mail or command failed: %s\n%s", type(error).__name__, frames)

    async def handle_PROXY(  # noqa: N802
        self, _server: SMTP, _session: Session, _envelope: Envelope, _told: object
    ) -> bool:
        # Counted anew, for the source that the proxy has told.
        self._listener.leave(self)
        refusal = self._listener.enter(self)
        if refusal:
            self._hang_up(refusal)
        return not refusal

    async def handle_EHLO(  # noqa: N802 - aiosmtpd's name
        self, _server: SMTP, session: Session, _envelope: Envelope, hostname: str, replies: list[str]
    ) -> list[str]:
        session.host_name = hostname
        offered = [each for each in replies if each[4:].split(" ")[0] not in ("AUTH", "SMTPUTF8")]
        return [offered[0], "250-PIPELINING", *offered[1:]]

    async def handle_MAIL(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if not self._listener.has_room(self.source):
            return "451 4.7.1 Too much mail from you; try again in an hour"
        if envelope.smtp_utf8:
            return "555 5.5.4 SMTPUTF8 is not offered"
        refusal = sender_refusal("" if address == "<>" else address)
        if refusal:
            return refusal
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if len(envelope.rcpt_tos) >= self._listener.limits.recipients:
            return "452 4.5.3 Too many recipients"
        address = _UNNEEDED_QUOTES.sub(r"\1@", address)
        refusal = recipient_refusal("" if address == "<>" else address, self._listener.address)
        if refusal:
            return refusal
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    @syntax("VRFY <address>")
    async def smtp_VRFY(self, _arg: str | None) -> None:  # noqa: N802
        await self.push("252 2.5.0 Addresses are not verified; send the mail")

    async def _unknown(self, _arg: str | None) -> None:
        await self.push("500 5.5.2 Unknown command")

    @syntax("DATA")
    async def smtp_DATA(self, arg: str | None) -> None:  # noqa: N802
        # In place of aiosmtpd's: that keeps all of a line without an end, and lets the whole content be slow.
        if await self.check_helo_needed():
            return
        envelope = self.envelope
        if envelope is None or not envelope.rcpt_tos:
            await self.push("503 5.5.1 A recipient first")
            return
        if arg:
            await self.push("501 5.5.4 DATA takes no parameters")
            return
        await self.push("354 End with <CR><LF>.<CR><LF>")
        self._content_deadline = self.loop.time() + self._listener.limits.content_seconds
        try:
            took = partial(self._listener.took, self.source)
            content = await read_content(self._reader, self._listener.max_size, took)
        except EndlessContent:
            self._hang_up("421 4.7.0 Too much")
            return
        self._content_deadline = None
        status = content if isinstance(content, str) else await self._keep(envelope, content)
        self.envelope = self._create_envelope()
        self._reset_timeout()
        await self.push(self._reply_to_content(status, len(envelope.rcpt_tos)))
        if self._leaving:
            self._hang_up(_CLOSING)

    def _reply_to_content(self, status: str, recipients: int) -> str:  # noqa: ARG002
        return status

    async def _keep(self, envelope: Envelope, content: bytes) -> str:
        mail_from = "" if envelope.mail_from in (None, "<>") else str(envelope.mail_from)
        self._reset_timeout(self._listener.limits.accept_seconds)
        self._accepting = True
        try:
            await self._listener.accept(mail_from, tuple(envelope.rcpt_tos), self._trace() + content, self.source)
        except ComeLater:
            return _TOO_MANY
        except Exception as error:  # noqa: BLE001 - whatever it is, the sender keeps the mail and tries again
            self._failed(error)
            return _NOT_NOW
        finally:
            self._accepting = False
        self._listener.counts["accepted"] += 1
        self._said = 0
        return "250 2.0.0 Kept"

    def _trace(self) -> bytes:
        """The Received line that RFC 5321 4.4 asks of every receiver.

        The peer's own name for itself, never its address: the mail is kept for ever, and that is a person's.
        """
        if self._listener.now is None or self.session is None:
            return b""
        claimed = self.session.host_name or ""
        helo = claimed if _HELO.fullmatch(claimed) else "unknown"
        protocol = (self.protocol + "S" * bool(self.session.ssl)) if self.session.extended_smtp else "SMTP"
        trusted = self._listener.is_trusted(self.source)
        return trace_line(helo, self.hostname, protocol, self._listener.now(), trusted=trusted)


class LmtpDialogue(Dialogue):
    """LHLO in place of HELO and EHLO, and after the content one reply for each recipient that was taken.

    They are all the same reply, since a mail is kept for all its recipients or for none.
    """

    protocol = "LMTP"

    def __init__(self, listener: Listener, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(listener, loop)
        del self._smtp_methods["HELO"], self._smtp_methods["EHLO"]

    @syntax("LHLO hostname")
    async def smtp_LHLO(self, hostname: str) -> None:  # noqa: N802 - aiosmtpd's name
        await self.smtp_EHLO(hostname)

    def _reply_to_content(self, status: str, recipients: int) -> str:
        # One push: a refusal for twenty recipients is still one mistake of the sender's.
        return "\r\n".join([status] * recipients)


@dataclass(eq=False)
class Listener:
    """Takes mail for the judge on the event loop that `start` is awaited on.

    `keep(mail_from, recipients, raw, source)` keeps a mail and is durable when it returns. It runs in threads, up to
    `limits.accepts` at once, and is never interrupted: it may have kept a mail whose sender was lost meanwhile and
    will send it again, so it must know a mail that it has. Whatever it raises, the sender hears 451 and tries again.
    `mail_from` is empty for the null sender; `raw` is what was sent, with doubled dots undone and else untouched;
    `source` the address of whoever sent it.

    `now`, when given, stamps each mail with a Received line before everything else, as RFC 5321 4.4 asks; it tells
    whether the mail came from a trusted source. `proxied`: each connection begins with a PROXY header, and only trusted
    sources may connect. `counts` tells what has happened: connections, turned_away, accepted, failed. Raises ValueError
    when TLS is required and there is none.
    """

    keep: Accept
    address: str = field(kw_only=True)
    listen: str = "127.0.0.1:0"
    dialogue: type[Dialogue] = Dialogue
    tls: ssl.SSLContext | None = None
    require_tls: bool = False
    proxied: bool = False
    max_size: int = 1_048_576
    limits: Limits = field(default_factory=Limits)
    now: Callable[[], datetime] | None = None
    counts: Counter[str] = field(default_factory=Counter)
    _dialogues: dict[Dialogue, str] = field(default_factory=dict)  # each with its source
    _sources: Counter[str] = field(default_factory=Counter)
    _taken: Counter[str] = field(default_factory=Counter)  # octets of each source within this hour
    _hour: int = 0
    _empty: asyncio.Event = field(default_factory=asyncio.Event)
    _server: asyncio.Server | None = None

    def __post_init__(self) -> None:
        if self.require_tls and self.tls is None:
            raise ValueError("TLS can be required only with a certificate to offer")
        self.hostname = self.address.rpartition("@")[2]
        self._threads = ThreadPoolExecutor(self.limits.accepts, thread_name_prefix="accept")

    async def start(self) -> tuple[str, int]:
        """Open the port; the address and the port that it has. Raises OSError when it is taken."""
        # aiosmtpd logs every command, and with it reply tokens.
        logging.getLogger("mail.log").setLevel(logging.CRITICAL)
        loop = asyncio.get_running_loop()
        host, _, port = self.listen.rpartition(":")
        self._server = await loop.create_server(lambda: self.dialogue(self, loop), host.strip("[]"), int(port))
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
        """Count a connection in; the reply that refuses it, or the empty string."""
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
        """Count a connection out. Again is harmless."""
        source = self._dialogues.pop(dialogue, None)
        if source is None:
            return
        self._sources[source] -= 1
        if not self._sources[source]:
            del self._sources[source]
        if not self._dialogues:
            self._empty.set()

    def has_room(self, source: str) -> bool:
        """May this source send more mail within this hour?"""
        return self.is_trusted(source) or self._this_hour()[source] < self.limits.octets_per_hour

    def took(self, source: str, octets: int) -> None:
        self._this_hour()[source] += octets

    def _this_hour(self) -> Counter[str]:
        hour = int(asyncio.get_running_loop().time() // 3600)
        if hour != self._hour:
            self._hour, self._taken = hour, Counter()
        return self._taken

    def is_trusted(self, source: str) -> bool:
        """Is it the host's own mail system, or its proxy?"""
        return source in self.limits.trusted

    async def accept(self, mail_from: str, recipients: tuple[str, ...], raw: bytes, source: str) -> None:
        """Keep the mail, off the loop. Done means durable; goes on when its awaiter is cancelled."""
        loop = asyncio.get_running_loop()
        # A sender that hangs up cancels its dialogue, and must not undo or hide what is being kept.
        await asyncio.shield(loop.run_in_executor(self._threads, self.keep, mail_from, recipients, raw, source))


def listeners_of(settings: Settings, accept: Accept, now: Callable[[], datetime]) -> tuple[Listener, ...]:
    """Return the SMTP listener and, if wanted, the LMTP one. Raises OSError when the certificate cannot be used."""
    limits = Limits(
        connections=settings.max_connections,
        trusted=settings.upstreams,
    )
    common = partial(Listener, accept, address=settings.address, max_size=settings.max_size, limits=limits, now=now)
    smtp = common(
        listen=settings.listen, tls=_tls(settings), require_tls=settings.require_tls, proxied=settings.proxy_protocol
    )
    if not settings.lmtp_listen:
        return (smtp,)
    return smtp, common(listen=settings.lmtp_listen, dialogue=LmtpDialogue)


def _tls(settings: Settings) -> ssl.SSLContext | None:
    if settings.tls_certificate is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(settings.tls_certificate, settings.tls_key)
    return context
