"""RATING: strength at rated tables, of those who want it and of nobody else."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import make_url, select, update

from judge.app import Work
from judge.club.ratings import Ratings
from judge.games.lookup import find_game
from judge.hosting import personal_data
from judge.store.tables import Attendance, Game, InboundRow, Player
from judge.testing.correspondent import Correspondent
from judge.web.pages import Site
from tests.support.house import MANY_REPLIES, House, any_house, open_house
from tests.support.table_of_seven import seven

house = any_house

SEATS = {"ENGLAND": "Edward", "FRANCE": "Fleur", "ITALY": "Italo"}
NEUTRAL = "dummies AUSTRIA GERMANY RUSSIA TURKEY"


def _said(house: House, who: Correspondent, text: str) -> str:
    return " ".join(house.tell(who, text).text.split())


def _known(house: House, *names: str) -> Mapping[str, Correspondent]:
    """Manus and these people, who have written in twelve phases each of a game that is there."""
    people = house.gathered("Manus", *names)
    house.tell(people["Manus"], "CREATE diplomacy bergen")

    def unit(work: Work) -> None:
        game = find_game(work.session, "bergen")
        assert game is not None
        for each in work.session.scalars(select(Player).where(Player.name.in_(names))):
            for number in range(12):
                facts = {"timing": "in time", "mends": False, "hidden": False, "at": work.now - timedelta(days=number)}
                row = Attendance(game_id=game.id, player_id=each.id, phase=f"P{number}", **facts)
                work.session.add(row)

    house.judge.write(unit)
    return people


def _begin(house: House, people: Mapping[str, Correspondent], name: str = "oslo") -> None:
    assert "PROBLEM" not in house.tell(people["Manus"], f"CREATE diplomacy {name}\nrated yes\n{NEUTRAL}").text
    for role, who in SEATS.items():
        assert "You have joined" in _said(house, people[who], f"JOIN {name} AS {role}")
    assert "has started" in house.tell(people["Manus"], f"GAME {name}\nSTART").text


def _concede(house: House, people: Mapping[str, Correspondent], to: str, name: str = "oslo") -> None:
    """Everybody who still plays agrees on this winner, which ends the game."""
    for role in SEATS:
        if role != to:
            house.tell(people[SEATS[role]], f"GAME {name}\nCONCEDE TO {to}")
    assert house.one(select(Game.status).where(Game.name == name)) == "ended"


@pytest.fixture(name="people")
def _people(house: House) -> Mapping[str, Correspondent]:
    people = _known(house, *SEATS.values())
    for who in SEATS.values():
        assert "You are rated at rated tables now." in _said(house, people[who], "PROFILE RATING YES")
    return people


def _value(text: str) -> float:
    found = re.search(r"diplomacy ([\d.]+) ± [\d.]+, from \d+ table", text)
    assert found is not None, text
    return float(found[1])


def test_who_wins_a_rated_table_gains_and_the_others_lose(house: House, people: Mapping[str, Correspondent]) -> None:
    _begin(house, people)
    assert "No rated table of yours is over." in _said(house, people["Fleur"], "RATING")
    _concede(house, people, "FRANCE")
    fleur, edward, italo = (_value(_said(house, people[who], "RATING")) for who in ("Fleur", "Edward", "Italo"))
    assert fleur > 25 > edward == italo
    assert f"Rating, diplomacy {fleur:.1f}" in _said(house, people["Fleur"], "RECORD")


def test_who_gives_up_a_seat_is_the_last_and_who_takes_it_over_is_not_rated(
    house: House, people: Mapping[str, Correspondent]
) -> None:
    _begin(house, people)
    house.tell(people["Italo"], "GAME oslo\nRESIGN")
    nina = _known(house, "Nina")["Nina"]
    house.tell(nina, "PROFILE RATING YES")
    assert "You now play Italy" in _said(house, nina, "TAKEOVER oslo")
    house.tell(people["Edward"], "GAME oslo\nCONCEDE TO FRANCE")
    house.tell(nina, "GAME oslo\nCONCEDE TO FRANCE")
    edward, italo = (_value(_said(house, people[who], "RATING")) for who in ("Edward", "Italo"))
    assert edward > italo
    assert "No rated table of yours is over." in _said(house, nina, "RATING")


@pytest.mark.parametrize("how", ["END GAME", "rated no"])
def test_nothing_counts_that_the_gamemaster_has_ended_or_that_is_not_rated(
    house: House, people: Mapping[str, Correspondent], how: str
) -> None:
    if how == "END GAME":
        _begin(house, people)
        house.tell(people["Manus"], "GAME oslo\nEND GAME")
    else:
        house.tell(people["Manus"], f"CREATE diplomacy oslo\n{how}\n{NEUTRAL}")
        for role, who in SEATS.items():
            house.tell(people[who], f"JOIN oslo AS {role}")
        house.tell(people["Manus"], "GAME oslo\nSTART")
        _concede(house, people, "FRANCE")
    assert "No rated table of yours is over." in _said(house, people["Fleur"], "RATING")


def test_a_rated_table_wants_consent_and_more_than_an_address(house: House) -> None:
    people = {**_known(house, "Edward"), **house.gathered("Zoe")}
    house.tell(people["Manus"], f"CREATE diplomacy oslo\nrated yes\n{NEUTRAL}")
    assert "oslo is rated. Its players must want that." in _said(house, people["Edward"], "JOIN oslo")
    assert "That table is rated." in _said(house, people["Edward"], "SEAT ME diplomacy 3d rated")
    for who in ("Edward", "Zoe"):
        house.tell(people[who], "PROFILE RATING YES")
    assert "You have joined oslo." in _said(house, people["Edward"], "JOIN oslo")
    for wish in ("JOIN oslo", "SEAT ME diplomacy 3d rated"):
        assert "is rated, and you are new: 10 phases must" in _said(house, people["Zoe"], wish)
    assert "once somebody has joined" in _said(house, people["Manus"], "GAME oslo\nSET rated no")
    told = _said(house, people["Edward"], "SEAT ME diplomacy 3d rated fill computer")
    assert "diplomacy, 3d, press white, rated. 1 of 7 wait" in told
    assert "SEAT ME diplomacy 3d press white rated" in _said(house, people["Zoe"], "LIST OPEN")


def test_a_rated_standing_table_is_a_rated_game_and_counts_nothing_once_all_have_left(
    house: House, people: Mapping[str, Correspondent]
) -> None:
    for who in SEATS.values():
        house.tell(people[who], "SEAT ME diplomacy 3d rated fill computer")
    house.tell(people["Italo"], "PROFILE RATING NO")
    told = [_said(house, people[who], "SEAT YES") for who in SEATS.values()]
    assert ["confirmed" in each for each in told] == [True, True, False]
    assert "That table is rated. Its players must want that." in told[2]
    house.tell(people["Italo"], "PROFILE RATING YES\nSEAT YES")
    assert house.one(select(Game).where(Game.name == "diplomacy-1")).settings["rated"] is True
    for who in SEATS.values():
        house.tell(people[who], "RESIGN")
    house.pass_time(hours=80)
    assert house.one(select(Game.status).where(Game.name == "diplomacy-1")) == "ended"
    assert "No rated table of yours is over." in _said(house, people["Italo"], "RATING")


def test_the_gamemaster_of_a_rated_table_is_told_of_one_network_and_not_of_whose(
    house: House, people: Mapping[str, Correspondent]
) -> None:
    def unit(work: Work) -> None:
        for name in ("Edward", "Italo"):
            number = select(Player.id).where(Player.name == name).scalar_subquery()
            work.session.execute(update(InboundRow).where(InboundRow.player_id == number).values(network="a1"))

    house.judge.write(unit)
    _begin(house, people)
    letters = {who: [" ".join(mail.text.split()) for mail in people[who].inbox()] for who in people}
    told = [text for text in letters["Manus"] if "Two players write from one network" in text]
    assert len(told) == 1
    assert "Italo has joined." in told[0]
    assert "Edward" not in told[0].partition("To begin the game")[0]
    assert not any("one network" in text for who in SEATS.values() for text in letters[who])


def test_only_who_wants_both_is_rated_in_public_until_they_take_it_back(
    house: House, people: Mapping[str, Correspondent]
) -> None:
    _begin(house, people)
    _concede(house, people, "FRANCE")
    assert "Nobody is rated in public yet." in _said(house, people["Italo"], "RATING diplomacy")
    house.tell(people["Fleur"], "PROFILE PUBLIC YES AS Fleur de Lys")
    house.tell(people["Edward"], "PROFILE PUBLIC YES AS Ned")
    listed = _said(house, people["Italo"], "RATING diplomacy")
    assert re.search(r"1 Fleur de Lys \S+ ± \S+, from 1 table 2 Ned", listed)
    assert "Italo" not in listed.partition("Ratings")[2]
    house.tell(people["Fleur"], "PROFILE RATING NO")
    assert "Fleur" not in _said(house, people["Italo"], "RATING diplomacy")
    address = people["Edward"].address
    house.judge.db.write(lambda session: personal_data.forget(session, address, house.clock.now(), house.judge.secret))
    assert "Nobody is rated in public yet." in _said(house, people["Italo"], "RATING diplomacy")
    assert "You are not rated." in _said(house, people["Fleur"], "RATING")


def _letters_to_italo(url: str, folder: Path, *, other: bool) -> list[str]:
    """What Italo and the world read of ratings where Fleur, who does not want one any more, has won, or shared with
    all: the two others were as good as each other, either way.
    """
    with open_house(url, folder, replies_per_hour=MANY_REPLIES) as house:
        people = _known(house, *SEATS.values())
        for who in SEATS.values():
            house.tell(people[who], "PROFILE RATING YES\nPROFILE PUBLIC YES")
        for name in ("oslo", "paris"):
            _begin(house, people, name)
            if not other:
                _concede(house, people, "FRANCE", name)
            for who in SEATS.values() if other else ():
                house.tell(people[who], f"GAME {name}\nDRAW")
        house.tell(people["Fleur"], "PROFILE RATING NO")
        before = len(people["Italo"].inbox())
        for text in ("RATING", "RATING diplomacy", "RECORD", "RECORD Fleur", "RECORD Edward"):
            house.tell(people["Italo"], text)
        ratings = _hall(house).partition(" Ratings ")[2].partition(" Diplomacy, standard ")[0]
        assert "Italo" in ratings
        assert "Fleur" not in ratings
        return [ratings, *(mail.text for mail in people["Italo"].inbox()[before:])]


def test_nobody_learns_the_rating_of_who_does_not_want_one(sqlite_url: str, tmp_path: Path) -> None:
    urls = [f"sqlite:///{shutil.copy(make_url(sqlite_url).database or '', tmp_path / f'{n}.db')}" for n in range(2)]
    first, second = (_letters_to_italo(url, tmp_path / str(n), other=bool(n)) for n, url in enumerate(urls))
    assert first == second


def test_a_seat_s_strength_is_learned_beside_its_player_s() -> None:
    """Three equals; whoever sits at A wins twice as often as another. One of them sits there always."""
    drawn = random.Random(5)
    rated: Ratings[str] = Ratings()
    blind: Ratings[str] = Ratings()
    for number in range(400):
        sits = ["Ann", "Bob", "Cy"] if number % 2 else ["Ann", "Cy", "Bob"]
        if number % 4 == 0:
            sits = sits[1:] + sits[:1]
        players = dict(zip("ABC", sits, strict=True))
        winner = drawn.choice("AABC")
        places = {seat: 1 if seat == winner else 2 for seat in "ABC"}
        rated.add(players, places)
        blind.add(players, places, alike=True)
    assert abs(rated.found["Ann"].value - rated.found["Bob"].value) < abs(
        blind.found["Ann"].value - blind.found["Bob"].value
    )


def test_a_draw_moves_equals_less_than_a_victory_and_all_keep_their_order() -> None:
    drawn: Ratings[str] = Ratings()
    drawn.add({"A": "Ann", "B": "Bob", "C": "Cy"}, {"A": 1, "B": 1, "C": 2})
    won: Ratings[str] = Ratings()
    won.add({"A": "Ann", "B": "Bob", "C": "Cy"}, {"A": 1, "B": 2, "C": 2})
    assert drawn.found["Ann"] == drawn.found["Bob"]
    assert won.found["Ann"].value > drawn.found["Ann"].value > drawn.found["Cy"].value


def test_one_person_at_all_seats_is_not_rated() -> None:
    rated: Ratings[str] = Ratings()
    rated.add({"A": "Ann", "B": "Ann"}, {"A": 1, "B": 2})
    assert rated.found == {}


def _hall(house: House, family: str = "diplomacy") -> str:
    with house.judge.db.reading() as session:
        site = Site(house.judge, "https://judge.example.org/")
        assert f"halls/{family}.html" in site.paths(session)
        found = site.get(session, f"halls/{family}.html")
    assert found is not None
    return " ".join(re.sub(r"<[^>]*>", " ", found.content.decode()).split())


def test_the_hall_tells_of_finished_games_and_names_who_wants_it(
    house: House, people: Mapping[str, Correspondent]
) -> None:
    assert "No game has ended yet." in _hall(house)
    _begin(house, people)
    assert "No game has ended yet." in _hall(house)
    _concede(house, people, "FRANCE")
    said = _hall(house)
    assert "Fastest win 1 phase, won by France, in oslo" in said
    assert "Of 1 game, one player won 1 alone, several shared 0, and 0 had no winner." in said
    assert "France 1 of 1 100 % (21 to 100)" in said
    assert "England 0 of 1 0 % (0 to 79)" in said
    assert "Turkey" not in said, "a dummy does not play"
    assert not any(name in said for name in SEATS.values())
    assert "Ratings" not in said
    house.tell(people["Fleur"], "PROFILE PUBLIC YES AS Fleur de Lys")
    said = _hall(house)
    assert "Played by Fleur de Lys" in said
    assert re.search(r"[\d.]+ ± [\d.]+ 1 table Fleur de Lys", said)
    house.tell(people["Fleur"], "PROFILE PUBLIC NO")
    assert "Fleur" not in _hall(house)


def test_the_hall_tells_the_money_that_the_end_has_opened(house: House) -> None:
    table = seven(house)
    table.tell("FRANCE", "7 : A PAR - BUR\n9 : A MUN - RUH\nACCEPT F?")
    table.tell("GERMANY", "ACCEPT F?G")
    assert "Largest bribe" not in _hall(house, "payola")
    house.pass_time(hours=80)
    table.direct("PROCESS S1901M")
    for role in table.here().phase.roles:
        table.tell(role, "DRAW")
    said = _hall(house, "payola")
    assert "Largest bribe 9 for A MUN of Germany, paid by France, in oslo" in said
    assert re.search(r"Greatest fortune \d+, held by \w+, in oslo", said)
