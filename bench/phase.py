"""Sheets read, filed and answered; and a due phase of Payola, from its claim to the queued mail: cut, adjudicated, and
eight letters written. Seven players and a GameMaster, SQLite with synchronous=FULL.
"""

from __future__ import annotations

import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import structlog

from judge.app import open_judge
from judge.clock import SetClock
from judge.conversation.intake import Intake
from judge.settings import Settings
from judge.store.migrate import migrate
from judge.workers.clerk import Clerk
from tests.durability.table_of_eight import SHEETS, mail_of, seat_the_table

ROUNDS = 10
PHASE = timedelta(seconds=5)  # a little longer than the table's phases


def measure() -> tuple[float, float]:
    """(mails read a second, milliseconds a due phase)."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"sqlite:///{folder}/judge.db", creators="*", replies_per_hour=1_000_000)
        migrate(settings.database)
        begun = datetime.now(UTC)
        seats = seat_the_table(settings.database, Path(folder), live=True)
        clock = SetClock(begun)
        judge = open_judge(settings, clock)
        clerk, intake = Clerk(judge), Intake(judge)
        clerk.work_off()
        read = phase = 0.0
        for _ in range(ROUNDS):
            for power, sheet in SHEETS.items():
                mail = mail_of(seats[power], "\n".join(sheet), to=settings.address)
                intake.accept(mail.sitter.address, (mail.to,), mail.raw)
            read += _seconds(clerk)
            clock.advance(PHASE)
            phase += _seconds(clerk)
        judge.db.close()
    structlog.reset_defaults()
    return ROUNDS * len(SHEETS) / read, phase / ROUNDS * 1000


def _seconds(clerk: Clerk) -> float:
    begun = time.perf_counter()
    if not clerk.work_off():
        raise RuntimeError("there was nothing to do")
    return time.perf_counter() - begun


def rows() -> list[tuple[str, str, str]]:
    """(what, measured, target) for `make bench`."""
    mails, phase = measure()
    return [
        ("sheets read, filed and answered", f"{mails:.0f} a second", ""),
        ("a due phase, claim to queued mail, 7 players", f"{phase:.0f} ms", ""),
    ]
