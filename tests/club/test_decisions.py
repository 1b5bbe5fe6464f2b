"""VOTE: what players decide among themselves, without a GameMaster."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from sqlalchemy import make_url

from tests.support.house import House, any_house, open_house
from tests.support.table_of_seven import Seven, seven
from tests.support.troubles import subjects

house = any_house

FOUR = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY")


def _table(house: House, *options: str) -> Seven:
    return seven(house, "decisions yes", *options, system="diplomacy")


def _votes(table: Seven, vote: str, *roles: str) -> list[str]:
    return [" ".join(table.tell(role, vote).text.split()) for role in roles]


def test_more_than_half_extend_a_phase_by_what_all_of_them_want_at_least(house: House) -> None:
    table = _table(house)
    due = table.here().row.deadline
    told = _votes(table, "VOTE EXTEND 24h", "AUSTRIA", "ENGLAND") + _votes(table, "VOTE EXTEND 3d", "FRANCE")
    assert all("Your vote is secret" in each for each in told)
    assert table.here().row.deadline == due
    letters = len(table.players["TURKEY"].inbox())
    _votes(table, "VOTE EXTEND 2d", "GERMANY")
    assert (table.here().row.deadline - due).total_seconds() == 24 * 3600
    (told_all,) = table.players["TURKEY"].inbox()[letters:]
    text = " ".join(told_all.text.split())
    assert "More than half of the players have voted for 24h more." in text
    assert not any(name in text for name in ("Austria", "England", "France"))


def test_a_vote_that_fails_shows_nowhere_and_counts_once_however_often_it_is_sent(house: House) -> None:
    table = _table(house)
    due = table.here().row.deadline
    before = {role: len(who.inbox()) for role, who in table.players.items()}
    for _ in range(5):
        _votes(table, "VOTE EXTEND 24h", "AUSTRIA")
    assert table.here().row.deadline == due
    assert {role for role, who in table.players.items() if len(who.inbox()) > before[role]} == {"AUSTRIA"}
    assert "VOTE" not in table.direct("STATUS").text


def _letters_to_turkey(url: str, folder: Path, votes: dict[str, str]) -> list[str]:
    with open_house(url, folder) as house:
        table = _table(house, "nmr default")
        before = len(table.players["TURKEY"].inbox())
        for role, vote in votes.items():
            table.tell(role, vote)
        for text in ("STATUS", "LIST", "SHOW", "RECORD", "VOTE EXTEND 24h"):
            table.tell("TURKEY", text)
        house.pass_time(hours=73)
        return [mail.text for mail in table.players["TURKEY"].inbox()[before:]]


def test_nobody_learns_who_has_voted_for_what(sqlite_url: str, tmp_path: Path) -> None:
    """What the others vote changes nothing that Turkey reads, while no vote succeeds."""
    runs: list[dict[str, str]] = [
        {},
        {"AUSTRIA": "VOTE EXTEND 24h", "ENGLAND": "VOTE REPLACE ITALY"},
        {"FRANCE": "VOTE PAUSE", "ITALY": "VOTE EXTEND 3d"},
    ]
    urls = [f"sqlite:///{shutil.copy(make_url(sqlite_url).database or '', tmp_path / f'{n}.db')}" for n in range(3)]
    first, *others = (
        _letters_to_turkey(url, tmp_path / str(n), run) for n, (url, run) in enumerate(zip(urls, runs, strict=True))
    )
    assert all(each == first for each in others)


def test_a_vote_is_taken_back(house: House) -> None:
    table = _table(house)
    due = table.here().row.deadline
    _votes(table, "VOTE EXTEND 24h", *FOUR[:3])
    _votes(table, "VOTE NO", "FRANCE")
    _votes(table, "VOTE EXTEND 24h", "GERMANY")
    assert table.here().row.deadline == due


def test_a_vote_counts_in_its_phase_alone(house: House) -> None:
    table = _table(house, "nmr default")
    _votes(table, "VOTE EXTEND 24h", *FOUR[:3])
    house.pass_time(hours=73)
    due = table.here().row.deadline
    _votes(table, "VOTE EXTEND 24h", "GERMANY")
    assert table.here().row.deadline == due


def test_the_players_pause_a_game_and_let_it_go_on(house: House) -> None:
    table = _table(house)
    _votes(table, "VOTE PAUSE", *FOUR)
    assert table.game().status == "paused"
    assert "The game is paused already." in _votes(table, "VOTE PAUSE", "ITALY")[0]
    _votes(table, "VOTE RESUME", *FOUR)
    assert table.game().status == "active"


def test_whoever_is_late_loses_the_seat_by_the_votes_of_more_than_half_of_the_others(house: House) -> None:
    table = _table(house)
    for role, player in table.players.items():
        if role != "ITALY":
            player.reply(table.results(role), "NO ORDERS", with_key=False)
    house.settle()
    assert "does not wait for Italy" in _votes(table, "VOTE REPLACE ITALY", "FRANCE")[0]
    house.pass_time(hours=73)
    assert "That is your own seat." in _votes(table, "VOTE REPLACE ITALY", "ITALY")[0]
    _votes(table, "VOTE REPLACE Italy", *FOUR[:3])
    assert "You have lost your seat" not in subjects(table.players["ITALY"])[-1]
    _votes(table, "VOTE REPLACE ITALY", "GERMANY")
    assert any("lost your seat" in subject for subject in subjects(table.players["ITALY"]))
    assert any("Italy is open" in subject for subject in subjects(table.players["TURKEY"]))


@pytest.mark.parametrize(
    ("vote", "told"),
    [
        ("VOTE EXTEND", "A length of time is written 3d, 36h or 90m"),
        ("VOTE EXTEND 60d", "14 days at most"),
        ("VOTE RESUME", "The game is not paused."),
        ("VOTE REPLACE ATLANTIS", "There is no seat ATLANTIS."),
    ],
)
def test_what_cannot_be_voted_for_is_refused(house: House, vote: str, told: str) -> None:
    assert told in _votes(_table(house), vote, "FRANCE")[0]


def test_a_game_decides_by_votes_only_where_it_says_so(house: House) -> None:
    table = seven(house, system="diplomacy")
    assert "the GameMaster decides that" in _votes(table, "VOTE PAUSE", "FRANCE")[0]
