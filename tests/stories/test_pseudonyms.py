"""Nobody writes under a name that readers, or those who answer, would take for somebody else's."""

from __future__ import annotations

import pytest

from judge.rules.machiavelli.system import SYSTEM
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven


@pytest.fixture
def table(house: House) -> Seven:
    return seven(house, "press choice", "pseudonyms yes")


def test_a_pseudonym_is_no_word_by_which_letters_name_their_readers_and_writers(table: Seven) -> None:
    words = ["Everybody", "Everyone", "Anonymous", "Unsigned", "Observer", "Gray", "Public", "Players", "Host"]
    told = table.tell("FRANCE", "\n".join(f"PSEUDONYM {word}" for word in words)).text
    assert told.count("cannot be taken") == len(words)
    table.tell("FRANCE", "PSEUDONYM Nightingale")
    before = len(table.players["FRANCE"].inbox())
    table.tell("ITALY", "PRESS TO PLAYERS: for all of you\nPRESS TO ANONYMOUS: for whoever wrote it")
    assert len(table.players["FRANCE"].inbox()) == before, "such words are nobody's name"


def test_a_pseudonym_looks_like_no_seat_and_no_office(table: Seven) -> None:
    names = [
        "Eng1and",
        "Engiand",
        "ltaly",
        "Italy2",
        "The-Judge",
        "Judge1",
        "Game-Master",
        "1TALY",
        "Ru55ia",
        "King-Of-Turkey",
    ]
    told = table.tell("FRANCE", "\n".join(f"PSEUDONYM {name}" for name in names)).text
    assert told.count("cannot be taken") + told.count("is no pseudonym") == len(names)
    taken = table.tell("ITALY", "PSEUDONYM Owl\nPSEUDONYM Grey-Wolf\nPSEUDONYM Francesca").text
    assert taken.count("You can write PRESS AS") == 3
    assert "cannot be taken" in table.tell("FRANCE", "PSEUDONYM 0wl").text + table.tell("FRANCE", "PSEUDONYM Ow1").text


def test_18_1_press_to_nobody_s_name_and_under_a_long_one_is_told_why_it_fails(table: Seven) -> None:
    told = table.tell("ITALY", "PRESS TO ANONYMOUS: who are you?\nPRESS AS Il Lupo TO FRANCE: beware").text
    assert "Which unsigned letter do you answer?" in told
    assert "Il Lupo is no pseudonym: it is one word." in told
    assert "There is no seat" not in told


def test_18_1_nobody_is_called_what_letters_call_a_party_by(house: House) -> None:
    master, *players = house.gathered("Manus", "Anna", "Bert").values()
    others = set(SYSTEM.seating({}).names) - {"FLORENCE", "VENICE"}
    house.tell(master, f"CREATE machiavelli italy\ndummies {' '.join(sorted(others))}\nEND CREATE")
    for who, seat in zip(players, ("FLORENCE", "VENICE"), strict=True):
        house.tell(who, f"JOIN italy AS {seat}")
    assert "has started" in house.tell(master, "GAME italy\nSTART").text
    words = ["Pope", "P0pe", "The-Pope", "Pope2", "Emperor", "Sultan", "Turk", "Turks", "Papal", "Holy-See", "Rome"]
    words += ["Venetians", "Habsburg", "Ottomans", "Independent", "Gamemaster"]
    told = " ".join(house.tell(players[0], "\n".join(f"PSEUDONYM {word}" for word in words)).text.split())
    assert told.count("cannot be taken") == len(words), told
    assert "You can write PRESS AS Il-Lupo" in house.tell(players[0], "PSEUDONYM Il-Lupo").text


def test_nobody_is_called_as_a_letter_is(table: Seven) -> None:
    told = table.tell("ITALY", "PSEUDONYM K7F3\nPSEUDONYM Letter\nPSEUDONYM Letters").text
    assert told.count("cannot be taken") == 3


def test_a_pseudonym_and_a_way_may_stand_side_by_side(table: Seven) -> None:
    table.tell("ITALY", "PSEUDONYM Owl")
    told = table.tell("ITALY", "PRESS AS Owl LATER TO FRANCE: hoo").text
    assert "PROBLEM" not in told
