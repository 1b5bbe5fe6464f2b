"""Attacks on the word of a private game: by trying all words that there are."""

from __future__ import annotations

from judge.cli.tools.correspondent import Correspondent
from judge.commands.players.join import WRONG_WORDS
from tests.mailbox.test_leaked_letters import forge
from tests.support.house import House

RIGHT = "JOIN oslo WITH sesame"


def wrong(*numbers: int) -> str:
    return "\n".join(f"JOIN oslo WITH word{number}" for number in numbers)


def _private(house: House) -> Correspondent:
    house.tell(house.registered("Manus"), "CREATE DIPLOMACY oslo\nmovement 72h\nword sesame\nEND CREATE")
    return house.registered("Ann")


def test_the_word_of_a_private_game_is_not_found_by_trying(house: House) -> None:
    ann = _private(house)
    told = house.tell(ann, f"{wrong(*range(40))}\n{RIGHT}")
    assert told.text.count("That game is private") == WRONG_WORDS
    assert "You have joined" not in told.text, "the right one among them tells nothing"
    for _ in range(3):
        told = house.tell(ann, f"{wrong(41)}\n{RIGHT}")
        assert "That game is private" not in told.text
        assert "You have joined" not in told.text
    house.pass_time(days=1.1)
    assert "You have joined" in house.tell(ann, RIGHT).text


def test_words_that_are_called_passwords_are_counted_too(house: House) -> None:
    ann = _private(house)
    for number in range(WRONG_WORDS):
        house.tell(ann, f"join oslo password: guess{number}" if number % 2 else f"join oslo password guess{number}")
    told = house.tell(ann, RIGHT)
    assert "You have tried too many wrong words today." in told.text
    assert "You have joined" not in told.text


def test_words_in_wide_letters_are_counted_too(house: House) -> None:
    ann = _private(house)
    for number in range(WRONG_WORDS):
        house.tell(ann, f"JOIN oslo \uff37\uff29\uff34\uff28 word{number}")
    assert "You have tried too many wrong words today." in house.tell(ann, RIGHT).text


def test_who_mistypes_the_word_joins_with_the_right_one(house: House) -> None:
    ann = _private(house)
    for number in range(WRONG_WORDS - 1):
        house.tell(ann, wrong(number))
        house.tell(ann, "JOIN oslo")
    assert "You have joined" in house.tell(ann, RIGHT).text


def test_what_is_tried_with_a_leaked_letter_does_not_keep_its_owner_out(house: House) -> None:
    ann = _private(house)
    welcome = ann.last(lambda mail: mail.key != "")
    for number in range(3):
        forge(house, ann, welcome, wrong(*range(number * 10, number * 10 + 9)))
    assert "You have joined" in house.tell(ann, RIGHT).text
