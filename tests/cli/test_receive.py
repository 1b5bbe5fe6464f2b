"""`judge receive`, for an MTA that pipes: whatever is wrong here, no mail is sent back for it (promise 1)."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from judge.store.engine import Database
from tests.durability.served import Host
from tests.durability.story import rows

pytestmark = pytest.mark.both_databases


MAIL = b"From: Ann <ann@example.org>\nMessage-ID: <1@example.org>\n\nREGISTER Ann\n"
TRY_AGAIN = 75


def test_a_mail_from_a_pipe_is_kept_once(database_url: str, tmp_path: Path) -> None:
    host = Host(database_url, tmp_path)
    assert [host.run("receive", given=MAIL).returncode for _ in range(2)] == [0, 0]
    database = Database(database_url)
    assert len(rows(database)["inbound_mails"]) == 1
    database.close()


@pytest.mark.parametrize("trouble", ["no tables", "older tables", "no database", "a wrong setting"])
def test_a_mail_that_cannot_be_kept_stays_with_the_mta(sqlite_url: str, tmp_path: Path, trouble: str) -> None:
    file = tmp_path / "judge.db"
    host = Host(sqlite_url, tmp_path)
    if trouble == "no tables":
        file.unlink()
    elif trouble == "older tables":
        with sqlite3.connect(file) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '0000'")
    elif trouble == "no database":
        file.write_bytes(b"no database " * 1000)
    else:
        host.environment["JUDGE_POLL_SECONDS"] = "often"
    done = host.run("receive", given=MAIL)
    assert done.returncode == TRY_AGAIN, done.stderr
    assert b"Error" in done.stderr
