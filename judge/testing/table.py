"""A table of players by mail: a whole judge of its own in a folder, people who write to it, and a clock that is set by
hand. Nothing is sent over a network.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
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
from judge.testing.correspondent import Correspondent, Received
from judge.workers.clerk import Clerk
from judge.workers.courier import Courier

GAME = "table"
MASTER = "Manus"
START = datetime(2026, 3, 2, 12, tzinfo=UTC)


@dataclass(kw_only=True)
class Person(Correspondent):
    """Somebody at the table, whose mails go straight to its judge."""

    table: Table

    def send(self, message: EmailMessage) -> None:
        self.table.take_in(self.address, str(message["To"].addresses[0].addr_spec), message.as_bytes())


class Table:
    """One game and all who are at it; `MASTER` is its GameMaster."""

    def __init__(self, judge: Judge, clock: SetClock, mailbox: Path) -> None:
        self.judge, self.clock = judge, clock
        self._mailbox = mailbox
        self._clerk = Clerk(judge)
        self._intake = Intake(judge)
        self._courier = Courier(judge, MaildirTransport(mailbox))
        self.people: dict[str, Person] = {}

    def tell(self, name: str, text: str, *, to: Received | None = None) -> str:
        """Return the judge's answer to this mail, a reply to `to` or the latest. Codes are confirmed at once."""
        said = self._asked(name, text, to)
        return self._asked(name, f"CONFIRM {said.code}", said).text if said.code else said.text

    def latest(self, name: str, words: str = "") -> Received:
        """The latest mail with these words in its subject. LookupError if there is none."""
        return self.people[name].last(lambda mail: words in mail.subject)

    def pass_time(self, **by: float) -> None:
        """`pass_time(hours=25)`: deadlines come, and what is due is done."""
        self.clock.advance(timedelta(**by))
        outage.note_awake(self.judge)
        self._settle()

    def register(self, name: str) -> None:
        """Somebody comes to this judge, proves the address and notes the KEY."""
        address, judge = f"{name.lower()}@example.org", self.judge.settings.address
        who = self.people[name] = Person(name, address, judge, ("", 0), self._mailbox, table=self)
        who.write(f"REGISTER {name}")
        who.reply(who.last(), "Yes, this is me.")
        who.key = who.last(lambda mail: mail.key != "").key

    def take_in(self, sender: str, recipient: str, raw: bytes) -> None:
        """Accept a mail, and do all that it leads to."""
        self._intake.accept(sender, (recipient,), raw)
        self._settle()

    def _asked(self, name: str, text: str, to: Received | None) -> Received:
        who = self.people[name]
        return who.answer_to(who.reply(to or who.last(), text, with_key=True))

    def _settle(self) -> None:
        """Everything that is due is done, and all mail is delivered."""
        self._clerk.work_off()
        self._courier.deliver()


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
