"""A busy game of Payola with real daemons: its eight sitters write until a block ends, whatever befalls the judge."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from judge.app import open_judge
from judge.clock import SetClock
from judge.outbox.delivery import LEASE
from judge.outbox.transport import transport_for
from judge.settings import Settings
from judge.store.engine import Database
from judge.store.nodes import nodes_now
from judge.store.tables import Host as HostRow
from judge.store.tables import InboundRow, PhaseRow
from judge.workers.courier import Courier
from tests.durability.served import Host, Served
from tests.durability.table_of_eight import MOST_MAILS, Mail, Sitter, Writer, players_text

JUDGE = Settings().address
SEED = 1901
MASTERS_PAUSE = 1.5
ENOUGH = 70
"""Accepted mails, whose effects can be counted."""


@contextmanager
def busy(
    seats: dict[str, Sitter], daemons: Sequence[Served], database: Database, pause: float, most: int = MOST_MAILS
) -> Iterator[list[Writer]]:
    """All eight write, each to any of the daemons, until the end of the block, or until each has written `most`."""

    def masters_text(chance: random.Random) -> tuple[str, str, tuple[int, str] | None]:
        try:
            with database.reading() as session:
                label = session.execute(select(PhaseRow.label).where(PhaseRow.closed_at.is_(None))).scalar_one()
        except DBAPIError:  # it is away just now
            return "STATUS", "", None
        return chance.choice((f"PROCESS {label}", "STATUS", f"PROCESS {label}\nSTATUS")), "", None

    writers = []
    for number, (power, sitter) in enumerate(seats.items()):
        served = daemons[number % len(daemons)]
        text = players_text(sitter, JUDGE) if power else masters_text
        between = pause if power else MASTERS_PAUSE
        writers.append(
            Writer(sitter, lambda served=served: served.server, text, SEED + number, between, most)  # type: ignore[misc]
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
    raise AssertionError(f"the daemon reads no mail: {_standing(database)}")


def _standing(database: Database) -> str:
    """What a host would look at first."""
    with database.reading() as session:
        host = session.execute(select(HostRow.stopped_at, HostRow.last_seen)).one()
        unread = session.execute(select(func.count()).where(InboundRow.status == "new")).scalar_one()
        nodes = [
            f"{each.number} seen {each.seen_at}, holds {each.first} since {each.since}" for each in nodes_now(session)
        ]
        return f"{unread} wait, stopped {host[0]}, last seen {host[1]}, nodes: {'; '.join(nodes)}"


def goes_on(
    database: Database, writers: list[Writer], *, phases: int = 2, enough: int = ENOUGH, patience: float = 120
) -> None:
    """Returns when enough has been written and so many phases are over; fails when nothing goes on any more."""
    so_far, since = (0, 0), time.monotonic()
    while True:
        with database.reading() as session:
            over = session.execute(select(func.count()).where(PhaseRow.closed_at.is_not(None))).scalar_one()
        accepted = sum(mail.accepted for mail in mails(writers))
        if over >= phases and accepted >= enough:
            return
        if (over, accepted) != so_far:
            so_far, since = (over, accepted), time.monotonic()
        assert time.monotonic() - since < patience, f"{over} phases are over and {accepted} mails accepted"
        time.sleep(0.1)


def all_read(database: Database, patience: float = 120) -> None:
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
        Courier(judge, transport_for(settings)).deliver()
    finally:
        judge.db.close()


def mails(writers: list[Writer]) -> list[Mail]:
    return [mail for writer in writers for mail in writer.sent]
