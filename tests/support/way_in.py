"""How mail comes into the judge of a house: by its real SMTP listener, or, where a test is not about the way, handed in
behind it with the octets that would have come.
"""

from __future__ import annotations

import asyncio
import re
import threading
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from email.generator import BytesGenerator
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, getaddresses
from functools import cached_property
from io import BytesIO

from judge.app import Judge
from judge.mail.proof.authentication_results import trace_line
from judge.mailbox.intake import Intake
from judge.smtp.listener import listeners_of, recipient_refusal
from judge.testing.correspondent import Correspondent, Received

OF_THE_WAY = ("authserv_id", "max_size", "mta_name", "upstreams")
"""Settings that mean something to what stands between a mail program and the judge."""

LONGEST = 78
_WORDS = r"[\w\[\]<>@.,:+-]+"
_PLAIN = {
    "Subject": re.compile(rf"(?=.{{1,{LONGEST - 1}}}$)(?!.*=\?)[!-~]+(?: [!-~]+)*"),
    "": re.compile(rf"(?=.{{1,{LONGEST - 20}}}$){_WORDS}(?: {_WORDS})*", re.ASCII),
}
_TEXT = 'Content-Type: text/plain; charset="utf-8"\r\nContent-Transfer-Encoding: 7bit\r\nMIME-Version: 1.0\r\n'


class WayIn:
    """The listener is there from when somebody asks for it. `close` ends it."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._intake = Intake(judge)
        self._listens = False

    @cached_property
    def server(self) -> tuple[str, int]:
        """Where it listens: host and port."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="listener")
        self._thread.start()
        self._listens = True
        self._listener = listeners_of(self._judge.settings, self._intake.accept, self._judge.clock.now)[0]
        return asyncio.run_coroutine_threadsafe(self._listener.start(), self._loop).result(60)

    def hand_in(self, mail_from: str, recipient: str, octets: bytes) -> None:
        """What the listener does with a mail from this machine. Raises what the intake raises."""
        settings = self._judge.settings
        refusal = recipient_refusal(recipient, settings.address)
        assert not refusal, refusal
        trace = trace_line("localhost", settings.domain, "ESMTP", self._judge.clock.now(), trusted=True)
        self._intake.accept(mail_from, (recipient,), trace + octets)

    def close(self) -> None:
        if self._listens:
            asyncio.run_coroutine_threadsafe(self._listener.stop(), self._loop).result(60)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(10)
            self._loop.close()


@dataclass
class Neighbor(Correspondent):
    """Somebody whose mail goes no way at all."""

    way_in: WayIn | None = None

    def write(self, text: str, *, subject: str = "", to: str | None = None, answers: Received | None = None) -> str:
        recipient = to or (answers.reply_to if answers else self.judge)
        fields = [
            ("From", f"{self.name} <{self.address}>"),
            ("To", recipient),
            ("Date", formatdate(localtime=False)),
            ("Message-ID", f"<{uuid.uuid4().hex}@{self.address.partition('@')[2]}>"),
            ("Subject", subject or (f"Re: {answers.subject}" if answers else "To the judge")),
        ]
        if answers is not None:
            fields.append(("In-Reply-To", str(answers.message["Message-ID"])))
        octets = plainly(fields, text)
        if self.way_in is None or octets is None:
            return super().write(text, subject=subject, to=to, answers=answers)
        self.way_in.hand_in(self.address, getaddresses([recipient])[0][1], octets)
        return fields[3][1]

    def send(self, message: EmailMessage) -> None:
        if self.way_in is None:
            super().send(message)
        else:
            recipient = getaddresses([str(message["To"])])[0][1]
            self.way_in.hand_in(self.address, recipient, as_smtplib_writes(message, self.address + recipient))


def plainly(fields: Sequence[tuple[str, str]], text: str) -> bytes | None:
    """The octets that the library would make of a mail with fields that it need not encode; None of another one."""
    if not all(_PLAIN.get(name, _PLAIN[""]).fullmatch(value) for name, value in fields):
        return None
    return "".join(_folded(f"{name}: {value}") for name, value in fields).encode("ascii") + _content(text)


def _folded(field: str) -> str:
    if len(field) > LONGEST:
        field = field.replace(": ", ":\r\n ", 1)
    return field + "\r\n"


def _content(text: str) -> bytes:
    lines = text.splitlines()
    says_from = any(line.startswith("From ") for line in lines)  # which is changed
    if text.isascii() and lines and max(map(len, lines)) <= LONGEST and not says_from:
        return "\r\n".join((_TEXT, *lines, "")).encode("ascii")
    content = EmailMessage(policy=SMTP)
    content.set_content(text)
    return as_smtplib_writes(content, "")


def as_smtplib_writes(message: EmailMessage, envelope: str) -> bytes:
    written = BytesIO()
    generator = BytesGenerator(written, policy=None if envelope.isascii() else SMTP.clone(utf8=True))
    generator.flatten(message, linesep="\r\n")
    return written.getvalue()
