"""Promises 1 and 2 under fire: a busy game of Payola with the real daemon, which is killed at random moments and
started again. Row D1, by chance instead of by design.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from sqlalchemy import func, select

from judge.app import open_judge
from judge.clock import SetClock
from judge.outgoing.delivery import LEASE
from judge.relay.transport import transport_for
from judge.settings import Settings
from judge.store.engine import Database, open_database
from judge.store.tables import InboundRow, PhaseRow
from judge.workers.courier import deliver_due
from tests.durability.books import check, delivered
from tests.durability.served import Host, Served
from tests.durability.table_of_eight import Mail, Sitter, Writer, players_text
from tests.support.soaking import stride

JUDGE = Settings().address
SEED = 1901
KILLS = stride(7, 3)
PAUSE = stride(15, 30) / 100
MASTERS_PAUSE = 1.5
ENOUGH = 70
"""Accepted mails, whose effects can be counted."""


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = open_database(database_url)
    yield opened
    opened.close()


@contextmanager
def busy(seats: dict[str, Sitter], daemons: list[Served], database: Database, pause: float) -> Iterator[list[Writer]]:
    """All eight write, each to any of the daemons, until the end of the block."""

    def masters_text(chance: random.Random) -> tuple[str, str, tuple[int, str] | None]:
        with database.reading() as session:
            label = session.execute(select(PhaseRow.label).where(PhaseRow.closed_at.is_(None))).scalar_one()
        return chance.choice((f"PROCESS {label}", "STATUS", f"PROCESS {label}\nSTATUS")), "", None

    writers = []
    for number, (power, sitter) in enumerate(seats.items()):
        served = daemons[number % len(daemons)]
        text = players_text(sitter, JUDGE) if power else masters_text
        writers.append(
            Writer(sitter, lambda served=served: served.server, text, SEED + number, pause if power else MASTERS_PAUSE)  # type: ignore[misc]
        )
    for writer in writers:
        writer.start()
    try:
        yield writers
    finally:
        for writer in writers:
            writer.over.set()
        for writer in writers:
            writer.join(60)


def another_is_read(database: Database, patience: float = 120) -> None:
    """Returns when one mail more is read than now."""
    query = select(func.count()).where(InboundRow.status == "read")
    with database.reading() as session:
        before = session.execute(query).scalar_one()
    until = time.monotonic() + patience
    while time.monotonic() < until:
        with database.reading() as session:
            if session.execute(query).scalar_one() > before:
                return
        time.sleep(0.02)
    raise AssertionError("the daemon reads no mail")


def goes_on(
    database: Database, writers: list[Writer], *, phases: int = 2, enough: int = ENOUGH, patience: float = 120
) -> None:
    """Returns when enough has been written and so many phases are over; fails when that does not happen."""
    until = time.monotonic() + patience
    while True:
        with database.reading() as session:
            over = session.execute(select(func.count()).where(PhaseRow.closed_at.is_not(None))).scalar_one()
        accepted = sum(mail.accepted for mail in mails(writers))
        if over >= phases and accepted >= enough:
            return
        assert time.monotonic() < until, f"{over} phases are over and {accepted} mails accepted"
        time.sleep(0.1)


def all_read(database: Database, patience: float = 20) -> None:
    """Returns when every accepted mail is read, however slow the machine; fails when nothing is read any more."""
    unread, since = -1, time.monotonic()
    while unread:
        with database.reading() as session:
            waiting = session.execute(select(func.count()).where(InboundRow.status == "new")).scalar_one()
        if waiting != unread:
            unread, since = waiting, time.monotonic()
        assert time.monotonic() - since < patience, f"the daemon does not read its mail: {unread} are waiting"
        time.sleep(0.05)


def deliver_the_rest(host: Host) -> None:
    """Sends what is left when the leases of the dead have run out."""
    settings = Settings(database=host.database_url, relay=f"maildir:{host.mailbox}")
    judge = open_judge(settings, SetClock(datetime.now(UTC) + LEASE))
    try:
        deliver_due(judge, transport_for(settings.relay))
    finally:
        judge.db.close()


def mails(writers: list[Writer]) -> list[Mail]:
    return [mail for writer in writers for mail in writer.sent]


@pytest.mark.fault("D1")
@pytest.mark.slow_on_both("sqlite")
def test_d1_a_busy_game_survives_being_killed_at_random_moments(
    host: Host, serve: Callable[[], Served], seats: dict[str, Sitter], database: Database
) -> None:
    chance = random.Random(SEED)
    daemon = serve()
    with busy(seats, [daemon], database, PAUSE) as writers:
        for _ in range(KILLS):
            # On a busy machine the same mail could be killed three times, and be quarantined for it.
            another_is_read(database)
            time.sleep(chance.uniform(0.1, 1.6))
            daemon.kill()
            daemon.start()
        goes_on(database, writers)
    all_read(database)
    assert daemon.stop() == 0
    deliver_the_rest(host)

    found = check(database, mails(writers))
    assert sum(mail.accepted for mail in mails(writers)) > 50
    assert len(found["phases"]) > 2
    assert sum(row["kind"] == "transfer" for row in found["acts"]) > 20
    arrived = delivered(host.mailbox)
    assert set(arrived) == {row["message_id"] for row in found["outbound_mails"]}
    assert max(arrived.values()) <= 1 + KILLS


@pytest.mark.fault("T6", "O5")
@pytest.mark.slow_on_both("postgresql")
def test_t6_o5_two_daemons_and_cron_share_a_busy_game_without_one_mail_twice(
    host: Host, serve: Callable[[], Served], seats: dict[str, Sitter], database: Database
) -> None:
    daemons = [serve(), serve()]
    with busy(seats, daemons, database, PAUSE) as writers:
        for _ in range(3):
            assert host.run("tick").returncode == 0
            time.sleep(0.3)
        goes_on(database, writers, phases=1, enough=0)
    all_read(database)
    assert [daemon.stop() for daemon in daemons] == [0, 0]
    deliver_the_rest(host)

    found = check(database, mails(writers))
    assert all(mail.accepted for mail in mails(writers))
    assert len(found["phases"]) > 1
    arrived = delivered(host.mailbox)
    assert arrived == dict.fromkeys((row["message_id"] for row in found["outbound_mails"]), 1)
