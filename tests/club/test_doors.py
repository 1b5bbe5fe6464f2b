"""Doors: whom a game lets in by their record."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from judge.app import Work
from judge.club.records import Timing
from judge.games.lookup import find_game
from judge.identity.trust import player_at
from judge.store.tables import Attendance
from judge.testing.correspondent import Correspondent
from tests.support.house import House, any_house, open_house
from tests.support.table_of_seven import Seven, seven

house = any_house


def _has_kept(house: House, who: Correspondent, *phases: Timing) -> None:
    """Give a player so many phases of a game that is there."""

    def unit(work: Work) -> None:
        player, game = player_at(work.session, who.address), find_game(work.session, "bergen")
        assert player is not None
        assert game is not None
        for number, timing in enumerate(phases):
            at = work.now - timedelta(days=len(phases) - number)
            work.session.add(
                Attendance(
                    game_id=game.id,
                    player_id=player.id,
                    phase=f"P{number}",
                    timing=timing,
                    mends=False,
                    hidden=False,
                    at=at,
                )
            )

    house.judge.write(unit)


@pytest.fixture(name="people")
def _people(house: House) -> dict[str, Correspondent]:
    return _gather(house)


def _gather(house: House) -> dict[str, Correspondent]:
    people = dict(house.gathered("Manus", "Ann", "Bob", "Carl"))
    house.tell(people["Manus"], "CREATE diplomacy bergen")
    return people


def test_a_game_may_want_a_good_record_and_newcomers_have_none_yet(
    house: House, people: dict[str, Correspondent]
) -> None:
    house.tell(people["Manus"], "CREATE diplomacy oslo\nreliable 90")
    _has_kept(house, people["Ann"], *[Timing.IN_TIME] * 8, *[Timing.MISSED] * 4)
    _has_kept(house, people["Bob"], *[Timing.IN_TIME] * 12)
    told = house.tell(people["Ann"], "JOIN oslo").text
    assert "oslo takes players whose record is 90 % or better. Yours is 63 %." in " ".join(told.split())
    for name in ("Bob", "Carl"):
        assert "You have joined oslo." in house.tell(people[name], "JOIN oslo").text


def test_a_game_may_bound_how_many_are_new(house: House, people: dict[str, Correspondent]) -> None:
    house.tell(people["Manus"], "CREATE diplomacy oslo\nnewcomers 1")
    _has_kept(house, people["Ann"], *[Timing.IN_TIME] * 12)
    assert "You have joined" in house.tell(people["Bob"], "JOIN oslo").text
    assert "oslo takes 1 newcomer, and has them already" in " ".join(
        house.tell(people["Carl"], "JOIN oslo").text.split()
    )
    assert "You have joined" in house.tell(people["Ann"], "JOIN oslo").text


def test_who_is_new_or_often_late_is_in_two_games_at_a_time(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, newcomers_games=2) as house:
        people = _gather(house)
        for name in ("oslo", "paris", "rome"):
            house.tell(people["Manus"], f"CREATE diplomacy {name}")
        _has_kept(house, people["Ann"], *[Timing.IN_TIME] * 30)
        _has_kept(house, people["Bob"], *[Timing.LATE] * 30)
        for who in ("Ann", "Bob", "Carl"):
            for name in ("oslo", "paris"):
                assert "You have joined" in house.tell(people[who], f"JOIN {name}").text
        assert "You have joined" in house.tell(people["Ann"], "JOIN rome").text
        assert "because you are often late" in " ".join(house.tell(people["Bob"], "JOIN rome").text.split())
        assert "until you have written in 30 phases" in " ".join(house.tell(people["Carl"], "JOIN rome").text.split())
        house.tell(people["Carl"], "JOIN oslo STOP")
        assert "You have joined" in house.tell(people["Carl"], "JOIN rome").text


def _left(house: House) -> Seven:
    table = seven(house, "reliable 90", system="diplomacy")
    table.tell("ITALY", "RESIGN")
    return table


def test_a_door_holds_for_takeovers_too(house: House, people: dict[str, Correspondent]) -> None:
    _left(house)
    _has_kept(house, people["Ann"], *[Timing.IN_TIME] * 8, *[Timing.MISSED] * 4)
    assert "90 % or better" in " ".join(house.tell(people["Ann"], "TAKEOVER oslo").text.split())
    assert "You now play Italy" in house.tell(people["Bob"], "TAKEOVER oslo").text


def test_a_seat_taken_over_mends_a_record_and_one_given_up_harms_it(
    house: House, people: dict[str, Correspondent]
) -> None:
    table = _left(house)
    mine = house.tell(table.players["ITALY"], "RECORD").text
    assert "1 resigned" in mine
    house.tell(people["Bob"], "TAKEOVER oslo")
    assert "1 seat taken over" in house.tell(people["Bob"], "RECORD").text


def test_before_a_deadline_players_are_warned(house: House) -> None:
    table = seven(house, system="diplomacy")
    house.pass_time(hours=49)
    assert "Late or missing orders count in your RECORD." in " ".join(table.players["ITALY"].last().text.split())
