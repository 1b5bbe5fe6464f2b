"""A table of players by mail: a whole judge of its own in a folder, people who write to it, and a clock that is set by
hand. Nothing is sent over a network.
"""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

from judge.app import Judge, open_judge
from judge.clock import SetClock
from judge.mailbox.intake import Intake
from judge.outbox.transport import MaildirTransport
from judge.play import outage
from judge.settings import Settings
from judge.store.migrate import migrate
from judge.workers.clerk import Clerk
from judge.workers.courier import Courier

GAME = "table"
MASTER = "Manus"
START = datetime(2026, 3, 2, 12, tzinfo=UTC)
_KEY = re.compile(r"\bKEY ((?:[a-z2-7]{4}-){3}[a-z2-7]{4})")
_CODE = re.compile(r"\bCONFIRM ([a-z2-7]{16})\b")


@dataclass(frozen=True)
class Mail:
    """A mail of the judge as its reader has it."""

    subject: str
    text: str
    html: str
    reply_to: str
    message_id: str
    answers: str

    @property
    def code(self) -> str:
        """The confirmation code that it asks for; empty if none."""
        found = _CODE.search(self.text)
        return found[1] if found else ""


@dataclass
class Person:
    """`key` proves who writes; `mails`: all that have come, oldest first."""

    name: str
    key: str = ""
    mails: list[Mail] = field(default_factory=list)
    written: int = 0

    @property
    def address(self) -> str:
        return f"{self.name.lower()}@example.org"


class Table:
    """One game and all who are at it; `MASTER` is its GameMaster."""

    def __init__(self, judge: Judge, clock: SetClock, mailbox: Path) -> None:
        self.judge, self.clock = judge, clock
        self._mailbox = mailbox
        self._clerk = Clerk(judge)
        self._intake = Intake(judge)
        self._transport = MaildirTransport(mailbox)
        self.people: dict[str, Person] = {}

    def tell(self, name: str, text: str, *, to: Mail | None = None) -> str:
        """Return the judge's answer to this mail, a reply to `to` or the latest. Codes are confirmed at once."""
        said = self._asked(name, text, to)
        return self._asked(name, f"CONFIRM {said.code}", said).text if said.code else said.text

    def latest(self, name: str, words: str = "") -> Mail:
        """The latest mail with these words in its subject. LookupError if there is none."""
        for mail in reversed(self.people[name].mails):
            if words in mail.subject:
                return mail
        raise LookupError(f"{name} has no mail with {words!r} in its subject")

    def pass_time(self, **by: float) -> None:
        """`pass_time(hours=25)`: deadlines come, and what is due is done."""
        self.clock.advance(timedelta(**by))
        outage.note_awake(self.judge)
        self._settle()

    def register(self, name: str) -> None:
        """Somebody comes to this judge, proves the address and notes the KEY."""
        who = self.people[name] = Person(name)
        self._write(who, f"REGISTER {name}", None)
        self._write(who, "Yes, this is me.", who.mails[-1])
        found = next((key for mail in reversed(who.mails) if (key := _KEY.search(mail.text))), None)
        if found is None:
            raise RuntimeError(f"{name} was told no KEY; the latest mail says: {who.mails[-1].text}")
        who.key = found[1]

    def _asked(self, name: str, text: str, to: Mail | None) -> Mail:
        who = self.people[name]
        message_id = self._write(who, f"KEY {who.key}\n{text}", to or who.mails[-1])
        return next(mail for mail in reversed(who.mails) if mail.answers == message_id)

    def _write(self, who: Person, text: str, to: Mail | None) -> str:
        who.written += 1
        message = EmailMessage(policy=email.policy.SMTP)
        message["From"] = f"{who.name} <{who.address}>"
        message["To"] = to.reply_to if to is not None else self.judge.settings.address
        message["Message-ID"] = f"<{who.name}.{who.written}@example.org>"
        message["Subject"] = f"Re: {to.subject}" if to is not None else "To the judge"
        if to is not None:
            message["In-Reply-To"] = to.message_id
        message.set_content(text)
        recipients = tuple(each.addr_spec for each in message["To"].addresses)
        self._intake.accept(who.address, recipients, message.as_bytes())
        self._settle()
        return str(message["Message-ID"])

    def _settle(self) -> None:
        """Everything that is due is done, and all mail is delivered and read."""
        self._clerk.work_off()
        Courier(self.judge, self._transport).deliver()
        for who in self.people.values():
            files = sorted((self._mailbox / who.address / "new").glob("*"), key=lambda each: each.stat().st_mtime_ns)
            for file in files:
                who.mails.append(_read(file))
                file.unlink()


def _read(file: Path) -> Mail:
    message = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
    bodies = (message.get_body((kind,)) for kind in ("plain", "html"))
    text, html = (str(body.get_content()) if body is not None else "" for body in bodies)
    of = {name: str(message[name] or "") for name in ("Subject", "Reply-To", "Message-ID", "In-Reply-To")}
    return Mail(of["Subject"], text, html, of["Reply-To"], of["Message-ID"], of["In-Reply-To"])


@contextmanager
def open_table(folder: Path, system: str, players: Sequence[str], *, options: Sequence[str] = ()) -> Iterator[Table]:
    """A game of this system that has begun, with a GameMaster and these players. `options`: lines of CREATE. The
    judge's database and mails lie in `folder`. RuntimeError, with the judge's answer, where the game cannot start.
    """
    folder.mkdir(parents=True, exist_ok=True)
    url = f"sqlite:///{folder / 'judge.db'}"
    migrate(url)
    settings = Settings(
        database=url,
        creators="*",
        relay=f"maildir:{folder / 'mail'}",
        map_width=0,
        replies_per_hour=100_000,
        final_pause_seconds=0,
    )
    clock = SetClock(START)
    judge = open_judge(settings, clock)
    try:
        table = Table(judge, clock, folder / "mail")
        for name in (MASTER, *players):
            table.register(name)
        table.tell(MASTER, "\n".join((f"CREATE {system} {GAME}", *options, "END CREATE")))
        for name in players:
            table.tell(name, f"JOIN {GAME}")
        said = table.tell(MASTER, f"GAME {GAME}\nSTART")
        if "has started" not in said:
            raise RuntimeError(f"the game does not start: {said}")
        yield table
    finally:
        judge.db.close()
