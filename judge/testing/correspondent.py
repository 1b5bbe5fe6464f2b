"""A player as the demo and the tests need one: somebody with an address, a mail program, and a Maildir to read."""

from __future__ import annotations

import email
import email.policy
import os
import re
import smtplib
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from email.headerregistry import HeaderRegistry
from email.message import EmailMessage
from email.utils import formatdate
from functools import cached_property, lru_cache
from pathlib import Path

# The library reads a field anew each time that it is asked for, Content-Type a dozen times a mail.
READ = email.policy.EmailPolicy(header_factory=lru_cache(10_000)(HeaderRegistry()))


@dataclass(frozen=True)
class Received:
    """A mail of the judge as its reader sees it, from its octets."""

    raw: bytes

    @cached_property
    def message(self) -> EmailMessage:
        return email.message_from_bytes(self.raw, _class=EmailMessage, policy=READ)

    @cached_property
    def subject(self) -> str:
        return str(self.message["Subject"])

    @cached_property
    def reply_to(self) -> str:
        return str(self.message["Reply-To"])

    @cached_property
    def text(self) -> str:
        part = self.message.get_body(("plain",))
        return str(part.get_content()) if part is not None else ""

    @cached_property
    def html(self) -> str:
        part = self.message.get_body(("html",))
        return str(part.get_content()) if part is not None else ""

    @property
    def code(self) -> str:
        """The confirmation code that it asks for; empty if none."""
        found = re.search(r"CONFIRM ([a-z2-7]{16})\b", self.text)
        return found[1] if found else ""

    @property
    def key(self) -> str:
        """The KEY that it tells; empty if none."""
        found = re.search(r"\bKEY ((?:[a-z2-7]{4}-){3}[a-z2-7]{4})", self.text)
        return found[1] if found else ""


@dataclass
class Correspondent:
    """`judge` is the judge's address; mail goes to `server` (host, port) and comes back into `mailbox`, a folder of
    Maildirs.
    """

    name: str
    address: str
    judge: str
    server: tuple[str, int]
    mailbox: Path
    key: str = ""
    _read: dict[str, tuple[int, str, Received]] = field(default_factory=dict)

    def write(self, text: str, *, subject: str = "", to: str | None = None, answers: Received | None = None) -> str:
        """Sends a mail, as a fresh one or as an answer; returns its Message-ID."""
        message = EmailMessage(policy=email.policy.SMTP)
        message["From"] = f"{self.name} <{self.address}>"
        message["To"] = to or (answers.reply_to if answers else self.judge)
        message["Date"] = formatdate(localtime=False)
        message["Message-ID"] = f"<{uuid.uuid4().hex}@{self.address.partition('@')[2]}>"
        message["Subject"] = subject or (f"Re: {answers.subject}" if answers else "To the judge")
        if answers is not None:
            message["In-Reply-To"] = str(answers.message["Message-ID"])
        message.set_content(text)
        self.send(message)
        return str(message["Message-ID"])

    def send(self, message: EmailMessage) -> None:
        """Sends this mail, which may say whatever it likes of its sender."""
        with smtplib.SMTP(*self.server, timeout=120) as smtp:
            smtp.send_message(message, self.address, [str(message["To"])])

    def reply(self, to: Received, text: str, *, with_key: bool = False) -> str:
        """Answers a mail above its text, which is quoted as mail programs do."""
        quoted = "\n".join(f"> {line}" for line in to.text.splitlines())
        proof = f"KEY {self.key}\n" if with_key else ""
        attribution = f"On {to.message['Date']}, The Judge <{self.judge}> wrote:"
        return self.write(f"{proof}{text}\n\n{attribution}\n{quoted}\n", answers=to)

    def inbox(self) -> list[Received]:
        """Everything that has come so far, oldest first."""
        folder = self.mailbox / self.address
        for box in (folder / "new", folder / "cur"):
            if not box.is_dir():
                continue
            with os.scandir(box) as files:  # it is looked into again and again, and mostly nothing has come
                for file in files:
                    if file.name not in self._read:
                        raw = (box / file.name).read_bytes()
                        self._read[file.name] = (file.stat().st_mtime_ns, file.name, Received(raw))
        return [mail for _, _, mail in sorted(self._read.values(), key=lambda each: each[:2])]

    def last(self, wanted: Callable[[Received], bool] = lambda mail: True) -> Received:  # noqa: ARG005
        """The latest mail that is wanted. LookupError if there is none."""
        for mail in reversed(self.inbox()):
            if wanted(mail):
                return mail
        raise LookupError(f"{self.address} has no such mail")

    def wait_for(self, wanted: Callable[[Received], bool], seconds: float = 120) -> Received:
        """The latest mail that is wanted, as soon as it is there. TimeoutError tells what has come instead."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                return self.last(wanted)
            except LookupError:
                time.sleep(0.05)
        subjects = ", ".join(repr(mail.subject) for mail in self.inbox()) or "nothing"
        raise TimeoutError(f"{self.address} waited {seconds:g} s in vain; there came {subjects}")

    def answer_to(self, message_id: str, seconds: float = 120) -> Received:
        """The judge's reply to a mail that was sent."""
        return self.wait_for(
            lambda mail: (
                str(mail.message["In-Reply-To"]) == message_id and "auto-replied" in str(mail.message["Auto-Submitted"])
            ),
            seconds,
        )
