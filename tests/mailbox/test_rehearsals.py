"""A line that waits for a code is tried out first: nothing of that stays, nobody hears of it, and it counts later."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from judge.store.tables import Base, Game
from judge.testing.correspondent import Correspondent
from tests.stories.test_exchange import Table
from tests.support.copies import migrated
from tests.support.house import House, open_house

OF_MAIL = {"inbound_mails", "outbound_mails", "inbound_lines", "confirmations"}


def kept(house: House) -> dict[str, list[Any]]:
    """Every row of every table, but for those of the mails themselves."""
    with house.judge.db.reading() as session:
        return {
            name: [tuple(row) for row in session.execute(select(table).order_by(*table.primary_key))]
            for name, table in Base.metadata.tables.items()
            if name not in OF_MAIL
        }


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """An Exchange game in which Anna has left her seat, and all others have voted for a draw."""
    url = f"sqlite:///{tmp_path / 'judge.db'}"
    migrated(url)
    with open_house(url, tmp_path, replies_per_hour=10_000) as house:
        table = Table(house, "become yes")
        table.tell("CARL", "BUY 1 AUSTRIA\nELECT AUSTRIA CARL")
        table.elected()
        table.tell("BERT", "FOR ITALY\n1 : A VEN - TYR\nDRAW YES")
        table.tell("CARL", "FOR AUSTRIA\n1 : A BUD - SER\nDRAW YES")
        house.registered("Eve")
        yield table


def wait_for_a_code(table: Table, who: Correspondent, lines: list[str]) -> None:
    others = [each for each in (table.master, *table.players.values()) if each is not who]
    for line in lines:
        before, heard = kept(table.house), [len(each.inbox()) for each in others]
        mine = len(who.inbox())
        said = table.house.tell(who, f"GAME oslo\n{line}", key=False).text
        assert "is not done yet:" in " ".join(said.split()), said
        assert len(who.inbox()) == mine + 1, line  # the reply, with the code
        assert kept(table.house) == before, line
        assert [len(each.inbox()) for each in others] == heard, line


def test_what_the_gamemaster_is_asked_a_code_for_has_done_nothing_yet(table: Table) -> None:
    lines = [
        "APPOINT eve@example.org",
        "BROADCAST\nGood morning.\nEND BROADCAST",
        "CREATE payola bergen",
        "DEADLINE 2026-04-01 12:00",
        "EJECT BERT",
        "END GAME DRAW",
        "EXTEND 24h",
        "HANDOVER eve@example.org",
        "HOLD",
        "INVITE eve@example.org",
        "PAUSE",
        "PREVIEW",
        "REPLACE BERT eve@example.org",
        "ROLLBACK S1901X",
        "SET takeover no",
        "TERMINATE",
    ]
    wait_for_a_code(table, table.master, lines)
    wait_for_a_code(table, table.players["ANNA"], ["RESIGN", "REVOKE"])


def test_a_seat_that_would_end_the_game_as_a_dummy_ends_it_once_and_when_the_code_comes(table: Table) -> None:
    table.tell("ANNA", "RESIGN")
    wait_for_a_code(table, table.master, ["DUMMY ANNA"])
    asked = table.master.last(lambda mail: mail.code != "")
    assert "is now a dummy" in table.house.tell(table.master, f"CONFIRM {asked.code}", to=asked, key=False).text
    ended = [mail for mail in table.players["BERT"].inbox() if "is over" in mail.subject]
    assert len(ended) == 1
    assert table.house.one(select(Game.status)) == "ended"


def test_what_is_tried_out_while_results_are_held_does_not_publish_them(table: Table) -> None:
    table.house.tell(table.master, "GAME oslo\nHOLD")
    table.tell("ANNA", "FOR FRANCE\n5 : A PAR - BUR\nFOR GERMANY\n0 : A MUN H")
    table.house.pass_time(hours=73)
    wait_for_a_code(table, table.master, ["PUBLISH", "ROLLBACK S1901M", "ROLLBACK S1901X", "END GAME WIN ITALY"])
    table.house.pass_time(hours=1)
    assert not [mail for mail in table.players["CARL"].inbox() if "Fall 1901" in mail.text]
