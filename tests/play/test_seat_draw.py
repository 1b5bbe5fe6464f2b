"""Wishes for seats, as players write them, the draw, and seats that take their players' names."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from judge.games.confusables import MASTER_WORDS, NO_NAMES, resembles, skeleton
from judge.play.creation import RESERVED, seat_names
from judge.play.seat_draw import draw_seats, ranks, read_wishes, wishes_in_words
from judge.press import anonymity
from judge.rules.problems import Refused
from judge.rules.rng import START_LABEL, Rng
from judge.store.tables import Player, Seat
from tests.support.house import House, open_house
from tests.support.table_of_seven import PLAYERS

SEVEN = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")

READ = [
    ("", ()),
    ("?", ("?",)),
    ("FRANCE, ENGLAND, ?", ("FRANCE", "ENGLAND", "?")),
    ("france england", ("FRANCE", "ENGLAND")),
    ("FAE?", ("FRANCE", "AUSTRIA", "ENGLAND", "?")),
    ("E[FGR][TAI]", ("ENGLAND", "FRANCE GERMANY RUSSIA", "TURKEY AUSTRIA ITALY")),
    ("Tur, [Eng, Rus]", ("TURKEY", "ENGLAND RUSSIA")),
    ("ITALY, ?, ENGLAND", ("ITALY", "?", "ENGLAND")),
]


@pytest.mark.parametrize(("text", "wishes"), READ)
def test_wishes_are_read_by_name_beginning_or_initials(text: str, wishes: tuple[str, ...]) -> None:
    assert read_wishes(text, SEVEN) == wishes
    assert read_wishes(wishes_in_words(wishes), SEVEN) == (wishes or ("?",))


REFUSED = [
    ("ATLANTIS", "no seat ATLANTIS"),
    ("FRANCE, FRANCE", "You name France twice"),
    ("F, [E F]", "You name France twice"),
    ("ITA", "may be Italy, or 3 initials"),
    ("GER", "may be Germany, or 3 initials"),
    ("?, ITALY, ?", "One \\? is enough"),
    ("[F ?]", "outside brackets"),
    ("[F, E", "bracket"),
    ("F]", "bracket"),
    ("FX", "no seat FX"),
]


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_what_might_be_two_things_or_none_is_refused_and_never_guessed(text: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        read_wishes(text, SEVEN)


def test_seats_that_share_their_initial_are_named_by_more_of_it() -> None:
    seats = ("MILAN", "FLORENCE", "FERRARA")
    assert read_wishes("FER, M", seats) == ("FERRARA", "MILAN")
    with pytest.raises(Refused):
        read_wishes("FM", seats)


def test_a_seat_that_is_not_named_stands_where_the_question_mark_is_or_last() -> None:
    assert ranks(("F", "?", "I"), ("F", "I", "T")) == tuple(map(frozenset, ("F", "T", "I")))
    assert ranks(("I",), ("F", "I", "T")) == tuple(map(frozenset, ("I", "FT")))


def test_who_has_no_preference_makes_room_for_who_has() -> None:
    for number in range(50):
        drawn = draw_seats(Rng(bytes([number]), START_LABEL), ("FRANCE", "ITALY"), [("?",), ("FRANCE",)])
        assert drawn == {"FRANCE": 1, "ITALY": 0}


def test_equal_wishes_are_decided_by_lot_and_each_wins_as_often() -> None:
    wishes = [("FRANCE", "ITALY"), ("FRANCE", "ITALY")]
    won = [
        draw_seats(Rng(number.to_bytes(2, "big"), START_LABEL), ("FRANCE", "ITALY"), wishes) for number in range(400)
    ]
    assert 160 < sum(drawn["FRANCE"] == 0 for drawn in won) < 240


SEATS = ("A", "B", "C", "D")
WISHES = st.lists(
    st.lists(st.sampled_from((*SEATS, "?")), unique=True, max_size=5).map(tuple), min_size=1, max_size=len(SEATS)
)


def _rank(wishes: tuple[str, ...], seat: str) -> int:
    return next(place for place, alike in enumerate(ranks(wishes, SEATS)) if seat in alike)


@settings(deadline=None)
@given(WISHES, st.binary(max_size=4))
def test_law_each_comes_as_well_off_as_those_before_him_in_the_lot_allow(
    wishes: list[tuple[str, ...]], seed: bytes
) -> None:
    """Held against all assignments there are: the one drawn is best for the first, then for the second, and so on."""
    rng = Rng(seed, START_LABEL)
    drawn = {player: seat for seat, player in draw_seats(rng, SEATS, wishes).items()}
    assert sorted(drawn) == list(range(len(wishes)))
    assert drawn == {player: seat for seat, player in draw_seats(rng, SEATS, wishes).items()}
    order = rng.at("order").shuffled(range(len(wishes)))
    best = min(
        tuple(_rank(wishes[player], seats[player]) for player in order) for seats in permutations(SEATS, len(wishes))
    )
    assert tuple(_rank(wishes[player], drawn[player]) for player in order) == best


def test_wishes_are_told_back_and_the_draw_can_be_repeated_from_the_audit(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        master = house.registered("Manus")
        house.tell(master, "CREATE payola oslo")
        players = [house.registered(name) for name in PLAYERS.values()]
        said = " ".join(house.tell(players[0], "JOIN oslo AS R[FE]?").text.split())
        assert "Your wishes: RUSSIA, [FRANCE ENGLAND], ?." in said
        said = " ".join(house.tell(players[0], "JOIN oslo AS ITA").text.split())
        assert "ITA may be Italy, or 3 initials. Write ITALY, or I, T, A." in said
        for player in players[1:]:
            house.tell(player, "JOIN oslo AS TURKEY, ?")
        house.tell(master, "GAME oslo\nSTART")
        audit = " ".join(house.tell(master, "GAME oslo\nAUDIT").text.split())
        assert "1. RUSSIA, [FRANCE ENGLAND], ? -> RUSSIA; 2. TURKEY, ? ->" in audit


# Seats that take the names of their players.


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
    *("Gamemaster2", "Gаmemаster1", "Judge3", "Observers", "Оbѕеrvеrѕ", "Observers3", "Anonymous", "Anоnymous"),
    *("Everybody", "Grey", "Gray", "Me", "K7F3", "Letter"),
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
    ("family", "names"),
    [("pirates", ("Others", "Rest", "Token", "Everyone")), ("exchange", ("Frankreich", "Unsold", "Francia", "Nobody"))],
)
def test_a_seat_is_called_nothing_that_orders_call_others_by(house: House, family: str, names: tuple[str, ...]) -> None:
    master = house.registered("Manus")
    house.tell(master, f"CREATE {family} hoard\nplayers 4\npress choice\nEND CREATE")
    for number, name in enumerate(names):
        who = house.registered(f"Eve{number}")
        house.tell(who, f"PROFILE NAME {name}\nGAME hoard\nJOIN hoard")
    assert "has started" in house.tell(master, "GAME hoard\nSTART").text
    assert all(re.fullmatch(r"PLAYER\d*", seat) for seat in house.every(select(Seat.name)))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Bern", "Bem"), ("Vvanda", "Wanda"), ("Τοm", "Tom"), ("Тоm", "Tom"), ("Ꭲom", "Tom"), ("Tóm", "Tom")],
)
def test_names_that_look_alike_are_numbered(one: str, other: str) -> None:
    assert all(name[-1].isdigit() for name in seat_names([one, other], ()))


def test_names_that_differ_by_a_vowel_are_told_apart() -> None:
    assert seat_names(["Jörg", "Jürg"], ()) == ("JÖRG", "JÜRG")
    assert skeleton("कुमार") != skeleton("कमार")
