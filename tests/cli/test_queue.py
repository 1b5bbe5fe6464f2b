"""`judge queue`: what waits to be sent, since when, and why; and the doctor's word on it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from click.testing import CliRunner

from judge.cli.main import main
from judge.hosting.doctor import look_at_queues
from judge.store.engine import Database
from judge.store.tables import OutboundRow

pytestmark = pytest.mark.both_databases

NOW = datetime.now(UTC)
AT = NOW - timedelta(minutes=30)


def letter(
    recipient: str, status: str, *, trouble: str = "", later: bool = False, sent_at: datetime | None = None
) -> OutboundRow:
    return OutboundRow(
        purpose="results",
        recipient=f"{recipient}@x.org",
        message_id=f"<{recipient}@x>",
        raw=b"Subject: 4 : A PAR - BUR\r\n\r\n",
        status=status,
        attempts=3 if trouble else 0,
        next_try=NOW + timedelta(hours=1) if trouble or later else AT,
        made_at=AT,
        sent_at=sent_at,
        trouble=trouble,
    )


@pytest.fixture
def queued(database: Database, database_url: str) -> str:
    rows = (
        letter("ann", "queued", trouble="535 5.7.8 Bad \x1b[2J credentials"),
        letter("bob", "queued"),
        letter("cid", "parked"),
        letter("dan", "claimed"),
        letter("eva", "set aside"),
        letter("fay", "sent", sent_at=AT),
        letter("hal", "queued", later=True),
        letter("guy", "failed", trouble="550 5.1.1 No such user"),
    )
    with database.writing() as session:
        for row in rows:
            session.add(row)
            session.flush()
    return database_url


def listed(url: str, **env: str) -> dict[str, str]:
    result = CliRunner().invoke(main, ["queue"], env={"JUDGE_DATABASE": url, "COLUMNS": "250", **env})
    assert result.exit_code == 0, result.output
    assert "PAR" not in result.output
    assert "\x1b" not in result.output
    return {line.split()[1].partition("@")[0]: line for line in result.output.splitlines() if "@x.org" in line}


def test_what_waits_is_listed_with_its_reason(queued: str) -> None:
    lines = listed(queued)
    assert list(lines) == ["ann", "bob", "cid", "dan", "eva", "hal"]
    assert all(f"{AT:%Y-%m-%d %H:%M} UTC" in line for line in lines.values())
    assert "535 5.7.8 Bad" in lines["ann"]
    assert f"{NOW + timedelta(hours=1):%Y-%m-%d %H:%M} UTC" in lines["ann"]
    assert "judge deliver sends it" in lines["bob"]
    assert "came back" in lines["cid"]
    assert "is being sent" in lines["dan"]
    assert "judge resend --set-aside" in lines["eva"]
    assert "is to be sent then" in lines["hal"]


def test_mail_that_waits_for_a_limit_says_so(queued: str) -> None:
    lines = listed(queued, JUDGE_RELAY_PER_HOUR="1")
    assert "relay_per_hour or relay_per_day is used up" in lines["bob"]
    assert "535 5.7.8" in lines["ann"], "it waits for more than that"


def test_an_empty_queue_is_said(sqlite_url: str) -> None:
    assert (
        CliRunner().invoke(main, ["queue"], env={"JUDGE_DATABASE": sqlite_url}).output == "No mail waits to be sent.\n"
    )


def test_the_doctor_counts_what_could_not_be_sent_yet(queued: str, database: Database) -> None:
    found = {check.about: check.message for check in look_at_queues(database, NOW)}
    assert found["unsent"] == (
        f"1 mails could not be sent yet, the oldest since {AT:%Y-%m-%d %H:%M} UTC: judge queue says why"
    )
