"""Attacks by which one player or GameMaster has the judge mail much to everybody in a game."""

from __future__ import annotations

import pytest

from judge.outbox.news import MOST_NOTICES
from tests.mailbox.test_leaked_letters import forge, letter_of
from tests.support.flat import flat
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven

TOO_SHORT = [
    ("movement 1s", "A phase lasts 5 minutes at least"),
    ("retreats 4m", "A phase lasts 5 minutes at least"),
    ("schedule MON 12:00, MON 12:04", "5 minutes after another at the earliest"),
    ("schedule SUN 23:58, MON 00:01", "5 minutes after another at the earliest"),
    ("movement MON 12:00, MON 12:01", "5 minutes after another at the earliest"),
    ("late 1s", "after an hour at the earliest"),
    ("remind 1h 2h 3h 4h 5h", "4 times of a deadline at most"),
]


@pytest.mark.parametrize(("option", "why"), TOO_SHORT)
def test_a_running_game_gets_no_phases_that_last_seconds(table: Seven, option: str, why: str) -> None:
    before = {role: len(who.inbox()) for role, who in table.players.items()}
    assert why in flat(table.direct(f"SET {option}"))
    table.house.pass_time(minutes=5)
    assert {role: len(who.inbox()) for role, who in table.players.items()} == before


@pytest.mark.parametrize("option", ["movement 5m", "schedule SUN 23:58, MON 00:03", "late 1h", "remind 2d 1d 6h 1h"])
def test_a_game_may_be_as_fast_as_people_read(table: Seven, option: str) -> None:
    assert "at least" not in flat(table.direct(f"SET {option}"))
    assert option.rsplit(maxsplit=1)[-1] in flat(table.direct("SET"))


def test_a_leaked_letter_does_not_flood_the_others_by_going_to_and_fro(house: House) -> None:
    table = seven(house, "early 2h", "press none", system="diplomacy")
    for role in table.players:
        table.tell(role, "NO ORDERS", key=False)
    letter, fleur = letter_of(table, "FRANCE"), table.players["FRANCE"]
    before = len(table.players["ITALY"].inbox())
    for _ in range(4):
        forge(house, fleur, letter, "WAIT\nNO WAIT\n" * 25)
    came = table.players["ITALY"].inbox()[before:]
    assert (
        len(came)
        == MOST_NOTICES
        - sum("Everybody has written" in mail.subject for mail in table.players["ITALY"].inbox()[:before])
        + 1
    )
    assert "More has happened in this game than I mail you within an hour" in flat(came[-1])
    house.pass_time(minutes=61)
    forge(house, fleur, letter, "WAIT")
    assert len(table.players["ITALY"].inbox()) == before + len(came) + 1
