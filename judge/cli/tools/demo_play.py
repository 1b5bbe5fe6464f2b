"""`judge demo --play`: its reader practices in the terminal, line by line, against programs. Each line goes by mail
through the real daemon, as anybody's does.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.panel import Panel
from rich.text import Text
from sqlalchemy import exists, select

from judge.cli.tools.correspondent import Correspondent, Received
from judge.clock import SystemClock
from judge.store.engine import Database, open_database
from judge.store.tables import InboundRow, OutboundRow
from judge.workers.desk import fallen_due

YOU = "You"
PATIENCE_SECONDS = 300
UNREAD = exists().where(InboundRow.status == "new")
UNSENT = exists().where(OutboundRow.status.in_(("queued", "claimed")))
HOW = (
    "Write your orders, one on each line, and an empty line to mail them. NO ORDERS goes on without any, HINT shows "
    "what a program would write, HELP everything else. QUIT ends it."
)


def play(console: Console, folder: Path, server: tuple[str, int], wanted: str) -> None:
    """From the first mail to the last; `wanted`: what is behind PRACTICE. Ends with QUIT, or with the input."""
    you = Correspondent(YOU, "you@example.org", "judge@judge.localhost", server, folder / "mail")
    table = _Table(console, you, open_database(f"sqlite:///{folder / 'judge.db'}"))
    console.print(f"You mail the judge for the first time: [bold]PRACTICE {wanted}[/bold]")
    you.write(f"PRACTICE {wanted}")
    table.show_news()
    console.print("You answer that this is your address.")
    you.reply(you.last(), "It is me.")
    table.show_news()
    console.print(HOW)
    for lines in _mails(console):
        you.reply(table.newest(), "\n".join(lines))
        table.show_news()
        if table.is_over():
            break


def _mails(console: Console) -> Iterator[list[str]]:
    """What the reader types, mail by mail."""
    lines: list[str] = []
    while True:
        console.print("[bold green]>[/bold green] ", end="")
        line = sys.stdin.readline()
        word = line.strip().upper()
        if not line or word == "QUIT":
            if lines:
                yield lines
            return
        if word:
            lines.append(line.rstrip("\n"))
        elif lines:
            yield lines
            lines = []


def takes_orders(mail: Received) -> bool:
    """Is it a letter of the game, and neither a reply, nor press, nor a question? An answer to press is press."""
    return mail.subject.startswith("[") and not re.match(r"\[[^]]*\] (Press from|Please confirm)\b", mail.subject)


class _Table:
    """The reader's mailbox, as far as it has been shown; `database`: the daemon's."""

    def __init__(self, console: Console, you: Correspondent, database: Database) -> None:
        self._console, self._you, self._database = console, you, database
        self._shown = 0

    def show_news(self) -> None:
        """Shows every letter that comes until the daemon has nothing left to do. TimeoutError if it never has."""
        until = time.monotonic() + PATIENCE_SECONDS
        idle = False
        while not idle:
            if time.monotonic() > until:
                raise TimeoutError(f"the daemon is still at work after {PATIENCE_SECONDS} s")
            time.sleep(0.05)
            idle = self._is_idle()
            box = self._you.inbox()
            for mail in box[self._shown :]:
                title = Text(mail.subject)
                self._console.print(Panel(Text(mail.text.strip("\n")), title=title, title_align="left"))
            self._shown = len(box)

    def _is_idle(self) -> bool:
        """Whether no mail is unread, no letter unsent, and nothing due: each transaction leaves what follows it."""
        with self._database.reading() as session:
            if fallen_due(session, SystemClock().now()):
                return False
            return not session.execute(select(UNREAD | UNSENT)).scalar_one()

    def newest(self) -> Received:
        """The game's newest letter that can be answered with orders; the newest of all if there is no game."""
        try:
            return self._you.last(takes_orders)
        except LookupError:
            return self._you.last()

    def is_over(self) -> bool:
        return "is over" in self.newest().subject
