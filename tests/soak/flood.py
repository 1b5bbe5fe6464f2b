"""A flood of hostile mails, and how long everybody else waits for an answer meanwhile.

    JUDGE_SOAK=1 python -m tests.soak.flood postgresql --nodes 2 [--mails 200] [--strangers] [KIND ...]

Each kind of tests/support/hostile_mails.py comes from somebody with a leaked letter of FRANCE at oslo, in four sizes,
to real daemons with their default bounds; or from as many strangers. Meanwhile another player of oslo and one of
another game write, one mail at a time, and look for the answer. It fails where one of them would wait too long on a
machine that does nothing else: no longer than the daemons use the processor meanwhile, and pause.
"""

from __future__ import annotations

import argparse
import itertools
import os
import smtplib
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from bench.hostile import mail
from judge.settings import Settings
from judge.store.engine import Database
from judge.store.secret import DEFAULT_NAME
from judge.testing.correspondent import Correspondent
from tests.durability.busy_game import all_read
from tests.durability.served import SECRET, Host, Served
from tests.durability.story import shift
from tests.soak.trouble import SettableClock, databases
from tests.support.hostile_mails import SEATS
from tests.support.house import open_house
from tests.support.table_of_seven import PLAYERS, Seven, seven

SIZES = (2_000, 20_000, 200_000, 700_000)
"""Octets; base64 makes a million of the last."""

HANDS = 4
"""Connections by which the mails come."""

SECONDS = 5.0
"""How long nobody else shall wait."""

PAUSES = 2 * Settings().poll_seconds
"""So long the clerk and the courier may pause before they find a mail."""

PATIENCE = 600
FLOODED, SPARED = "oslo", "bergen"
VICTIM = "FRANCE"
USUAL = ("JUDGE_REPLIES_PER_HOUR", "JUDGE_POLL_SECONDS")
"""Settings that a test changes, and a flood leaves as they are."""


@dataclass
class Waits:
    """Seconds, of each mail of those who share a game: until it was accepted, from then until it was answered, and how
    long that would take if the daemons had the machine for themselves.
    """

    accepted: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    undisturbed: list[float] = field(default_factory=list)


@dataclass
class Bystander(threading.Thread):
    """Writes one mail after another, each by another of these players, once that before it is answered."""

    people: Sequence[Correspondent]
    cpu: Callable[[], float]
    over: threading.Event
    waits: Waits = field(default_factory=Waits)

    def __post_init__(self) -> None:
        super().__init__(daemon=True)

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        for who in itertools.cycle(self.people):
            letter = who.last(lambda each: "has begun" in each.subject)
            begun, spent = time.monotonic(), self.cpu()
            message_id = who.reply(letter, "SHOW")
            accepted = time.monotonic()
            who.answer_to(message_id, PATIENCE)
            self.waits.accepted.append(accepted - begun)
            self.waits.answered.append(time.monotonic() - accepted)
            self.waits.undisturbed.append(min(time.monotonic() - begun, self.cpu() - spent + PAUSES))
            if self.over.wait(0.5):
                return


def _tables(url: str, folder: Path) -> list[Seven]:
    with open_house(url, folder) as house:
        others = {power: f"{name}B" for power, name in PLAYERS.items()}
        tables = [seven(house, name=FLOODED), seven(house, name=SPARED, cast=others)]
        shift(house.judge.db, datetime.now(UTC) - house.clock.now())
    return tables


def _pour(mails: Iterator[bytes], to: str, servers: Iterator[tuple[str, int]]) -> None:
    taking = threading.Lock()

    def hand() -> None:
        while True:
            with taking:
                raw, server = next(mails, b""), next(servers)
            if not raw:
                return
            while not _is_taken(raw, to, server):
                time.sleep(1)

    hands = [threading.Thread(target=hand) for _ in range(HANDS)]
    for each in hands:
        each.start()
    for each in hands:
        each.join()


def _is_taken(raw: bytes, to: str, server: tuple[str, int]) -> bool:
    """Whether the mail was accepted, or refused for good: else its mail system tries again."""
    with smtplib.SMTP(*server, timeout=PATIENCE) as smtp:
        try:
            smtp.sendmail("x@elsewhere.example", [to], raw)
        except smtplib.SMTPResponseException as refusal:
            return refusal.smtp_code >= 500
    return True


