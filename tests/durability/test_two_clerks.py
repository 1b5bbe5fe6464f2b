"""A clerk that was frozen, lost its office and then went on, beside the one that took over: nothing is done twice, and
nothing of what it remembered is done to what is there now.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, text

from judge.app import Work
from judge.mailbox.line_faults import ATTEMPTS
from judge.play import deadlines
from judge.play.adjudication import adjudicate
from judge.play.transfer import send_away
from judge.rules.problems import Refused
from judge.store.engine import Database
from judge.store.tables import Game, InboundRow, PhaseRow
from judge.workers.clerk import read_one
from judge.workers.scheduler import work_due
from tests.durability.story import rows
from tests.support.house import House, open_house
from tests.support.table_of_seven import Seven, seven
from tests.support.troubles import label, write_all

pytestmark = pytest.mark.both_databases


WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


@pytest.fixture
def house(database_url: str, tmp_path: Path) -> Iterator[House]:
    with open_house(database_url, tmp_path) as opened:
        yield opened


@pytest.fixture
def shared(postgresql_url: str, tmp_path: Path) -> Iterator[House]:
    """On PostgreSQL, where more than one writes at a time."""
    with open_house(postgresql_url, tmp_path) as opened:
        yield opened


def somebody_waits(database: Database) -> None:
    """Returns when a transaction of somebody waits for another's lock."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        with database.reading() as session:
            if session.execute(text(WAITING)).scalar_one():
                return
        time.sleep(0.02)
    raise AssertionError("nobody waits")


def test_t6_a_reminder_that_another_clerk_has_sent_is_not_sent_again(house: House) -> None:
    seven(house)
    house.clock.advance(timedelta(hours=50))
    with house.judge.db.reading() as session:
        near = work_due(session, house.clock.now()).near
    assert len(near) == 1
    for each in (*near, *near):
        deadlines.remind(house.judge, each)
    told = [row["recipient"] for row in rows(house.judge.db)["outbound_mails"] if row["purpose"] == "reminder"]
    assert len(told) == len(set(told)) == 7


def test_t7_a_phase_that_rollback_has_opened_again_is_not_adjudicated_by_who_remembers_its_first_end(
    house: House, table: Seven
) -> None:
    write_all(table)
    house.pass_time(hours=73)
    assert label(table) == "F1901M"
    table.direct("ROLLBACK S1901M")
    assert not adjudicate(house.judge, table.game().id, "S1901M")
    assert label(table) == "S1901M"


def test_d7_a_mail_that_another_clerk_is_reading_is_not_quarantined(shared: House) -> None:
    shared.person("Ann").write("REGISTER Ann")
    database = shared.judge.db
    with ThreadPoolExecutor(1) as pool:
        with database.writing() as session:
            (mail,) = session.execute(select(InboundRow)).scalars()
            mail.attempts = ATTEMPTS
        with database.writing() as session:
            mail = session.get_one(InboundRow, mail.id, with_for_update=True)
            mail.status = "read"
            session.flush()
            late = pool.submit(read_one, shared.judge, mail.id)
            somebody_waits(database)
        assert late.result(120)
    assert [row["status"] for row in rows(database)["inbound_mails"]] == ["read"]
    assert rows(database)["outbound_mails"] == []


def test_t7_a_game_does_not_move_away_while_its_phase_is_cut(shared: House) -> None:
    table = seven(shared)
    database = shared.judge.db

    def move(work: Work) -> str:
        game = work.session.get_one(Game, table.game().id)
        return send_away(work, game, "judge@example.net", checked=True)

    with ThreadPoolExecutor(1) as pool:
        with database.writing() as session:
            game = session.get_one(Game, table.game().id, with_for_update=True)
            here = table.here()
            session.get_one(PhaseRow, here.row.id).cut = shared.clock.now()
            game.version += 1
            session.flush()
            late = pool.submit(shared.judge.write, move)
            somebody_waits(database)
        with pytest.raises(Refused, match="to be adjudicated"):
            late.result(120)
    assert table.game().status == "active"
