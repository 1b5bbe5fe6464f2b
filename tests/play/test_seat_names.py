"""Seats that take the names of their players."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from judge.games.confusables import MASTER_WORDS, NO_NAMES, resembles, skeleton
from judge.play.creation import RESERVED, seat_names
from judge.press import anonymity
from judge.store.tables import Player, Seat
from tests.support.house import House


@pytest.mark.parametrize(
    ("people", "names"),
    [
        (["Anna Moser", "Bob"], ("ANNA", "BOB")),
        (["Anna Moser", "Anna Lind"], ("ANNAMOSER", "ANNALIND")),
        (["Anna", "Anna"], ("ANNA1", "ANNA2")),
        (["Jörg O'Neill"], ("JÖRG",)),
        (["李 雷"], ("李",)),
        (["Help Me", "42", "!!!"], ("HELP2", "PLAYER42", "PLAYER")),
    ],
)
def test_a_seat_takes_its_players_name_in_one_word_that_is_nobody_elses(
    people: list[str], names: tuple[str, ...]
) -> None:
    assert seat_names(people, {"HELP"}) == names


@pytest.mark.parametrize(
    "false", ["Ann Example", "ann  example", "\u0391nn Example", "Ann Examp1e", "\uff21nn Example"]
)
def test_who_takes_the_name_of_another_player_does_not_get_their_seats_name(false: str) -> None:
    for people in ([false, "Ann Example", "Bob"], ["Ann Example", "Bob", false]):
        names = dict(zip(people, seat_names(people, ()), strict=True))
        assert not {"ANN", "ANNEXAMPLE"} & set(names.values())
        assert names["Bob"] == "BOB"


NOBODYS = [
    *(
        "GameMaster",
        "Gamemaster2",
        "Gаmemаster",
        "Garnemaster",
        "GÁMEMASTER",
        "ＧameMaster",
        "Judge",
        "Jսdge",
        "GM",
        "Master",
    ),
    *(
        "Observers",
        "Оbѕеrvеrѕ",
        "Observers3",
        "Anonymous",
        "Anоnymous",
        "Everybody",
        "Grey",
        "Gray",
        "Me",
        "K7F3",
        "Letter",
    ),
]


@pytest.mark.parametrize("name", NOBODYS)
def test_a_seat_is_called_nothing_that_letters_call_others_by(house: House, name: str) -> None:
    """The attack: to get press that is for others, and to be read as they are. Seats here bear their players' names."""
    master, *players = house.gathered("Manus", "Eve", "Bob", "Carl", "Dora").values()
    house.tell(players[0], f"PROFILE NAME {name}")
    assert not house.every(select(Player.name).where(Player.name == "Eve"))
    house.tell(master, "CREATE pirates hoard\nplayers 4\npress choice\nEND CREATE")
    for who in players:
        house.tell(who, "JOIN hoard")
    assert "has started" in house.tell(master, "GAME hoard\nSTART").text
    seats = house.every(select(Seat.name).order_by(Seat.id))
    assert {"BOB", "CARL", "DORA"} < set(seats)
    (seat,) = set(seats) - {"BOB", "CARL", "DORA"}
    others = (*NO_NAMES, *RESERVED)
    assert not resembles(seat, {word.upper() for word in others}, {*MASTER_WORDS, "OBSERVERS"})
    assert not anonymity.NAME.fullmatch(seat)
    before = len(players[0].inbox())
    for word in ("OBSERVERS", "MASTER", "GAMEMASTER", "ANONYMOUS"):
        house.tell(players[1], f"PRESS TO {word}: not for you")
    assert len(players[0].inbox()) == before


@pytest.mark.parametrize(
    ("one", "other"),
    [("Bern", "Bem"), ("Vvanda", "Wanda"), ("Τοm", "Tom"), ("Тоm", "Tom"), ("Ꭲom", "Tom"), ("Tóm", "Tom")],
)
def test_names_that_look_alike_are_numbered(one: str, other: str) -> None:
    assert all(name[-1].isdigit() for name in seat_names([one, other], ()))


def test_names_that_differ_by_a_vowel_are_told_apart() -> None:
    assert seat_names(["Jörg", "Jürg"], ()) == ("JÖRG", "JÜRG")
    assert skeleton("कुमार") != skeleton("कमार")
