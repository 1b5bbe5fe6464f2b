"""Attacks with a code in hand: it does what it was asked for, for its player alone, once, and not for ever."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from judge.cli.tools.correspondent import Received
from judge.identity.codes import CODE_LIFE
from judge.store.tables import LedgerRow
from tests.support.house import House, put
from tests.support.table_of_seven import Seven


def _asked(table: Seven) -> Received:
    """The code for a gift of France's to Italy."""
    france = table.players["FRANCE"]
    france.write("TRANSFER 5 TO ITALY", answers=france.last())
    table.house.settle()
    return france.last(lambda mail: mail.code != "")


def _gifts(house: House) -> int:
    """The sum of what has been given away."""
    with house.judge.db.reading() as session:
        given = select(func.sum(LedgerRow.amount)).where(LedgerRow.amount < 0)
        return -(session.execute(given).scalar_one() or 0)


def _confirm(house: House, address: str, asked: Received, name: str) -> None:
    to = asked.reply_to.rpartition("<")[2].strip(">")
    put(house, f"From: {address}\nMessage-ID: <{name}@x>\n\nCONFIRM {asked.code}\n", mail_from=address, to=to)


def test_a_code_acts_once_however_often_it_comes(house: House, table: Seven) -> None:
    asked = _asked(table)
    france = table.players["FRANCE"]
    for name in ("first", "second", "third"):
        _confirm(house, france.address, asked, name)
    assert _gifts(house) == 5
    assert "That code has done its work already" in " ".join(france.last().text.split())


def test_a_code_is_its_players_alone(house: House, table: Seven) -> None:
    asked = _asked(table)
    _confirm(house, table.players["TURKEY"].address, asked, "other")
    assert _gifts(house) == 0


@pytest.mark.parametrize(("late", "given"), [(-1, 5), (1, 0)])
def test_a_code_is_good_for_so_long_and_no_longer(house: House, table: Seven, late: int, given: int) -> None:
    house.tell(table.master, "DEADLINE +1000h")
    asked = _asked(table)
    house.pass_time(hours=CODE_LIFE.total_seconds() / 3600 + late)
    _confirm(house, table.players["FRANCE"].address, asked, "late")
    assert _gifts(house) == given
