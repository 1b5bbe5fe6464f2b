"""SEAT ME: tables that fill, are confirmed, and open without a GameMaster."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from sqlalchemy import make_url, select

from judge.games.lookup import NOBODYS
from judge.hosting import personal_data, upkeep
from judge.store.tables import Game, Seat, Waiting
from judge.testing.correspondent import Correspondent
from tests.support.house import MANY_REPLIES, House, any_house, open_house
from tests.support.troubles import subjects

house = any_house

SEVEN = ("Ann", "Bob", "Carl", "Dora", "Emil", "Fay", "Gus")
READY = "Your table is ready: please confirm"


def _said(house: House, who: Correspondent, text: str) -> str:
    return " ".join(house.tell(who, text).text.split())


def _asked(who: Correspondent) -> list[str]:
    return [subject for subject in subjects(who) if READY in subject and "Re:" not in subject]


def _wait(house: House, names: tuple[str, ...], text: str) -> dict[str, Correspondent]:
    people = dict(house.gathered(*names))
    for each in people.values():
        house.tell(each, text)
    return people


def _confirm(house: House, people: dict[str, Correspondent], *but: str) -> None:
    for name, each in people.items():
        if name not in but:
            assert "Your seat is confirmed" in _said(house, each, "SEAT YES")


def _games(house: House) -> list[Game]:
    return house.every(select(Game).order_by(Game.id))


def test_a_table_opens_when_all_have_confirmed_and_the_judge_runs_it(house: House) -> None:
    people = _wait(house, SEVEN, "SEAT ME payola 3d")
    assert all(_asked(each) for each in people.values())
    _confirm(house, people, "Gus")
    assert _games(house) == []
    assert "The game begins when the others have confirmed" in _said(house, people["Gus"], "SEAT YES")
    (game,) = _games(house)
    assert (game.name, game.status) == ("payola-1", "active")
    assert house.every(select(Waiting)) == []
    info = _said(house, people["Ann"], "INFO payola-1")
    assert NOBODYS in info
    assert re.search(r"decisions\W+yes", info)
    assert f"GameMaster {NOBODYS}" in _said(house, people["Ann"], "LIST")


def test_whoever_does_not_confirm_is_replaced_and_the_others_are_not_asked_again(house: House) -> None:
    people = _wait(house, SEVEN, "SEAT ME diplomacy")
    _confirm(house, people, "Bob")
    house.pass_time(hours=47)
    assert len(house.every(select(Waiting))) == 7
    house.pass_time(hours=2)
    assert "Your seat goes to somebody else" in subjects(people["Bob"])[-1]
    assert "No table waits for your answer." in _said(house, people["Bob"], "SEAT YES")
    (hal,) = _wait(house, ("Hal",), "SEAT ME diplomacy").values()
    assert [len(_asked(each)) for each in people.values()] == [1] * 7
    _confirm(house, {"Hal": hal})
    (game,) = _games(house)
    assert game.status == "active"


def test_three_people_are_enough_where_programs_fill_the_table(house: House) -> None:
    people = _wait(house, SEVEN[:3], "SEAT ME diplomacy 2d press grey, fill computer, AS FRANCE, ITALY")
    _confirm(house, people)
    (game,) = _games(house)
    assert (game.settings["movement"], game.settings["press"]) == ("2d", "grey")
    seats = house.every(select(Seat).order_by(Seat.name))
    assert sum(seat.status == "computer" for seat in seats) == 4
    assert {"FRANCE", "ITALY"} <= {seat.name for seat in seats if seat.player_id is not None}


def test_those_who_want_different_things_do_not_meet(house: House) -> None:
    people = dict(house.gathered(*SEVEN[:3]))
    for who, text in zip(people.values(), ("3d", "2d", "3d no press"), strict=True):
        assert "1 of 7 wait" in _said(house, who, f"SEAT ME payola {text} fill computer")
    assert not any(_asked(each) for each in people.values())


def test_a_wish_is_shown_changed_and_taken_back(house: House) -> None:
    ann = house.registered("Ann")
    house.tell(ann, "SEAT ME payola")
    house.tell(ann, "SEAT ME payola 3d AS ITALY")
    assert len(house.every(select(Waiting))) == 1
    assert "payola, 3d, press white waiting" in _said(house, ann, "SEAT ME")
    assert "SEAT ME payola 3d press white 1 wait, 6 missing" in _said(house, ann, "LIST OPEN")
    assert "You wait for no table now." in _said(house, ann, "SEAT ME NO")
    assert "None now." in _said(house, ann, "LIST OPEN")


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("SEAT ME chess", "chess"),
        ("SEAT ME payola 1h", "12h to 14d"),
        ("SEAT ME payola 3d AS ATLANTIS", "ATLANTIS"),
        ("SEAT ME payola dummies ITALY", "the usual dummies"),
        ("SEAT YES", "No table waits for your answer."),
    ],
)
def test_what_cannot_be_is_refused(house: House, wish: str, told: str) -> None:
    assert told in _said(house, house.registered("Ann"), wish)


def test_one_waits_for_three_tables_at_most(house: House) -> None:
    ann = house.registered("Ann")
    told = [_said(house, ann, f"SEAT ME payola {days}d") for days in (1, 2, 3, 4)]
    assert "You wait for 3 tables already." in told[3]


def test_a_seat_that_nobody_takes_over_is_played_by_a_program(house: House) -> None:
    people = _wait(house, SEVEN, "SEAT ME diplomacy")
    _confirm(house, people)
    house.tell(people["Ann"], "RESIGN")
    house.pass_time(hours=71)
    assert house.every(select(Seat).where(Seat.status == "computer")) == []
    assert "TAKEOVER diplomacy-1" in _said(house, people["Bob"], "LIST OPEN")
    house.pass_time(hours=2)
    assert len(house.every(select(Seat).where(Seat.status == "computer"))) == 1
    assert "A program plays" in subjects(people["Bob"])[-1]


def test_the_weekly_news_come_to_whoever_wants_them_while_something_waits(house: House) -> None:
    people = dict(house.gathered("Ann", "Bob"))
    house.tell(people["Ann"], "PROFILE NEWS WEEKLY")
    title = "Tables that wait for players"
    assert not any(title in each for each in subjects(people["Ann"]))
    house.tell(people["Bob"], "SEAT ME payola")
    house.pass_time(days=8)
    letter = people["Ann"].last(lambda mail: title in mail.subject)
    assert "1 wait, 6 missing" in " ".join(letter.text.split())
    assert "PROFILE%20NEWS%20NO" in "".join(str(letter.message["List-Unsubscribe"]).split())
    assert not any(title in each for each in subjects(people["Bob"]))
    house.tell(people["Ann"], "PROFILE NEWS NO")
    house.pass_time(days=8)
    assert sum(title in each and "Re:" not in each for each in subjects(people["Ann"])) == 1


def _letters_to_ann(sqlite_url: str, folder: Path, others: tuple[str, str], confirms: str) -> list[str]:
    """What Ann reads while these people wait with her, of whom one confirms and one asks for news."""
    with open_house(sqlite_url, folder, replies_per_hour=MANY_REPLIES) as house:
        people = dict(house.gathered("Ann", "Bob", "Carl", "Dora"))
        before = len(people["Ann"].inbox())
        house.tell(people["Ann"], "SEAT ME payola fill computer")
        for name in others:
            house.tell(people[name], "SEAT ME payola fill computer AS FRANCE")
        house.tell(people[confirms], "SEAT YES")
        for text in ("LIST OPEN", "SEAT ME", "LIST", "RECORD Bob"):
            house.tell(people["Ann"], text)
        house.pass_time(hours=49)
        house.tell(people["Ann"], "LIST OPEN")
        return [mail.text for mail in people["Ann"].inbox()[before:]]


def test_nobody_learns_who_waits_or_has_confirmed(sqlite_url: str, tmp_path: Path) -> None:
    urls = [f"sqlite:///{shutil.copy(make_url(sqlite_url).database or '', tmp_path / f'{n}.db')}" for n in range(3)]
    runs = [(("Bob", "Carl"), "Bob"), (("Bob", "Carl"), "Carl"), (("Dora", "Carl"), "Dora")]
    first, second, third = (
        _letters_to_ann(url, tmp_path / str(n), *run) for n, (url, run) in enumerate(zip(urls, runs, strict=True))
    )
    assert first == second == third


def test_from_an_empty_mailbox_to_a_confirmed_seat_in_three_mails(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, listen="127.0.0.1:0", replies_per_hour=MANY_REPLIES) as house:
        _wait(house, SEVEN[:6], "SEAT ME payola 3d")
        house.by_wire = True
        gus = house.person("Gus")
        gus.write("REGISTER Gus")
        house.settle()
        gus.reply(gus.last(), "SEAT ME payola 3d", with_key=False)
        house.settle()
        gus.reply(gus.last(lambda mail: READY in mail.subject), "SEAT YES", with_key=False)
        house.settle()
        assert "Your seat is confirmed" in gus.last().text
        (row,) = [each for each in house.every(select(Waiting)) if each.confirmed_at is not None]
        assert row.size == 7


def _table(house: House) -> dict[str, Correspondent]:
    people = _wait(house, SEVEN, "SEAT ME diplomacy")
    _confirm(house, people)
    return people


@pytest.mark.parametrize(
    "text", ["LATE 24h My train is late.", "PRESS TO MASTER: Are you there?", "REPORT They shout."]
)
def test_who_asks_for_the_gamemaster_is_told_what_to_do_instead(house: House, text: str) -> None:
    told = _said(house, _table(house)["Ann"], text)
    assert "The judge runs this game itself. No person is its GameMaster." in told
    assert "VOTE EXTEND 24h" in told
    assert "PROBLEM" in told


def test_press_to_somebody_and_the_gamemaster_is_sent_to_nobody(house: House) -> None:
    people = _table(house)
    seats = {seat.name: seat.player_id for seat in house.every(select(Seat))}
    told = [_said(house, people["Ann"], f"PRESS TO {name}, MASTER\nPsst.\nEND PRESS") for name in seats]
    assert all("The judge runs this game itself." in each or "your own seat" in each for each in told)
    assert not any("Psst." in mail.text for who in list(people.values())[1:] for mail in who.inbox())


def test_a_table_that_everybody_has_left_ends(house: House) -> None:
    people = _table(house)
    for name, each in people.items():
        if name != "Gus":
            house.tell(each, "RESIGN")
    house.pass_time(hours=73)
    (game,) = _games(house)
    assert game.status == "active", "Gus plays on with programs"
    assert house.every(select(Seat.status).where(Seat.status == "computer")) == ["computer"] * 6
    house.tell(people["Gus"], "RESIGN")
    house.pass_time(hours=71)
    assert _games(house)[0].status == "active"
    house.pass_time(hours=2)
    (game,) = _games(house)
    assert game.status == "ended"
    assert game.result is not None
    assert game.result["winners"] == []
    assert "Nobody has played for 3 days" in game.result["summary"]


def test_a_paused_table_that_everybody_has_left_ends_too(house: House) -> None:
    people = _table(house)
    for each in people.values():
        house.tell(each, "VOTE PAUSE")
    assert _games(house)[0].status == "paused"
    for each in people.values():
        house.tell(each, "RESIGN")
    house.pass_time(hours=73)
    assert _games(house)[0].status == "ended"


def test_a_table_to_which_somebody_comes_back_goes_on(house: House) -> None:
    people = _table(house)
    for each in people.values():
        house.tell(each, "RESIGN")
    house.pass_time(hours=48)
    assert "You now play" in _said(house, house.registered("Hal"), "TAKEOVER diplomacy-1")
    house.pass_time(hours=48)
    assert _games(house)[0].status == "active"


def test_whoever_is_forgotten_waits_no_longer_and_who_is_merged_waits_once(house: House) -> None:
    people = _wait(house, SEVEN[:3], "SEAT ME payola 3d")
    _wait(house, SEVEN[:1], "SEAT ME payola 2d")
    ann, bob, carl = (people[name].address for name in SEVEN[:3])
    house.judge.db.write(lambda session: personal_data.forget(session, carl, house.clock.now(), house.judge.secret))
    house.judge.db.write(lambda session: upkeep.merge(session, bob, ann))
    told = _said(house, people["Bob"], "LIST OPEN")
    assert "SEAT ME payola 3d press white 1 wait, 6 missing" in told
    assert "SEAT ME payola 2d press white 1 wait, 6 missing" in told
    assert "payola, 2d, press white waiting" in _said(house, people["Bob"], "SEAT ME")
