"""Hours of trouble: rounds of a busy game with real daemons, on a server whose clock can be set, and something befalls
them every few seconds. They are killed, frozen, cut off from the database, and the clock jumps.

    JUDGE_SOAK=1 python -m tests.soak.trouble postgresql --minutes 60

Four daemons share a PostgreSQL; on SQLite there is one, with the commands that cron and a host run beside it. After
each round every accepted mail has been acted on once and answered once, money and phases add up, each phase played
again leads where it led, and no letter has come twice but between the relay and its mark. PostgreSQL's clock is set by
Debian's `libfaketime`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import select, text

from judge.outbox.delivery import BATCH
from judge.store.engine import Database, make_engine
from judge.store.migrate import migrate
from judge.store.secret import DEFAULT_NAME
from judge.store.tables import Host as HostRow
from tests.durability.books import check, delivered
from tests.durability.busy_game import all_read, another_is_read, busy, deliver_the_rest, mails
from tests.durability.served import SECRET, Host, Served
from tests.durability.table_of_eight import seat_the_table
from tests.durability.test_connections_lost import END_ALL
from tests.support import postgres, postgres_guard, soaking

NODES = {"postgresql": 4, "sqlite": 1}
ROUND_SECONDS = 240.0
PAUSE = 2.0
"""Seconds between two mails of one of seven, on average."""
CALM = (1.0, 6.0)
PATIENCE = 180
JUMPS = Path(__file__).with_name("jumps")
FAKETIME = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")
BESIDE = (("tick",), ("deliver",), ("doctor",), ("games",))


@dataclass
class SettableClock:
    """What the clock that counts says beside the right time, in whole seconds: PostgreSQL's own, or the judge's."""

    file: Path

    def __post_init__(self) -> None:
        self.set(0)

    def set(self, by: int) -> None:
        self.file.write_text(f"{by:+d}")
        self.file.chmod(0o644)

    def servers(self) -> Mapping[str, str]:
        """The environment of a PostgreSQL whose clock this is."""
        return {
            "LD_PRELOAD": str(FAKETIME),
            "FAKETIME_TIMESTAMP_FILE": str(self.file),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",  # nobody can set the uptime
        }

    def judges(self) -> Mapping[str, str]:
        """The environment of a judge on SQLite whose clock this is."""
        return {"PYTHONPATH": str(JUMPS), "WRONG_BY": str(self.file)}


@dataclass
class Round:
    """One game, and what befalls its judge."""

    host: Host
    daemons: list[Served]
    database: Database
    clock: SettableClock
    chance: random.Random
    count: Counter[str] = field(default_factory=Counter)

    def troubles(self) -> list[Callable[[], None]]:
        away = self.locked if self.host.database_url.startswith("sqlite") else self.cut_off
        return [self.killed, self.killed, self.frozen, away, self.clock_moved, self.clock_jumped, self.beside]

    def killed(self) -> None:
        """One of them, or now and then all at once."""
        hit = self.daemons if self.chance.random() < 0.2 else [self.chance.choice(self.daemons)]
        for each in hit:
            each.kill()
        for each in hit:
            each.start()

    def frozen(self) -> None:
        """For longer than what it holds is kept for it, or not."""
        hit = self.chance.choice(self.daemons)
        hit.freeze()
        time.sleep(self.chance.uniform(1, 20))
        hit.thaw()

    def cut_off(self) -> None:
        """The server ends every connection, as it does when it is restarted."""
        engine = make_engine(self.host.database_url).execution_options(isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(END_ALL))
        engine.dispose()

    def locked(self) -> None:
        """Somebody else writes to the file, for longer than one waits for it or not."""
        with self.database.writing():
            time.sleep(self.chance.uniform(1, 8))

    def clock_moved(self) -> None:
        """By less than what stops a judge."""
        self.clock.set(self.chance.choice((-40, -15, 15, 40)))
        time.sleep(self.chance.uniform(2, 8))
        self.clock.set(0)

    def clock_jumped(self) -> None:
        """Until the host sets it right and says so. Meanwhile nothing is adjudicated (fault T4)."""
        self.clock.set(self.chance.choice((-3, 3)) * 3600)
        if self._comes_to_a_stop():
            before = self._phases()
            time.sleep(self.chance.uniform(2, 5))
            assert self._phases() == before, "a phase was adjudicated by a clock that had jumped"
        self.clock.set(0)
        time.sleep(2)
        self.resumed()

    def resumed(self) -> None:
        """The host has read that the judge waits for them, if it does: at a clock that jumped, or was set right."""
        if self._is_stopped():
            self.count["stopped by a jump"] += 1
            assert self.host.run("resume").returncode == 0

    def beside(self) -> None:
        """The commands of cron and of the host."""
        for command in self.chance.sample(BESIDE, 2):
            self.host.run(*command)

    def _phases(self) -> int:
        with self.database.reading() as session:
            return int(session.execute(text("SELECT count(*) FROM phases")).scalar_one())

    def _is_stopped(self) -> bool:
        with self.database.reading() as session:
            return session.execute(select(HostRow.stopped_at)).scalar_one() is not None

    def _comes_to_a_stop(self) -> bool:
        for _ in range(50):
            if self._is_stopped():
                return True
            time.sleep(0.2)
        return False

    def play(self, seconds: float, seats: dict[str, object]) -> None:
        """Trouble for so long, and then the books."""
        over = time.monotonic() + seconds
        with busy(seats, self.daemons, self.database, PAUSE, most=sys.maxsize) as writers:  # type: ignore[arg-type]
            while time.monotonic() < over:
                self.resumed()
                another_is_read(self.database, PATIENCE)
                time.sleep(self.chance.uniform(*CALM))
                trouble = self.chance.choice(self.troubles())
                self.count[trouble.__name__] += 1
                trouble()
        self.resumed()
        all_read(self.database, PATIENCE)
        assert [each.stop() for each in self.daemons] == [0] * len(self.daemons)
        deliver_the_rest(self.host)
        found = check(self.database, mails(writers))
        arrived = delivered(self.host.mailbox)
        assert [_fate(row) for row in found["outbound_mails"] if row["message_id"] not in arrived] == []
        twice = sum(arrived.values()) - len(arrived)
        # Of whoever was hit, what its courier had sent in the last second and not marked.
        hit = sum(self.count[name] for name in ("killed", "frozen", "cut_off", "locked")) * len(self.daemons)
        assert twice <= hit * BATCH, f"{twice} letters came twice"
        self.count += Counter(
            {
                "mails accepted": sum(mail.accepted for mail in mails(writers)),
                "letters": len(arrived),
                "letters twice": twice,
                "phases": len(found["phases"]) - 1,
            }
        )


def _fate(row: Mapping[str, Any]) -> str:
    """Why a letter may not have been sent."""
    told = ("id", "purpose", "status", "trouble", "attempts", "made_at", "next_try", "claimed_by", "claimed_until")
    return ", ".join(f"{name} {row[name]}" for name in told)


@contextmanager
def databases(kind: str, folder: Path, clock: SettableClock) -> Iterator[Callable[[str], str]]:
    """Makes a database by its name; on PostgreSQL the clock that counts is the server's."""
    if kind == "sqlite":

        def file(name: str) -> str:
            url = f"sqlite:///{folder / name}.db"
            migrate(url)
            return url

        yield file
        return
    mark = postgres.hold_run(folder)
    (folder / postgres_guard.ENVIRONMENT).write_text(json.dumps(clock.servers()))
    try:
        with ExitStack() as stack:
            yield lambda name: stack.enter_context(postgres.new_database(folder, name))
    finally:
        postgres.end_run(folder, mark)


