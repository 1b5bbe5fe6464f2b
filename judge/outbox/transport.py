"""Mail out: one mail to one recipient, by SMTP to a relay or into Maildirs. The queue deals with failures."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import os
import re
import shlex
import smtplib
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pydantic import SecretStr

from judge.mail.compose import is_address
from judge.settings import MailServer, Settings, parse_relay

# What may not stand in the name of a folder.
_UNSAFE = re.compile(r"[^a-z0-9@._+=-]|\A\.")

_WORDS = "quota|limit|exceed|per (?:hour|day)|too many|relay|authenticat|sender|spf|dkim|dmarc|polic|denied|block"
"""Where a status says too little, these words are about who sends, or how much."""
# Whose fault a refusal is (RFC 3463, RFC 5321 4.2.3, RFC 7504): by its code, status or -, command and words.
_VERDICTS = tuple(
    (re.compile(pattern, re.IGNORECASE | re.DOTALL), verdict)
    for pattern, verdict in (
        (r"53[0458] ", "judge"),  # a login is wanted
        (rf"(?!552)\S+ (?:-|5\.0\.0|5\.7\.[01]) .*(?:{_WORDS})", "judge"),
        (r"\S+ (?:5\.1\.(?![78] )|5\.2\.1 )|55[0136] - RCPT", "address"),  # 5.1.7 and 5.1.8 are about the sender
        (r"\S+ (?:5\.2\.3|5\.3\.4) |\S+ (?:-|5\.6\.\d+|5\.[07]\.[01]) DATA", "mail"),
        (r"552 - |\S+ 5\.(?:2\.|4\.(?!5 ))", "way"),
        (r"", "judge"),
    )
)
_STATUS = re.compile(r"5\.\d{1,3}\.\d{1,3}(?!\d)", re.ASCII)

TOKEN_SECONDS = 30
"""How long a token command may take."""

Send = Callable[[str, str, bytes], None]


class Deferred(Exception):
    """Not delivered now: try again. `maybe_sent`: the relay had the whole mail, and its answer did not come.
    `of_judge`: the relay refuses the judge and not this recipient, so that the host must act.
    """

    def __init__(self, reason: str, *, maybe_sent: bool = False, of_judge: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.maybe_sent = maybe_sent
        self.of_judge = of_judge


class Rejected(Exception):
    """Refused for good. `the_mail`: the mail is at fault, not its recipient."""

    def __init__(self, reason: str, *, the_mail: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.the_mail = the_mail


class Transport(Protocol):
    """A way out. `mail_from` may be empty (RFC 5321 4.5.5); each failure is a Deferred or a Rejected."""

    def send(self, mail_from: str, recipient: str, raw: bytes) -> None:
        """Deliver one mail by itself."""

    def session(self) -> AbstractContextManager[Send]:
        """Deliver several mails over one connection: `with transport.session() as send`. A failure does not end it."""


def transport_for(settings: Settings) -> Transport:
    """Return the transport to the relay of the settings."""
    relay = parse_relay(settings.relay)
    return MaildirTransport(relay) if isinstance(relay, Path) else SmtpTransport(relay, settings)


@dataclass
class SmtpTransport:
    """A relay that speaks SMTP; each session has its own connection. TLS is always verified. Only a refusal of the
    recipient or the mail is for good: any other would cost everybody's mail.
    `tls`: what certificates are trusted; by default those that the system trusts.
    """

    relay: MailServer
    settings: Settings
    timeout: float = 30.0
    tls: ssl.SSLContext | None = None

    def send(self, mail_from: str, recipient: str, raw: bytes) -> None:
        with self.session() as send:
            send(mail_from, recipient, raw)

    @contextlib.contextmanager
    def session(self) -> Iterator[Send]:
        line = _Line(self._connect)
        try:
            yield line.send
        finally:
            line.close()

    def check(self, mail_from: str, recipient: str) -> None:
        """Do all that `send` does up to RCPT, and take it back. Raise as `send` does."""
        line = _Line(self._connect)
        try:
            line.envelope(mail_from, recipient, 0)
            line.reset(250)
        finally:
            line.close()

    def _connect(self) -> smtplib.SMTP:
        relay, user = self.relay, self.settings.relay_user
        there = relay.host, relay.port, self.settings.domain
        doing = f"no connection to the relay {relay}"
        with contextlib.ExitStack() as undo:
            try:
                if relay.tls == "implicit":
                    smtp: smtplib.SMTP = smtplib.SMTP_SSL(*there, timeout=self.timeout, context=self._context())
                else:
                    smtp = smtplib.SMTP(*there, timeout=self.timeout)
                undo.callback(smtp.close)
                doing = f"the relay {relay} cannot be spoken with"
                smtp.ehlo_or_helo_if_needed()
                self._secure(smtp)
                if user:
                    doing = f"the relay {relay} refuses the login of {user}"
                    _log_in(smtp, self.settings)
            except (OSError, ValueError, smtplib.SMTPException) as error:  # ValueError: a challenge that is no base64
                raise Deferred(f"{doing}: {_reason(error)}", of_judge=_is_final(error)) from error
            undo.pop_all()
        return smtp

    def _context(self) -> ssl.SSLContext:
        return self.tls or ssl.create_default_context()

    def _secure(self, smtp: smtplib.SMTP) -> None:
        relay = self.relay
        if relay.tls in ("implicit", "none") or (relay.tls == "offered" and relay.is_local):
            return
        if not smtp.has_extn("starttls"):
            if relay.tls == "required":
                raise Deferred(f"the relay {relay} offers no TLS, and it is required", of_judge=True)
            return
        code, answer = smtp.starttls(context=self._context())
        if code != 220:
            raise Deferred(f"the relay offered TLS and then refused it: {_said(code, answer)}", of_judge=True)
        smtp.ehlo_or_helo_if_needed()


def _log_in(smtp: smtplib.SMTP, settings: Settings) -> None:
    """Log in by password, or by XOAUTH2 with a token. No error shows either."""
    if not settings.relay_token_command:
        smtp.login(settings.relay_user, read_password(settings.relay_password, settings.relay_password_file))
        return
    response = f"user={settings.relay_user}\1auth=Bearer {read_token(settings.relay_token_command)}\1\1"
    # The relay describes a refusal in a challenge, to which the answer is empty
    smtp.auth("XOAUTH2", lambda challenge=None: "" if challenge else response)


def read_password(password: SecretStr, file: Path | None) -> str:
    """Return the password, or that in the file. Raises Deferred."""
    if file is None:
        return password.get_secret_value()
    try:
        return file.read_text("ascii").rstrip("\r\n")
    except UnicodeDecodeError:
        raise Deferred(f"{file} holds more than ASCII", of_judge=True) from None
    except OSError as error:
        raise Deferred(f"{file} cannot be read: {error.strerror}", of_judge=True) from None


def read_token(command: str) -> str:
    """Return the access token that the command prints. Raises Deferred."""
    try:
        done = subprocess.run(shlex.split(command), capture_output=True, timeout=TOKEN_SECONDS, check=True)  # noqa: S603 - the host's own
        token = done.stdout.decode("ascii").strip()
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        code = f" {error.returncode}" if isinstance(error, subprocess.CalledProcessError) else ""
        raise Deferred(f"the token command brings no token: {type(error).__name__}{code}", of_judge=True) from None
    if not token:
        raise Deferred("the token command prints nothing", of_judge=True)
    return token


@dataclass
class _Line:
    """The connection of one session: opened at the first mail, again when lost, given up when it cannot be opened."""

    connect: Callable[[], smtplib.SMTP]
    _smtp: smtplib.SMTP | None = None
    _dead: Deferred | None = None

    def send(self, mail_from: str, recipient: str, raw: bytes) -> None:
        for address in (recipient, mail_from) if mail_from else (recipient,):
            if not is_address(address):
                raise Rejected(f"not an address that mail can be sent to or from: {address[:80]!a}")
        if self._dead is not None:
            # Waiting for the same timeout once a mail would hold up everything else.
            raise Deferred(self._dead.reason, of_judge=self._dead.of_judge)
        kept = self._smtp is not None
        try:
            self.envelope(mail_from, recipient, len(raw))
        except (smtplib.SMTPServerDisconnected, OSError) as error:
            self.close()
            if not kept:
                raise Deferred(f"the relay went away: {_reason(error)}") from error
            # A relay may close an idle connection at any time; nothing of this mail was sent yet.
            self.send(mail_from, recipient, raw)
            return
        self._content(raw)

    def envelope(self, mail_from: str, recipient: str, size: int) -> None:
        if self._smtp is None:
            try:
                self._smtp = self.connect()
            except Deferred as error:
                self._dead = error
                raise
        most = self._smtp.esmtp_features.get("size", "")
        if most.isdecimal() and 0 < int(most) < size:
            raise Rejected(f"the mail has {size} octets, and the relay takes {most} at most", the_mail=True)
        code, answer = self._smtp.mail(mail_from)
        if code != 250:
            self.reset(code)
            said = f"the relay refuses the sender {mail_from or '<>'}: {_said(code, answer)}"
            raise Deferred(said, of_judge=500 <= code <= 599)
        code, answer = self._smtp.rcpt(recipient)
        if code not in (250, 251):
            self.reset(code)
            raise _verdict(code, answer, "RCPT")

    def _content(self, raw: bytes) -> None:
        assert self._smtp is not None  # noqa: S101 - opened by envelope
        try:
            code, answer = self._smtp.data(raw)
        except smtplib.SMTPDataError as error:
            code, answer = error.smtp_code, _octets(error)
        except (smtplib.SMTPServerDisconnected, OSError) as error:
            self.close()
            raise Deferred(f"the relay did not answer to the mail: {_reason(error)}", maybe_sent=True) from error
        if code != 250:
            self.reset(code)
            raise _verdict(code, answer, "DATA")

    def reset(self, code: int) -> None:
        """After a refusal: make ready for the next mail, or close where the relay has said goodbye (421)."""
        if code != 421 and self._smtp is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                if self._smtp.rset()[0] == 250:
                    return
        self.close()

    def close(self) -> None:
        smtp, self._smtp = self._smtp, None
        if smtp is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                smtp.quit()
            smtp.close()


def _verdict(code: int, answer: bytes, at: str) -> Deferred | Rejected:
    """Return whose fault a refusal `at` RCPT or DATA is. Only of an unknown address and of a mail as such is it for
    good.
    """
    said, text = _said(code, answer), answer.decode("ascii", "replace")
    if not 500 <= code <= 599:
        return Deferred(said)
    status = _STATUS.match(text)
    refusal = f"{code} {status[0] if status else '-'} {at} {text}"
    verdict = next(verdict for pattern, verdict in _VERDICTS if pattern.match(refusal))
    if verdict in ("address", "mail"):
        return Rejected(said, the_mail=verdict == "mail")
    return Deferred(said, of_judge=verdict == "judge")


def _is_final(error: Exception) -> bool:
    """Will the same come of every try until somebody acts?"""
    if isinstance(error, smtplib.SMTPResponseException):
        return 500 <= error.smtp_code <= 599
    return isinstance(error, ssl.SSLError | smtplib.SMTPNotSupportedError)


def _said(code: int, answer: bytes) -> str:
    """The relay's answer as one short line; it goes into the outbox and before the GameMaster's eyes."""
    text = "".join(char if char.isprintable() else " " for char in answer[:400].decode("ascii", "replace"))
    return f"{code} {' '.join(text.split())}"[:200]


def _reason(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return _said(error.smtp_code, _octets(error))
    return f"{type(error).__name__}: {error}"[:200]


def _octets(error: smtplib.SMTPResponseException) -> bytes:
    return error.smtp_error if isinstance(error.smtp_error, bytes) else error.smtp_error.encode()


class MaildirTransport:
    """Each recipient's mail in a Maildir of its own: DIR/<recipient>/{tmp,new,cur}. Durable when `send` returns."""

    _serial = itertools.count()

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextlib.contextmanager
    def session(self) -> Iterator[Send]:
        yield self.send

    def send(self, mail_from: str, recipient: str, raw: bytes) -> None:  # noqa: ARG002 - a Maildir keeps no envelope
        box = self._folder / folder_name(recipient)
        # As Maildirs ask: unique in time, process and host, and in the order of arrival when sorted by name.
        host = re.sub(r"[^A-Za-z0-9.-]", "-", socket.gethostname()) or "localhost"
        name = f"{time.time_ns() // 1000}.P{os.getpid()}Q{next(self._serial)}.{host}"
        try:
            for part in ("tmp", "new", "cur"):
                (box / part).mkdir(parents=True, exist_ok=True)
            with (box / "tmp" / name).open("xb") as file:
                file.write(raw.replace(b"\r\n", b"\n"))
                file.flush()
                self._sync(file.fileno())
            (box / "tmp" / name).rename(box / "new" / name)
            for folder in (box / "new", box, self._folder):
                self._sync_folder(folder)
        except OSError as error:
            raise Deferred(f"cannot write into {box}: {error.strerror}") from error

    def _sync_folder(self, folder: Path) -> None:
        """A file's new name is safe only once its folder is."""
        handle = os.open(folder, os.O_RDONLY)
        try:
            self._sync(handle)
        finally:
            os.close(handle)

    def _sync(self, handle: int) -> None:
        os.fsync(handle)


def folder_name(recipient: str) -> str:
    """Return a unique folder name for a recipient: lower case, with `%2f` for what could lead elsewhere."""
    name = _UNSAFE.sub(_percent, recipient.lower())
    if not name or len(name) > 200:
        name = f"{name[:120]}%{hashlib.sha256(recipient.lower().encode('utf-8', 'replace')).hexdigest()}"
    return name


def _percent(found: re.Match[str]) -> str:
    return "".join(f"%{octet:02x}" for octet in found[0].encode("utf-8", "replace"))
