"""Row D5: somebody brings the tables to another revision while a daemon runs. No mail and no game is to blame."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from judge.app import Work
from judge.store.engine import SCHEMA_REVISION, WrongSchema
from tests.support.house import House, open_house
from tests.support.table_of_seven import seven
from tests.support.troubles import label, write_all

pytestmark = pytest.mark.both_databases


ORDERS = "ALTER TABLE orders RENAME COLUMN {} TO {}"


def bring(house: House, revision: str, was: str, is_now: str) -> None:
    def unit(work: Work) -> None:
        work.session.execute(text(ORDERS.format(was, is_now)))
        work.session.execute(text(f"UPDATE alembic_version SET version_num = '{revision}'"))

    house.judge.write(unit)


def test_d5_a_daemon_whose_tables_were_changed_stops_loudly_and_blames_no_mail_and_no_game(
    database_url: str, tmp_path: Path
) -> None:
    with open_house(database_url, tmp_path) as house:
        table = seven(house)
        write_all(table)
        france = table.players["FRANCE"]
        france.reply(table.results("FRANCE"), "8 : A PAR - BUR", with_key=True)
        bring(house, "9999", "written", "was_written")
        for _ in range(5):
            with pytest.raises(WrongSchema, match="newer"):
                house.pass_time(hours=20)
        assert unread(house) == ["new"]
        bring(house, SCHEMA_REVISION, "was_written", "written")
        house.settle()
        assert table.game().status == "active"
        assert unread(house) == []
        assert "8 : A PAR - BUR" in france.last(lambda mail: "PAR" in mail.text).text
        assert label(table) == "F1901M"


def unread(house: House) -> list[str]:
    """What became of the mails that are not read."""
    with house.judge.db.reading() as session:
        return list(session.execute(text("SELECT status FROM inbound_mails WHERE status <> 'read'")).scalars())
