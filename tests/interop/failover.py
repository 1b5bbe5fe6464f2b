"""`python -m tests.interop.failover`: a busy game on two daemons, whose database's primary server is killed, and
then the one that took its place. Nothing that got its 250 is lost, nothing is done twice, and nobody lends a hand.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from judge.store.engine import Database
from judge.store.migrate import migrate
from judge.store.secret import DEFAULT_NAME
from judge.store.tables import InboundRow
from tests.durability.books import check, delivered
from tests.durability.busy_game import all_read, busy, deliver_the_rest, goes_on, mails
from tests.durability.served import SECRET, Host, Served
from tests.durability.table_of_eight import Writer, seat_the_table
from tests.interop.mail_system import until
from tests.interop.standby import Cluster, cluster

PAUSE = 0.5
MOST = 2000
"""Mails of one writer: more than a run takes."""
LULL = 5.0
"""Seconds of play before each blow."""


def read_so_far(database: Database) -> int:
    """Mails; -1 while the database is away."""
    try:
        with database.reading() as session:
            return session.execute(select(func.count()).where(InboundRow.status == "read")).scalar_one()
    except DBAPIError:
        return -1


def blow(there: Cluster, database: Database, writers: Sequence[Writer]) -> tuple[float, float]:
    """Kills the primary, and starts it again once the judge plays on; seconds until a mail is accepted, and read."""
    time.sleep(LULL)
    killed = there.in_state("primary")
    killed.kill()
    begun = time.monotonic()
    until(lambda: "wait_primary" in there.states().values(), "another primary does not come")
    accepted, read = len([mail for mail in mails(list(writers)) if mail.accepted]), read_so_far(database)
    until(
        lambda: sum(mail.accepted for mail in mails(list(writers))) > accepted, "a mail that is accepted does not come"
    )
    to_accept = time.monotonic() - begun
    until(lambda: read_so_far(database) > max(read, 0), "a mail that is read does not come")
    to_read = time.monotonic() - begun
    killed.start_again()
    there.is_whole()
    return to_accept, to_read


def main() -> None:
    console = Console(highlight=False)
    with tempfile.TemporaryDirectory() as data, cluster() as there:
        console.print("a primary, and a standby that has all that is committed")
        os.environ[SECRET] = str(Path(data) / DEFAULT_NAME)
        migrate(there.url)
        seats = seat_the_table(there.url, Path(data), live=True)
        host = Host(there.url, Path(data))
        daemons = [Served(host), Served(host)]
        for daemon in daemons:
            daemon.start()
        database = Database(there.url)
        with busy(seats, daemons, database, PAUSE, MOST) as writers:
            for name in ("the primary", "the one that took its place"):
                to_accept, to_read = blow(there, database, writers)
                console.print(f"{name} killed: a mail is accepted after {to_accept:.0f} s, read after {to_read:.0f} s")
            goes_on(database, writers, phases=2)
        all_read(database)
        assert [daemon.stop() for daemon in daemons] == [0, 0]
        deliver_the_rest(host)
        found = check(database, mails(writers))
        arrived = delivered(host.mailbox)
        assert set(arrived) == {row["message_id"] for row in found["outbound_mails"]}
        twice = sum(times > 1 for times in arrived.values())
        assert twice <= 2 * len(daemons), f"{twice} letters were sent twice: more than were on their way"
        database.close()
    accepted = sum(mail.accepted for mail in mails(writers))
    console.print(
        f"{accepted} mails accepted, each read and answered once; {len(found['phases'])} phases; "
        f"{len(arrived)} letters sent, {twice} of them twice."
    )


if __name__ == "__main__":
    main()
