"""An order mail asks the database no more than it must."""

from __future__ import annotations

from typing import Any

from tests.support.house import House
from tests.support.statements import listening
from tests.support.table_of_seven import PLAYERS, Seven

MOST = 21
"""Statements for the reply to a letter of the game, its share of the round among them; on PostgreSQL two more."""


def test_an_order_mail_of_seven_asks_few_statements(house: House, table: Seven) -> None:
    house.settle()  # what a clerk does once is done
    for role, who in table.players.items():
        unit = next(iter(table.view(role).table.position.of(role)))
        who.reply(table.results(role), f"3 : {unit} H", with_key=False)
    sent: list[str] = []

    def count(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        sent.append(statement)

    with listening(house.judge.db, before_cursor_execute=count):
        house.clerk.work_off()
    assert table.missing() == ()
    assert len(sent) / len(PLAYERS) <= MOST + 2 * (house.judge.db.dialect == "postgresql"), sent