def _cpu(daemons: Sequence[Served]) -> float:
    """Seconds of the processor that they have used."""
    stats = [Path(f"/proc/{each.pid}/stat").read_text().rpartition(")")[2].split() for each in daemons]
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")


@contextmanager
def _serving(host: Host, nodes: int) -> Iterator[list[Served]]:
    daemons = [Served(host) for _ in range(nodes)]
    try:
        for each in daemons:
            each.start()
        yield daemons
    finally:
        for each in daemons:
            each.kill()


def flood(
    kind: str, url: str, home: Path, nodes: int, count: int, *, by_strangers: bool = False
) -> tuple[Waits, Waits, float]:
    """The waits at the flooded table and at the other; seconds of the processor that each mail took."""
    os.environ[SECRET] = str(home / DEFAULT_NAME)
    tables = _tables(url, home)
    host = Host(url, home)
    for name in USUAL:
        del host.environment[name]
    victim, to = tables[0].players[VICTIM].address, tables[0].results(VICTIM).reply_to.rpartition("<")[2].strip(">")
    if by_strangers:
        to = tables[0].house.judge.settings.address
    over = threading.Event()
    with _serving(host, nodes) as daemons:
        servers = itertools.cycle([each.server for each in daemons if each.server is not None])
        bystanders = []
        for table in tables:
            others = [
                Correspondent(who.name, who.address, who.judge, next(servers), who.mailbox, who.key)
                for power, who in table.players.items()
                if power != VICTIM
            ]
            bystanders.append(Bystander(others, partial(_cpu, daemons), over))
        for each in bystanders:
            each.start()
        before = _cpu(daemons)
        bodies = (SEATS[kind](SIZES[number % len(SIZES)]) for number in range(count))
        raws = (
            mail(f"x{number}@example.org" if by_strangers else victim, number, *body)
            for number, body in enumerate(bodies)
        )
        _pour(raws, to, servers)
        database = Database(url)
        all_read(database, PATIENCE)
        database.close()
        spent = _cpu(daemons) - before
        over.set()
        for each in bystanders:
            each.join(PATIENCE)
    mine, theirs = (each.waits for each in bystanders)
    return mine, theirs, spent / count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("database", choices=("sqlite", "postgresql"))
    parser.add_argument("kinds", nargs="*", default=sorted(SEATS), metavar="KIND")
    parser.add_argument("--nodes", type=int, default=1)
    parser.add_argument("--mails", type=int, default=200)
    parser.add_argument("--strangers", action="store_true")
    given = parser.parse_intermixed_args()
    folder = Path(tempfile.mkdtemp(prefix="judge_flood_"))
    folder.chmod(0o755)
    slow = 0
    with ExitStack() as stack:
        new = stack.enter_context(databases(given.database, folder, SettableClock(folder / "clock")))
        for number, kind in enumerate(given.kinds):
            home = folder / str(number)
            home.mkdir()
            url = new(f"flood{number}")
            waits = flood(kind, url, home, given.nodes, given.mails, by_strangers=given.strangers)
            slow += _told(f"{kind}, {given.database}, {given.nodes} nodes", *waits)
    return min(slow, 1)


def _told(what: str, mine: Waits, theirs: Waits, cpu: float) -> bool:
    """Tell the longest waits; whether one is too long."""
    waits = [max(wait) for each in (mine, theirs) for wait in (each.accepted, each.answered, each.undisturbed)]
    told = "{:.1f} s accepted, {:.1f} s answered, {:.1f} s undisturbed; another table: {:.1f}, {:.1f}, {:.1f} s"
    told = told.format(*waits)
    count = len(mine.answered) + len(theirs.answered)
    sys.stdout.write(f"{what}: {told}; {count} answers; {cpu:.2f} s CPU a mail; load {os.getloadavg()[0]:.1f}\n")
    sys.stdout.flush()
    return max(mine.undisturbed + theirs.undisturbed) > SECONDS


if __name__ == "__main__":
    sys.exit(main())
