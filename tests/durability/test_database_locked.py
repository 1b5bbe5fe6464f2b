"""Row D3: another program holds the database. The mail is refused for now, and kept when it comes again."""

from __future__ import annotations

import smtplib
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from tests.durability.story import rows
from tests.support.house import House

pytestmark = pytest.mark.both_databases


def test_d3_s3_a_locked_database_is_451_and_the_same_mail_is_kept_later(house: House, tmp_path: Path) -> None:

    def impatient(connection: Any, _record: Any) -> None:
        connection.execute("PRAGMA busy_timeout=10").close()

    for engine in house.judge.db.engines:
        event.listen(engine, "connect", impatient)
    house.judge.db.close()  # the connections that there are; new ones are impatient
    house.by_wire = True
    anna = house.person("Anna")
    with closing(sqlite3.connect(tmp_path / "judge.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(smtplib.SMTPDataError) as refused:
            anna.write("REGISTER Anna")
        other.execute("ROLLBACK")
    assert refused.value.smtp_code == 451
    assert "lock" not in str(refused.value.smtp_error)
    assert rows(house.judge.db)["inbound_mails"] == []
    anna.write("REGISTER Anna")
    assert len(rows(house.judge.db)["inbound_mails"]) == 1
