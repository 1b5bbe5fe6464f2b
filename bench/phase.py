"""What an order mail and a due phase cost: sheets read, filed and answered; and a phase of Payola, from its claim to
the queued mail: cut, adjudicated, eight letters written. Seven players, a GameMaster, SQLite with synchronous=FULL.

Statements are those that a driver is sent, BEGIN among them where it takes the write lock; of a mail that comes alone
they hold the clerk's whole round, from finding it to finding nothing more.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import structlog
from sqlalchemy import event

from judge.app import Judge, open_judge
from judge.clock import SetClock
from judge.conversation.intake import Intake
from judge.settings import Settings
from judge.store.migrate import migrate
from judge.workers.clerk import Clerk
from tests.durability.table_of_eight import SHEETS, mail_of, seat_the_table

ROUNDS = 10
PHASE = timedelta(seconds=5)  # a little longer than the table's phases


@dataclass
class Cost:
    """Of some pieces of work, together: seconds on the wall and of this process's CPU, statements, commits."""

    pieces: int = 0
    wall: float = 0.0
    cpu: float = 0.0
    statements: int = 0
    commits: int = 0

    def add(self, judge: Judge, work: Callable[[], int], pieces: int = 1) -> None:
        """What this work costs, which must find something to do."""

        def sent(*_: object) -> None:
            self.statements += 1

        def committed(_: object) -> None:
            self.commits += 1

        event.listen(judge.db.engine, "before_cursor_execute", sent)
        event.listen(judge.db.engine, "commit", committed)
        wall, cpu = time.perf_counter(), time.process_time()
        done = work()
        self.wall += time.perf_counter() - wall
        self.cpu += time.process_time() - cpu
        event.remove(judge.db.engine, "before_cursor_execute", sent)
        event.remove(judge.db.engine, "commit", committed)
        if not done:
            raise RuntimeError("there was nothing to do")
        self.pieces += pieces

    def each(self) -> str:
        """A piece's share."""
        wall, cpu = (1000 * total / self.pieces for total in (self.wall, self.cpu))
        statements, commits = (total / self.pieces for total in (self.statements, self.commits))
        return f"{wall:.1f} ms, {cpu:.1f} ms CPU, {statements:.1f} statements, {commits:.1f} commits"


def measure() -> tuple[Cost, Cost, Cost]:
    """An order mail that comes alone; one of seven that come together; a due phase."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    alone, together, phase = Cost(), Cost(), Cost()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"sqlite:///{folder}/judge.db", creators="*", replies_per_hour=1_000_000)
        migrate(settings.database)
        seats = seat_the_table(settings.database, Path(folder), live=True)
        clock = SetClock(datetime.now(UTC))
        judge = open_judge(settings, clock)
        clerk, intake = Clerk(judge), Intake(judge)
        clerk.work_off()

        def send(power: str) -> None:
            mail = mail_of(seats[power], "\n".join(SHEETS[power]), to=settings.address)
            intake.accept(mail.sitter.address, (mail.to,), mail.raw)

        for _ in range(ROUNDS):
            send("AUSTRIA")
            alone.add(judge, clerk.work_off)
            for power in SHEETS:
                send(power)
            together.add(judge, clerk.work_off, len(SHEETS))
            clock.advance(PHASE)
            phase.add(judge, clerk.work_off)
        judge.db.close()
    structlog.reset_defaults()
    return alone, together, phase


def rows() -> list[tuple[str, str, str]]:
    """(what, measured, target) for `make bench`."""
    alone, together, phase = measure()
    return [
        ("an order mail alone: read, filed, answered", alone.each(), "14 statements"),
        ("one of seven that come together", together.each(), "14 statements"),
        ("sheets read, filed and answered", f"{together.pieces / together.wall:.0f} a second", "200 a second"),
        ("a due phase, claim to queued mail, 7 players", phase.each(), ""),
    ]
