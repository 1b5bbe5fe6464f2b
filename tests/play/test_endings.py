"""The end of a game: the GameMaster's word on it counts once, and what comes after it."""

from __future__ import annotations

from tests.support.house import House, generous_house
from tests.support.table_of_seven import Seven

house = generous_house


def test_what_is_over_is_not_ended_again_or_given_up(house: House, table: Seven) -> None:
    twice = table.direct("END GAME DRAW\nTERMINATE").text
    assert "oslo has ended." in twice
    assert "oslo is over." in twice
    before = table.game()
    assert before.result is not None
    came = len(table.players["FRANCE"].inbox())
    house.pass_time(hours=1)
    again = house.tell(table.master, "END GAME", to=table.master.last(lambda mail: "is over" in mail.subject)).text
    assert "oslo is over." in again
    assert "given up" not in again
    assert table.game().ended_at == before.ended_at
    assert len(table.players["FRANCE"].inbox()) == came


def test_a_game_that_never_starts_is_given_up_once(house: House) -> None:
    master = house.registered("Manus")
    house.tell(master, "CREATE diplomacy rome")
    said = house.tell(master, "GAME rome\nTERMINATE\nTERMINATE").text
    assert said.count("is given up") == 1
    assert "rome is over." in said


def test_in_a_game_that_is_over_nobody_is_away_and_no_issue_comes_out(table: Seven) -> None:
    table.direct("END GAME DRAW")
    came = len(table.players["TURKEY"].inbox())
    said = table.tell("ITALY", "ABSENCE 2026-04-01 TO 2026-04-03\nARTICLE\nFarewell.\nEND ARTICLE").text
    assert "Nothing is due in it" in said
    assert "no issue comes out any more" in said
    assert len(table.players["TURKEY"].inbox()) == came
    assert "Sent to" in table.tell("ITALY", "PRESS TO ALL\nFarewell.\nEND PRESS").text
