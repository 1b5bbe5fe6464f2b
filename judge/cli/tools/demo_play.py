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

from judge.cli.tools.correspondent import Correspondent, Received

YOU = "You"
QUIET_SECONDS = 1.5
"""So long nothing has come, or twice as long as the first letter took: then it is the reader's turn."""
HOW = (
    "Write your orders, one on each line, and an empty line to mail them. NO ORDERS goes on without any, HINT shows "
    "what a program would write, HELP everything else. QUIT ends it."
)


def play(console: Console, folder: Path, server: tuple[str, int], wanted: str) -> None:
    """From the first mail to the last; `wanted`: what is behind PRACTICE. Ends with QUIT, or with the input."""
    you = Correspondent(YOU, "you@example.org", "judge@judge.localhost", server, folder / "mail")
    table = _Table(console, you)
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
    """The reader's mailbox, as far as it has been shown."""

    def __init__(self, console: Console, you: Correspondent) -> None:
        self._console, self._you = console, you
        self._shown = 0

    def show_news(self) -> None:
        """Shows every letter that comes until none does any more."""
        asked = time.monotonic()
        self._you.wait_for(lambda _: len(self._you.inbox()) > self._shown)
        # On a slow machine what follows takes longer too.
        quiet = max(QUIET_SECONDS, 2 * (time.monotonic() - asked))
        until = time.monotonic() + quiet
        while time.monotonic() < until:
            box = self._you.inbox()
            for mail in box[self._shown :]:
                title = Text(mail.subject)
                self._console.print(Panel(Text(mail.text.strip("\n")), title=title, title_align="left"))
                until = time.monotonic() + quiet
            self._shown = len(box)
            time.sleep(0.1)

    def newest(self) -> Received:
        """The game's newest letter that can be answered with orders. On a slow machine the first may be on its way."""
        return self._you.wait_for(takes_orders)

    def is_over(self) -> bool:
        return "is over" in self.newest().subject
