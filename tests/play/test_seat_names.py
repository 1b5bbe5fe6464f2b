"""Seats that take the names of their players."""

from __future__ import annotations

import pytest

from judge.play.creation import seat_names


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
