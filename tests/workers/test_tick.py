"""A tick that finds nothing to do ends there, and has loaded nothing that only work needs."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import update

from judge.play import agenda
from judge.store.tables import Game, Host, InboundRow, OutboundRow, PhaseRow, Player
from judge.workers.tick import tick
from tests.support.copies import migrated
from tests.support.house import House, any_house
from tests.support.table_of_seven import seven

house = any_house

PAST = datetime(2026, 1, 1, tzinfo=UTC)

TICK = """
import sys
from judge.cli.main import main
main(["tick"], standalone_mode=False)
print(*sys.modules)
"""
FOR_WORK = {
    "cryptography",
    "jinja2",
    "judge.commands",
    "judge.letters",
    "judge.mail.redaction",
    "judge.mailbox",
    "judge.outbox",
    "judge.press",
    "judge.rules.game",
    "judge.workers.clerk",
    "judge.workers.courier",
}


def test_a_tick_that_finds_nothing_loads_no_rules_letters_or_commands(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'judge.db'}"
    migrated(url)

    def loaded() -> tuple[str, set[str]]:
        environment = os.environ | {"JUDGE_DATABASE": url, "JUDGE_RELAY": f"maildir:{tmp_path / 'sent'}"}
        done = subprocess.run([sys.executable, "-c", TICK], env=environment, capture_output=True, text=True, check=True)
        said, modules = done.stdout.splitlines()
        return said, set(modules.split())

    assert loaded()[1] >= FOR_WORK, "a judge that starts reckons its reminders"
    said, modules = loaded()
    assert said == "0 done, 0 mails sent."
    assert not modules & FOR_WORK


@pytest.mark.both_databases
def test_a_tick_that_finds_nothing_does_nothing(house: House) -> None:
    seven(house)
    house.settle()
    assert agenda.is_empty(house.judge)
    assert tick(house.judge) == (0, 0)


CHANGES = {
    "a deadline": update(PhaseRow).values(deadline=PAST),
    "an early end": update(PhaseRow).values(early_at=PAST),
    "a reminder": update(PhaseRow).values(remind_at=PAST),
    "another wall clock": update(PhaseRow).values(wall="2100-01-01T12:00 Europe/Paris"),
    "a mail": update(InboundRow).values(status="new"),
    "a letter": update(OutboundRow).values(status="queued", next_try=PAST),
    "a letter left behind": update(OutboundRow).values(status="claimed"),
    "other reminders": update(Host).values(reminder_hours=None),
    "a game that waited for its rules": update(Game).values(status="suspended", paused_at=PAST),
    "news of tables": update(Player).values(news_at=PAST),
}


@pytest.mark.both_databases
@pytest.mark.parametrize("what", CHANGES)
def test_whatever_there_is_to_do_is_seen(house: House, what: str) -> None:
    seven(house)
    house.settle()
    house.judge.db.write(lambda session: session.execute(CHANGES[what]).close())
    assert not agenda.is_empty(house.judge)
