"""What these tests share: processes to be killed, and a game of Payola that has just begun."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from judge.settings import Settings
from judge.store.engine import Database
from tests.durability.lives import Life, Nursery, work
from tests.durability.moment import Moment
from tests.durability.served import Host, Served
from tests.durability.story import rows
from tests.durability.table_of_eight import Sitter, mail_of, seat_the_table

SHEET = "4 : A VIE - GAL\n6#3 : A BUD - SER\nTRANSFER 5 TO ITALY\nACCEPT IAEFGRT\n3 : A KEI H\nSHOW"


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    found = Nursery()
    yield found
    found.close()


@pytest.fixture
def seats(database_url: str, tmp_path: Path) -> dict[str, Sitter]:
    return seat_the_table(database_url, tmp_path, live=True)


@pytest.fixture
def seated(database_url: str, tmp_path: Path) -> dict[str, Sitter]:
    """The same of a game that nobody plays by the clock on the wall."""
    return seat_the_table(database_url, tmp_path)


@pytest.fixture
def moment(database_url: str, seated: dict[str, Sitter], nursery: Nursery, tmp_path: Path) -> Iterator[Moment]:
    """The mails of two players wait to be read, with a sheet, an acceptance list, a mistake, press, a transfer and
    another one that wants a code; and the deadline is past.
    """
    database = Database(database_url)
    start = max(row["deadline"] for row in rows(database)["phases"])
    life = Life(database_url, tmp_path / "mail", start - timedelta(seconds=1), "accept")
    proved = mail_of(seated["AUSTRIA"], SHEET)
    words = "8 : A PAR - BUR\nPRESS TO ITALY: yes\nTRANSFER 1 TO ITALY"
    fresh = mail_of(seated["FRANCE"], words, to=Settings().address)
    for mail in (proved, fresh):
        work(replace(life, raw=mail.raw, to=mail.to))
    yield Moment(database, nursery, replace(life, work="clerk", at=start + timedelta(seconds=1)))
    database.close()


@pytest.fixture
def host(database_url: str, tmp_path: Path) -> Host:
    return Host(database_url, tmp_path)


@pytest.fixture
def serve(host: Host) -> Iterator[Callable[[], Served]]:
    """Starts a daemon; none outlives the test."""
    started: list[Served] = []

    def serve() -> Served:
        started.append(Served(host))
        started[-1].start()
        return started[-1]

    yield serve
    for served in started:
        served.kill()
