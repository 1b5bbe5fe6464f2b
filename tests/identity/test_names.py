"""What somebody may be called: a name, and nothing that a reader would take for the judge's own word or a link."""

from __future__ import annotations

import pytest

from judge.identity.players import clean_name
from tests.support.flat import flat
from tests.support.house import House


@pytest.mark.parametrize(
    "name",
    ["Ann", "O’Brien", "Müller-Lüdenscheidt", "J. R. R. Tolkien", "अनुष्का शर्मा", "李雷", "Dr. Who, Jr.", "Judge Dredd"],
)
def test_a_name_stays_as_it_is(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("me as Tom Oak", "Tom Oak"),
        ("Tom Oak, thank you!", "Tom Oak"),
        ("http://evil.com/login", "http evil. com login"),
        ("judge@judge.test", "judge judge. test"),
        ("Ann (you)", "Ann you"),
        ("<b>Ann</b>", "b Ann b"),
        ("J.R.R. Tolkien", "J. R. R. Tolkien"),
    ],
)
def test_no_mail_program_makes_a_link_of_a_name(written: str, name: str) -> None:
    assert clean_name(written) == name


@pytest.mark.parametrize("name", ["The Judge", "GameMaster", "open", "you", "a dummy", "Computer", "Тhе Judgе"])
def test_nobody_is_called_by_a_word_that_stands_in_place_of_a_name(house: House, name: str) -> None:
    ann = house.registered("Ann")
    assert "A name is needed." in flat(house.tell(ann, f"PROFILE NAME {name}"))
    assert "Nobody can be called" in flat(house.tell(ann, f"PROFILE PUBLIC YES AS {name}"))


def test_whoever_registers_under_such_a_word_is_called_as_their_mail_names_them(house: House) -> None:
    who = house.person("Ann")
    who.write("REGISTER The Judge")
    house.settle()
    who.reply(who.last(), "yes")
    house.settle()
    assert "Name Ann" in flat(house.tell(who, "PROFILE"))
