"""A game that moved away and moves back is one game, and its players are not sent round in circles."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.app import Work
from judge.archive.parcel import read_parcel
from judge.games.lookup import find_game
from judge.play import transfer
from judge.rules.problems import Refused
from tests.support.copies import migrated
from tests.support.house import House, open_house
from tests.support.table_of_seven import seven


def _send(house: House, to: str) -> str:
    def unit(work: Work) -> str:
        game = find_game(work.session, "oslo")
        assert game is not None
        return transfer.send_away(work, game, to, checked=True)

    return house.judge.write(unit)


def _import(house: House, text: str, name: str) -> None:
    parcel = read_parcel(text)
    house.judge.write(lambda work: transfer.import_parcel(work, parcel, name, checked=True).id)


def test_mails_about_a_game_that_has_come_back_are_told_its_new_name_and_it_is_not_taken_back_twice(
    sqlite_url: str, tmp_path: Path
) -> None:
    other = f"sqlite:///{tmp_path / 'other.db'}"
    migrated(other)
    with (
        open_house(sqlite_url, tmp_path / "a", domain="old.example", replies_per_hour=10_000) as old,
        open_house(other, tmp_path / "b", domain="new.example") as new,
    ):
        table = seven(old)
        begun = table.results("FRANCE")
        _import(new, _send(old, "judge@new.example"), "")
        _import(old, _send(new, "judge@old.example"), "oslo-again")
        old.settle()
        said = " ".join(old.tell(table.players["FRANCE"], "5 : A PAR - BUR", to=begun).text.split())
        assert "oslo has come back. It is now called oslo-again" in said
        assert "5 : A PAR - BUR" in old.tell(table.players["FRANCE"], "GAME oslo-again\nSHOW\n5 : A PAR - BUR").text

        def take_back(work: Work) -> str:
            game = find_game(work.session, "oslo")
            assert game is not None
            return transfer.take_back(work, game)

        with pytest.raises(Refused, match="It is the game oslo-again"):
            old.judge.write(take_back)
