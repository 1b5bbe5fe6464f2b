"""What a letter tells others of who is late."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import select

from judge.app import Work
from judge.store.tables import Game
from tests.support.house import House, open_house
from tests.support.table_of_seven import Seven, seven
from tests.support.troubles import write_all


def _without_units(house: House, table: Seven, power: str) -> None:
    """The power keeps its centers and its money, and is awaited for that (Payola P29)."""
    _without(house, table, power, "units")


def _without(house: House, table: Seven, power: str, *things: str) -> None:
    def unit(work: Work) -> None:
        game = work.session.execute(select(Game).where(Game.name == table.name)).scalar_one()
        assert game.state is not None
        board = dict(game.state["table"])
        if "units" in things:
            board["units"] = [unit for unit in board["units"] if not unit.startswith(f"{power} ")]
        if "centers" in things:
            board["centers"] = {**board["centers"], power: []}
        game.state = {**game.state, "table": board}
        game.version += 1

    house.judge.write(unit)


def test_p29_others_do_not_read_that_a_power_without_units_is_awaited_for_its_money(
    sqlite_url: str, tmp_path: Path
) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        table = seven(house)
        _without_units(house, table, "AUSTRIA")
        write_all(table, but=["AUSTRIA", "ITALY"])
        house.pass_time(hours=73)
        told = table.players["FRANCE"].last(lambda mail: "Waiting for Italy" in mail.subject)
        assert "The game is waiting for orders from Italy." in told.text
        assert "Austria" not in told.text
        assert "Austria" not in told.html
        assert "Austria" in table.master.last(lambda mail: "Late: " in mail.subject).text
        assert "Your orders are late" in table.players["AUSTRIA"].last().subject
        assert "Your orders are late" in table.players["ITALY"].last().subject


def test_the_late_read_until_when_they_are_waited_for_and_what_comes_then(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        for name, options, own, others in (
            (
                "oslo",
                ("nmr default", "grace 12h"),
                "If your orders have not come by Fri 6 Mar 2026, 00:00 UTC, defaults stand in for them.",
                "Defaults stand in from Fri 6 Mar 2026, 00:00 UTC on.",
            ),
            (
                "rome",
                ("nmr wait", "abandon 7d"),
                "If your orders have not come by Sun 15 Mar 2026, 13:00 UTC, you lose your seat.",
                "Players who have not written by Sun 15 Mar 2026, 13:00 UTC lose their seats.",
            ),
        ):
            table = seven(house, *options, name=name)
            write_all(table, but=["ITALY"])
            house.pass_time(hours=73)
            for role, said in (("ITALY", own), ("FRANCE", others)):
                letter = table.players[role].last(lambda mail: "are late" in mail.subject or "Waiting" in mail.subject)
                assert said in " ".join(letter.text.split())
                assert said in letter.html


def test_whoever_is_eliminated_cannot_keep_a_game_waiting(house: House) -> None:
    table = seven(house, "early 2h", system="diplomacy")
    _without(house, table, "AUSTRIA", "units", "centers")
    told = table.tell("AUSTRIA", "WAIT")
    assert "PROBLEM" in told.text
    assert "You are eliminated. The game does not wait for you." in " ".join(told.text.split())
    for role in set(table.players) - {"AUSTRIA"}:
        table.tell(role, "NO ORDERS")
    house.pass_time(hours=3)
    assert "Spring 1901 Movement: results" in table.players["ITALY"].last().subject


def test_whoever_has_lost_all_units_and_not_all_centers_can_still_have_a_game_wait(house: House) -> None:
    table = seven(house, "early 2h", system="diplomacy")
    _without(house, table, "AUSTRIA", "units")
    assert "will not be adjudicated before" in " ".join(table.tell("AUSTRIA", "WAIT").text.split())
