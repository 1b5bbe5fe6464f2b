"""The GameMaster's word on the end of a game counts once."""

from __future__ import annotations

from pathlib import Path

from tests.support.house import open_house
from tests.support.table_of_seven import seven


def test_what_is_over_is_not_ended_again_or_given_up(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        table = seven(house)
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


def test_a_game_that_never_starts_is_given_up_once(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path) as house:
        master = house.registered("Manus")
        house.tell(master, "CREATE diplomacy rome")
        said = house.tell(master, "GAME rome\nTERMINATE\nTERMINATE").text
        assert said.count("is given up") == 1
        assert "rome is over." in said
