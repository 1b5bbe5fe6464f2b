"""STATEMENT by mail: the books of a player, also of money that the rules have used up since."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bots import holds
from tests.support.house import open_house
from tests.support.table_of_seven import PLAYERS, seven


@pytest.mark.ruling("P24")
def test_p24_a_statement_after_the_fall_holds_the_money_that_was_put_aside(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path) as house:
        table = seven(house, "variant zerosum")
        strategies = {**dict.fromkeys(PLAYERS, holds), "FRANCE": lambda view: f"3 : A PAR H\n{holds(view)}"}
        for label in ("S1901M", "F1901M"):
            here = table.now()
            assert here is not None
            assert here.row.label == label
            table.play_phase(strategies)
        told = table.tell("FRANCE", "STATEMENT", key=False).text
        block = " ".join(told.partition("ACCOUNT OF FRANCE")[2].split())
        assert "+3 3 AgP set aside" in block
        assert "into the account" in block
        assert "0 AgP set aside brought forward" in block


def test_the_books_name_phases_in_words(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path) as house:
        table = seven(house)
        for _ in range(2):
            table.play_phase(dict.fromkeys(PLAYERS, holds))
        told = table.tell("FRANCE", "STATEMENT\nBALANCE", key=False).text
        assert "income of 3 centers, Spring 1902 Movement" in " ".join(told.split())
        assert "S1902M" not in told
