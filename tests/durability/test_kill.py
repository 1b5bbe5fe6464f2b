"""Promises 1 and 2 under fire: a busy game of Payola with the real daemon, which is killed at random moments and
started again. Row D1, by chance instead of by design.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator

import pytest

from judge.store.engine import Database, open_database
from tests.durability.books import check, delivered
from tests.durability.busy_game import SEED, all_read, another_is_read, busy, deliver_the_rest, goes_on, mails
from tests.durability.served import Host, Served
from tests.durability.table_of_eight import MOST_MAILS, Sitter
from tests.support.soaking import stride

KILLS = stride(7, 3)
PAUSE = stride(15, 30) / 100
SHARED = stride(MOST_MAILS, 10)
"""Mails of each writer to two daemons at most."""


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = open_database(database_url)
    yield opened
    opened.close()


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
    with busy(seats, daemons, database, PAUSE, SHARED) as writers:
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
