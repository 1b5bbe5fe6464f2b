"""`judge demo`: Payola by real mail through the real daemon on this machine: one phase, or with --play the reader's own
game, line by line in the terminal, against programs.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import click
from rich.console import Console
from rich.panel import Panel
from rich.text import Text
from sqlalchemy import exists, select

from judge.cli.console import table
from judge.cli.errors import Failed
from judge.clock import SystemClock
from judge.store.engine import Database
from judge.store.tables import Game, InboundRow, OutboundRow
from judge.testing.correspondent import Correspondent, Received
from judge.workers.scheduler import work_due

YOU = "You"
PATIENCE_SECONDS = 300
UNREAD = exists().where(InboundRow.status == "new")
UNSENT = exists().where(OutboundRow.status.in_(("queued", "claimed")))
HOW = (
    "Write your orders, one on each line, and an empty line to mail them. NO ORDERS goes on without any, HINT shows "
    "what a program would write, HELP everything else. QUIT ends it."
)


def play(console: Console, folder: Path, server: tuple[str, int], wanted: str) -> None:
    """Play from the first mail to the last; `wanted`: what is behind PRACTICE. Ends with QUIT, or with the input."""
    you = Correspondent(YOU, "you@example.org", "judge@judge.localhost", server, folder / "mail")
    inbox = _Inbox(console, you, Database(f"sqlite:///{folder / 'judge.db'}"))
    console.print(f"You mail the judge for the first time: [bold]PRACTICE {wanted}[/bold]")
    you.write(f"PRACTICE {wanted}")
    inbox.show_news()
    console.print("You answer that this is your address.")
    you.reply(you.last(), "It is me.")
    inbox.show_news()
    console.print(HOW)
    for lines in _mails(console):
        you.reply(inbox.newest(), "\n".join(lines))
        inbox.show_news()
        if inbox.is_over():
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


class _Inbox:
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
            if work_due(session, SystemClock().now()):
                return False
            return not session.execute(select(UNREAD | UNSENT)).scalar_one()

    def newest(self) -> Received:
        """The game's newest letter that can be answered with orders; the newest of all if there is no game."""
        query = select(OutboundRow.message_id).where(
            OutboundRow.recipient == self._you.address,
            OutboundRow.game_id.is_not(None),
            OutboundRow.status == "sent",
            OutboundRow.purpose.not_in(("reply", "code", "press")),
        )
        with self._database.reading() as session:
            found = session.scalar(query.order_by(OutboundRow.id.desc()).limit(1))
        return self._you.last(lambda mail: found in (None, str(mail.message["Message-ID"])))

    def is_over(self) -> bool:
        with self._database.reading() as session:
            return bool(session.execute(select(exists().where(Game.status == "ended"))).scalar_one())


PLAYERS = tomllib.loads(files("judge.cli.tools").joinpath("demo.toml").read_text("utf-8"))["player"]
MASTER = "Manus"
GAME = "demo"
EARLY_SECONDS = 15


@click.command()
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("demo"),
    show_default=True,
    help="Where the database and the Maildirs go; an earlier demo there is removed.",
)
@click.option(
    "--play",
    "wanted",
    is_flag=False,
    flag_value="payola AS FRANCE",
    help="Play yourself, line by line in this terminal, against programs: payola, or what PRACTICE takes.",
)
def demo(folder: Path, wanted: str | None) -> None:
    """Play one phase of Payola Diplomacy by mail, and show what everybody was mailed."""
    console = Console(highlight=False)
    _make_way(folder)
    if wanted is not None:
        with _daemon(folder, console) as server:
            play(console, folder, server, wanted)
        return
    console.rule("[bold]A phase of Payola Diplomacy, by e-mail")
    with _daemon(folder, console) as server:
        Play(console, folder, server).run()
    console.print(f"\nAll mails lie in [bold]{folder.resolve() / 'mail'}[/bold], a Maildir for each person.")
    console.print(f"Look around: JUDGE_DATABASE=sqlite:///{folder / 'judge.db'} {sys.argv[0]} show {GAME}")


def _make_way(folder: Path) -> None:
    if not folder.exists():
        folder.mkdir(parents=True)
    elif (folder / "judge.db").exists() or not any(folder.iterdir()):
        shutil.rmtree(folder)
        folder.mkdir()
    else:
        raise Failed(f"{folder} holds something that is no demo: name another with --folder")


