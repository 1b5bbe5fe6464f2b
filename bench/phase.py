"""What an order mail and a due phase cost: sheets read, filed and answered; and a phase of Payola, from its claim to
the queued mail: cut, adjudicated, eight letters written, without a map. Seven players, a GameMaster; SQLite with
synchronous=FULL, and a PostgreSQL server.

Statements are those that a driver is sent, BEGIN among them where it takes the write lock; of a mail that comes alone
they hold the clerk's whole round, from finding it to finding nothing more.
"""

from __future__ import annotations

import gc
import logging
import tempfile
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench._server import Cost, postgresql
from judge.app import open_judge
from judge.clock import SetClock
from judge.mailbox.intake import Intake
from judge.settings import Settings
from judge.store import secret
from judge.store.migrate import migrate
from judge.store.nodes import Node
from judge.workers.clerk import Clerk
from tests.durability.table_of_eight import SHEETS, mail_of, seat_the_table
from tests.support.house import HOST_SECRET

PLAYED_FIRST = 6
"""Phases that are played before any is measured: two years."""
ROUNDS = 12
PHASE = timedelta(seconds=5)  # a little longer than the table's phases


def measure(database: str) -> tuple[Cost, Cost, Cost]:
    """An order mail that comes alone; one of seven that come together; a due phase. `database`: the URL of a PostgreSQL
    database, or nothing.
    """
    logging.getLogger("judge").setLevel(50)
    alone, together, phase = Cost(), Cost(), Cost()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        settings = Settings(
            database=database or f"sqlite:///{folder}/judge.db",
            creators="*",
            replies_per_hour=1_000_000,
            secret_file=folder / "judge.secret",
            map_width=0,
        )
        if not database:
            migrate(settings.database)
        seats = seat_the_table(settings.database, folder, live=True)
        if secret.read(settings) is None:
            secret.write(secret.file_for(settings), HOST_SECRET)
        clock = SetClock(datetime.now(UTC))
        judge = open_judge(settings, clock)
        stack.callback(judge.db.close)
        clerk, intake = Clerk(judge, stack.enter_context(Node(judge.db, "serve"))), Intake(judge)
        clerk.work_off()
        gc.freeze()  # as the daemon does

        def send(power: str) -> None:
            mail = mail_of(seats[power], "\n".join(SHEETS[power]), to=settings.address)
            intake.accept(mail.sitter.address, (mail.to,), mail.raw)

        for number in range(PLAYED_FIRST + ROUNDS):
            if number == PLAYED_FIRST:  # phases of each kind have loaded what they need
                alone, together, phase = Cost(), Cost(), Cost()
            send("AUSTRIA")
            alone.add(judge, clerk.work_off)
            for power in SHEETS:
                send(power)
            together.add(judge, clerk.work_off, len(SHEETS))
            clock.advance(PHASE)
            phase.add(judge, clerk.work_off)
    logging.getLogger("judge").setLevel(logging.NOTSET)
    return alone, together, phase


def rows() -> list[tuple[str, str, str]]:
    """(what, measured, target) for `make bench`."""
    measured = []
    with postgresql() as server:
        for kind, url in (("SQLite", ""), ("PostgreSQL", server)):
            alone, together, phase = measure(url)
            speed = f"{together.pieces / together.wall:.0f} a second"
            measured += [
                (f"an order mail alone: read, filed, answered, {kind}", alone.each(), "14 statements"),
                (f"one of seven that come together, {kind}", together.each(), "14 statements"),
                (f"sheets read, filed and answered, {kind}", speed, "200 a second"),
                (f"a due phase, claim to queued mail, 7 players, {kind}", phase.each(), ""),
            ]
    return measured
