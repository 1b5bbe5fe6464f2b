"""`judge quarantine`: what could not be read is listed, shown, and read again when told."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from click.testing import CliRunner, Result

from judge.cli.main import main
from judge.store.engine import Database
from judge.store.tables import InboundRow

pytestmark = pytest.mark.both_databases


AT = datetime(2026, 5, 1, 18, tzinfo=UTC)
RAW = b"From: ann@x.org\r\n\r\n4 : A PAR \xff - BUR\r\n"


def _judge(url: str, *args: str) -> Result:
    return CliRunner().invoke(main, ["quarantine", *args], env={"JUDGE_DATABASE": url, "COLUMNS": None})


@pytest.fixture
def kept(database: Database, database_url: str) -> str:
    """Mail 1 was read, mail 2 is in quarantine; the URL of their database."""
    with database.writing() as session:
        for number, status in ((1, "read"), (2, "quarantined")):
            session.add(
                InboundRow(
                    fingerprint=str(number),
                    accepted_at=AT,
                    mail_from="" if number == 2 else "ann@x.org",
                    recipients=["judge@host.org"],
                    raw=RAW,
                    status=status,
                    attempts=4,
                    read_at=AT,
                    trouble="Traceback\n  File x\nValueError: a \x1b[2J surprise\n",
                )
            )
            session.flush()
    return database_url


def test_those_in_quarantine_are_listed_with_the_last_line_of_their_trouble(kept: str) -> None:
    result = _judge(kept)
    assert result.exit_code == 0
    (line,) = [line for line in result.output.splitlines() if line.strip().startswith("2")]
    assert "2026-05-01 18:00" in line
    assert "<>" in line
    assert "ValueError" in line
    assert "\x1b" not in result.output
    assert "PAR" not in result.output


def test_nothing_in_quarantine_is_said(sqlite_url: str) -> None:
    assert "No mail is in quarantine" in _judge(sqlite_url).output


def test_one_is_shown_with_its_whole_trouble_and_with_raw_as_it_came(kept: str) -> None:
    shown = _judge(kept, "show", "2")
    assert "Traceback" in shown.output
    assert "ValueError" in shown.output
    assert "PAR" not in shown.output
    assert _judge(kept, "show", "2", "--raw").stdout_bytes == RAW


def test_retry_has_it_read_again_and_it_counts_from_when_it_was_accepted(kept: str, database: Database) -> None:
    assert _judge(kept, "retry", "2").exit_code == 0
    with database.reading() as session:
        row = session.get_one(InboundRow, 2)
        assert (row.status, row.attempts, row.read_at, row.accepted_at) == ("new", 0, None, AT)
    assert _judge(kept, "retry", "2").exit_code == 1, "it is not in quarantine any more"


@pytest.mark.parametrize("number", ["1", "99"])
def test_only_what_is_in_quarantine_can_be_read_again(kept: str, number: str) -> None:
    result = _judge(kept, "retry", number)
    assert result.exit_code == 1
    assert "judge quarantine lists those that are" in result.stderr