@contextmanager
def _daemon(folder: Path, console: Console) -> Iterator[tuple[str, int]]:
    """A judge of its own in a process of its own; yields where it listens."""
    settings = {
        "JUDGE_DATABASE": f"sqlite:///{folder / 'judge.db'}",
        "JUDGE_LISTEN": "127.0.0.1:0",
        "JUDGE_RELAY": f"maildir:{folder / 'mail'}",
        "JUDGE_CREATORS": _address(MASTER),
        "JUDGE_POLL_SECONDS": "0.1",
        "JUDGE_FINAL_PAUSE_SECONDS": "0",
    }
    kept: Mapping[str, str] = {name: value for name, value in os.environ.items() if not name.startswith("JUDGE_")}
    environment = {**kept, **settings, "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "judge"]
    subprocess.run([*command, "migrate"], env=environment, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
    log = folder / "judge.log"
    with (
        log.open("w") as errors,
        subprocess.Popen(  # noqa: S603
            [*command, "serve"], env=environment, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        line = process.stdout.readline() if process.stdout else ""
        found = re.search(r"listens on (\S+):(\d+)\.", line)
        if found is None:
            process.kill()
            raise Failed(f"the daemon did not start; see {log}")
        console.print(f"[dim]{line.strip()}[/dim]")
        try:
            yield found[1], int(found[2])
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)


def _address(name: str) -> str:
    return f"{name.lower()}@example.org"


class Play:
    """What the eight people do."""

    def __init__(self, console: Console, folder: Path, server: tuple[str, int]) -> None:
        self._console = console
        self._database = Database(f"sqlite:///{folder / 'judge.db'}")
        roles = {player["role"]: player["name"] for player in PLAYERS} | {MASTER: MASTER}
        self.people = {
            role: Correspondent(name, _address(name), "judge@judge.localhost", server, folder / "mail")
            for role, name in roles.items()
        }
        self._sheets = {player["role"]: player["sheet"] for player in PLAYERS}

    def run(self) -> None:
        self._step("Eight people register, and prove their addresses by answering.")
        for who in self.people.values():
            who.write(f"REGISTER {who.name}")
        for who in self.people.values():
            who.reply(self._letter(who, "welcome"), "It is me.")
        for who in self.people.values():
            who.key = who.wait_for(lambda mail: mail.key != "").key
        self._step(
            f"{MASTER} creates a game whose phases end {EARLY_SECONDS} seconds after everybody has written. "
            "Seven join, and the game starts."
        )
        create = f"CREATE PAYOLA {GAME}\nearly {EARLY_SECONDS}s\ntitle Silver and Lies\nEND CREATE"
        self.tell_as_master(create)
        self._ask({role: f"JOIN {GAME} AS {role}" for role in self._sheets}, Correspondent.last)
        self.tell_as_master(f"GAME {GAME}\nSTART")
        self._show("What Fleur (France) reads", self._opening(self.people["FRANCE"]).text)
        self._step("Seven offer sheets. Greta has mistyped a province; Edward also sets an acceptance list.")
        answers = self._ask(self._sheets, self._opening)
        self._show("The judge's answer to Greta (Germany)", answers["GERMANY"].text)
        self._spend()
        self._results()
        rows = [(who.name, len(who.inbox()), who.last().subject) for who in self.people.values()]
        self._console.print(table(("Who", "Mails", "The last one"), rows))

    def tell_as_master(self, text: str) -> None:
        """Write with the KEY above it, so that nothing needs a code, and wait for the answer."""
        master = self.people[MASTER]
        master.answer_to(master.reply(master.last(), text, with_key=True))

    def _step(self, text: str) -> None:
        self._console.print(f"\n[bold green]*[/bold green] {text}")

    def _show(self, title: str, text: str) -> None:
        self._console.print(Panel(Text(text.strip("\n")), title=title, title_align="left", border_style="blue"))

    def _letter(self, who: Correspondent, purpose: str) -> Received:
        """Wait for a letter of this purpose, by the daemon's own record of what it has sent."""
        sent = select(OutboundRow.id).where(OutboundRow.recipient == who.address, OutboundRow.purpose == purpose)

        def wanted(mail: Received) -> bool:
            with self._database.reading() as session:
                is_of = sent.where(OutboundRow.message_id == str(mail.message["Message-ID"]))
                return session.execute(is_of).first() is not None

        return who.wait_for(wanted, PATIENCE_SECONDS)

    def _opening(self, who: Correspondent) -> Received:
        return self._letter(who, "started")

    def _ask(self, texts: Mapping[str, str], to: Callable[[Correspondent], Received]) -> dict[str, Received]:
        """All write, each in answer to a letter of theirs. Return what they are answered."""
        sent = {role: self.people[role].reply(to(self.people[role]), text) for role, text in texts.items()}
        return {role: self.people[role].answer_to(number) for role, number in sent.items()}

    def _spend(self) -> None:
        self._step("Rosa sends Turkey 5 silver pieces. That cannot be undone, so the judge asks first.")
        rosa = self.people["RUSSIA"]
        rosa.reply(self._opening(rosa), "TRANSFER 5 TO TURKEY")
        asked = rosa.wait_for(lambda mail: mail.code != "")
        self._show("What Rosa is asked", asked.text)
        rosa.answer_to(rosa.reply(asked, f"CONFIRM {asked.code}"))
        self._show("What Timur (Turkey) is told", self._letter(self.people["TURKEY"], "news").text)

    def _results(self) -> None:
        self._step("Everybody has written, and waits for the end of the phase.")
        start = time.monotonic()
        results = {role: self._letter(self.people[role], "results") for role in self._sheets}
        self._console.print(f"[dim]The results came after {time.monotonic() - start:.1f} s.[/dim]")
        first, *rest = results
        self._show(f"All that {self.people[first].name} ({first.title()}) was mailed", results[first].text)
        for role in rest:
            _, found, private = results[role].text.partition("ONLY FOR YOU")
            text = found + private.partition("\n====")[0] if found else results[role].text
            self._show(f"What only {self.people[role].name} ({role.title()}) reads", text)