def trouble(kind: str, minutes: float, seed: int) -> Counter[str]:
    """Rounds until the time is over; what befell the judge, and what was played meanwhile."""
    until = time.monotonic() + minutes * 60
    total: Counter[str] = Counter()
    folder = Path(tempfile.mkdtemp(prefix="judge_trouble_"))
    folder.chmod(0o755)
    clock = SettableClock(folder / "clock")
    with databases(kind, folder, clock) as new:
        number = 0
        while time.monotonic() < until:
            home = folder / f"round{number}"
            home.mkdir()
            url = new(f"round{number}")
            os.environ[SECRET] = str(home / DEFAULT_NAME)
            seats = seat_the_table(url, home, live=True)
            host = Host(url, home)
            host.environment.update({"JUDGE_POLL_SECONDS": "0.5", "JUDGE_MAP_WIDTH": "0"})
            if kind == "sqlite":
                host.environment.update(clock.judges())
            daemons = [Served(host) for _ in range(NODES[kind])]
            database = Database(url)
            try:
                for each in daemons:
                    each.start()
                played = Round(host, daemons, database, clock, random.Random(seed + number))
                played.play(min(ROUND_SECONDS, until - time.monotonic() + 1), dict(seats))
            finally:
                clock.set(0)
                for each in daemons:
                    each.thaw()
                    each.kill()
                database.close()
            total += played.count
            number += 1
            sys.stdout.write(f"after {number} rounds: {dict(total)}\n")
            sys.stdout.flush()
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=sorted(NODES))
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1901)
    given = parser.parse_args()
    if not soaking.WHOLE:
        parser.error("set JUDGE_SOAK=1: the daemons must be processes of their own")
    if not FAKETIME.exists():
        parser.error("the clocks are set by libfaketime: apt-get install faketime")
    trouble(given.kind, given.minutes, given.seed)


if __name__ == "__main__":
    main()
