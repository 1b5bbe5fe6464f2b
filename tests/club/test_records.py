"""RECORD: what is counted of a player, once a phase, and who may read it."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import make_url, select

from judge.club.records import HALVED_AFTER, MENDING, Mark, Timing, record_of, reliability
from judge.hosting import personal_data, upkeep
from judge.identity.trust import player_at
from judge.store.tables import Attendance, Player
from judge.testing.correspondent import Correspondent
from tests.support.house import House, any_house, open_house
from tests.support.table_of_seven import PLAYERS, Seven, seven

house = any_house


def _phases(house: House, who: Correspondent, *, by_others: bool = False) -> tuple[int, int, int]:
    """In time, late, missed."""
    with house.judge.db.reading() as session:
        player = player_at(session, who.address)
        assert player is not None
        phases = record_of(session, player, by_others=by_others).phases
        return phases[Timing.IN_TIME], phases[Timing.LATE], phases[Timing.MISSED]


def _no_orders(table: Seven, *roles: str) -> None:
    for role in roles:
        table.players[role].reply(table.results(role), "NO ORDERS", with_key=False)
    table.house.settle()


def _all_but(table: Seven, *roles: str) -> tuple[str, ...]:
    return tuple(role for role in table.players if role not in roles)


def test_a_phase_counts_as_it_was_kept(house: House) -> None:
    table = seven(house, "nmr default", "grace 24h", system="diplomacy")
    _no_orders(table, *_all_but(table, "ITALY", "TURKEY"))
    house.pass_time(hours=73)
    _no_orders(table, "ITALY")
    house.pass_time(hours=24)
    kept = {role: _phases(house, table.players[role]) for role in ("FRANCE", "ITALY", "TURKEY")}
    assert kept == {"FRANCE": (1, 0, 0), "ITALY": (0, 1, 0), "TURKEY": (0, 0, 1)}


def test_a_mail_accepted_in_time_is_in_time_whenever_it_is_read(house: House) -> None:
    table = seven(house, system="diplomacy")
    _no_orders(table, *_all_but(table, "ITALY"))
    house.pass_time(hours=71)
    table.players["ITALY"].reply(table.results("ITALY"), "NO ORDERS", with_key=False)
    house.pass_time(hours=2)
    assert _phases(house, table.players["ITALY"]) == (1, 0, 0)


def test_a_deadline_in_an_absence_that_was_announced_is_not_counted(house: House) -> None:
    table = seven(house, "nmr default", system="diplomacy")
    _no_orders(table, *_all_but(table, "ITALY", "TURKEY"))
    day = (house.clock.now() + timedelta(days=8)).date()
    table.tell("ITALY", f"ABSENCE {day - timedelta(days=2)} TO {day + timedelta(days=2)}")
    assert "announced an absence" in " ".join(table.direct(f"DEADLINE {day} 12:00").text.split())
    house.pass_time(days=8, hours=13)
    assert [_phases(house, table.players[role]) for role in ("ITALY", "TURKEY")] == [(0, 0, 0), (0, 0, 1)]


def test_a_phase_that_is_played_again_counts_as_it_was_kept_last(house: House) -> None:
    table = seven(house, "nmr default", system="diplomacy")
    _no_orders(table, *_all_but(table, "ITALY"))
    house.pass_time(hours=73)
    assert _phases(house, table.players["ITALY"]) == (0, 0, 1)
    table.direct("ROLLBACK S1901M")
    for player in table.players.values():
        player.reply(player.last(), "NO ORDERS", with_key=False)
    house.settle()
    house.pass_time(hours=73)
    assert _phases(house, table.players["ITALY"]) == (1, 0, 0)
    assert _phases(house, table.players["FRANCE"]) == (1, 0, 0)


def test_practice_counts_for_nothing(house: House) -> None:
    (ann,) = house.gathered("Ann").values()
    house.tell(ann, "PRACTICE diplomacy")
    house.tell(ann, "NO ORDERS", to=ann.last(lambda mail: "begun" in mail.subject))
    assert _phases(house, ann) == (0, 0, 0)


def test_others_at_the_table_read_one_word(house: House) -> None:
    table = seven(house, "nmr default", system="diplomacy")
    mine = table.tell("FRANCE", "RECORD").text
    assert "0 in time, 0 late, 0 missed" in mine
    assert "Others read" in mine
    assert "Italo is new." in table.tell("FRANCE", "RECORD italo").text
    for _ in range(10):
        _no_orders(table, *_all_but(table, "ITALY"))
        house.pass_time(hours=73)
    told = table.tell("FRANCE", "RECORD Italo").text
    assert "Italo is often late." in told
    assert "%" not in told
    assert "Fleur is reliable." in table.tell("ITALY", "RECORD Fleur").text


def test_whoever_shares_no_table_learns_nothing_not_even_who_there_is(house: House) -> None:
    seven(house, system="diplomacy")
    olga = house.gathered("Olga")["Olga"]
    told = [house.tell(olga, f"RECORD {name}").text.replace(name, "X") for name in ("Italo", "Nobody")]
    assert "You share no table with anybody called X." in told[0]
    assert told[0] == told[1]


def _letters_to_dora(url: str, folder: Path, *in_time: str) -> list[str]:
    with open_house(url, folder) as house:
        dora = house.registered("Dora")
        table = seven(house, "nmr default", system="diplomacy")
        before = len(dora.inbox())
        for _ in range(2):
            _no_orders(table, *in_time)
            house.pass_time(hours=73)
        for text in (
            f"RECORD {PLAYERS['ITALY']}",
            f"RECORD {PLAYERS['FRANCE']}",
            "RECORD",
            "LIST",
            "LIST OPEN",
            "JOIN oslo",
        ):
            house.tell(dora, text)
        return [mail.text for mail in dora.inbox()[before:]]


def test_how_others_keep_their_deadlines_changes_nothing_for_whoever_shares_no_table(
    sqlite_url: str, tmp_path: Path
) -> None:
    runs: list[tuple[str, ...]] = [(), ("ITALY",), ("FRANCE", "AUSTRIA")]
    urls = [f"sqlite:///{shutil.copy(make_url(sqlite_url).database or '', tmp_path / f'{n}.db')}" for n in range(3)]
    first, *others = (
        _letters_to_dora(url, tmp_path / str(n), *run) for n, (url, run) in enumerate(zip(urls, runs, strict=True))
    )
    assert all(each == first for each in others)


def test_the_gamemaster_reads_it_of_those_who_join(house: House) -> None:
    people = house.gathered("Manus", "Ann")
    house.tell(people["Manus"], "CREATE diplomacy oslo")
    house.tell(people["Ann"], "JOIN oslo")
    assert "Their record: new." in people["Manus"].last().text
    assert "Ann is new." in house.tell(people["Manus"], "RECORD Ann").text


@pytest.mark.parametrize("option", ["players 4", "players 4\naliases RED, BLUE, GREEN, PINK"])
def test_of_a_game_that_hides_who_writes_or_plays_others_read_nothing_before_its_end(house: House, option: str) -> None:
    people = house.gathered("Manus", "Anna", "Bob", "Carl", "Dora")
    house.tell(people["Manus"], f"CREATE pirates oslo\n{option}")
    for name in ("Anna", "Bob", "Carl", "Dora"):
        house.tell(people[name], "JOIN oslo")
    house.tell(people["Manus"], "GAME oslo\nSTART")
    house.pass_time(hours=25)
    assert _phases(house, people["Anna"]) == (0, 0, 1)
    assert _phases(house, people["Anna"], by_others=True) == (0, 0, 0)
    if "aliases" in option:
        assert "You share no table" in house.tell(people["Bob"], "RECORD Anna").text
        assert "Their record" not in people["Manus"].last(lambda mail: "joined" in mail.text).text
    house.tell(people["Manus"], "GAME oslo\nEND GAME")
    assert _phases(house, people["Anna"], by_others=True) == (0, 0, 1)


def test_a_deadline_that_passed_while_the_judge_was_down_counts_for_nobody(house: House) -> None:
    table = seven(house, "nmr default", system="diplomacy")
    _no_orders(table, *_all_but(table, "ITALY", "TURKEY"))
    house.pass_time(hours=70)
    house.sleep(hours=10)
    assert _phases(house, table.players["ITALY"]) == (0, 0, 0)
    _no_orders(table, "ITALY")
    house.pass_time(hours=24)
    kept = {role: _phases(house, table.players[role]) for role in ("ITALY", "TURKEY")}
    assert kept == {"ITALY": (1, 0, 0), "TURKEY": (0, 0, 1)}


def test_a_merged_record_keeps_the_phases_in_which_only_one_of_the_two_sat_at_the_table(house: House) -> None:
    """Somebody lost a seat, took over another in the same game by a second address, and the host merges the two."""
    table = seven(house, "nmr default", system="diplomacy")
    zoe = house.registered("Zoe")
    _no_orders(table, *_all_but(table, "TURKEY"))
    house.pass_time(hours=73)
    (mine,) = house.every(select(Attendance).join(Player).where(Player.name == PLAYERS["ITALY"]))
    other = {"timing": "late", "mends": False, "hidden": False, "at": house.clock.now(), "game_id": mine.game_id}
    for phase in (mine.phase, "F1901M"):
        row = Attendance(phase=phase, player_id=house.one(select(Player.id).where(Player.name == "Zoe")), **other)
        house.judge.db.write(lambda session, row=row: session.add(row))  # type: ignore[misc]
    house.judge.db.write(lambda session: upkeep.merge(session, table.players["ITALY"].address, zoe.address))
    assert _phases(house, table.players["ITALY"]) == (1, 1, 0)


def test_a_record_is_exported_merged_and_forgotten(house: House) -> None:
    table = seven(house, "nmr default", system="diplomacy")
    zoe = house.registered("Zoe")
    _no_orders(table, *_all_but(table, "TURKEY"))
    house.pass_time(hours=73)
    old, new = table.players["ITALY"].address, zoe.address
    secret = house.judge.secret
    with house.judge.db.reading() as session:
        assert b'"timing": "in time"' in personal_data.everything_about(session, old, secret)["data.json"]
    house.judge.db.write(lambda session: upkeep.merge(session, new, old))
    assert _phases(house, zoe) == (1, 0, 0)
    table.direct("END GAME")
    house.judge.db.write(lambda session: personal_data.forget(session, new, house.clock.now(), secret))
    assert len(house.every(select(Attendance))) == 6


# The formula of reliability: what a record comes to, whoever reads it.


GOOD, LATE, MISSED = Mark(100), Mark(50), Mark(0)
MARKS = st.lists(st.builds(Mark, st.sampled_from([0, 50, 100]), st.integers(1, 5)), max_size=80)


@pytest.mark.parametrize(
    ("marks", "percent"),
    [
        ([], 100),
        ([GOOD] * 12, 100),
        ([MISSED], 0),
        ([LATE], 50),
        ([GOOD, MISSED], 49),  # the later one weighs a little more
        ([MISSED, GOOD], 50),
        ([MISSED] * 10 + [GOOD] * HALVED_AFTER, 82),
        ([GOOD] * HALVED_AFTER + [MISSED] * 10, 65),
        ([MISSED, Mark(100, MENDING)], 67),
    ],
)
def test_recent_phases_weigh_more(marks: list[Mark], percent: int) -> None:
    assert reliability(marks) == percent


@given(MARKS)
def test_it_is_a_percentage(marks: list[Mark]) -> None:
    assert 0 <= reliability(marks) <= 100


@given(MARKS)
def test_a_phase_kept_in_time_never_makes_it_worse_and_a_missed_one_never_better(marks: list[Mark]) -> None:
    assert reliability([*marks, GOOD]) >= (reliability(marks) if marks else 0)
    assert reliability([*marks, MISSED]) <= reliability(marks)
