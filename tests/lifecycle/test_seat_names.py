"""Seats that take the names of their players."""

from __future__ import annotations

import pytest

from judge.lifecycle.start import seat_names


@pytest.mark.parametrize(
    ("people", "names"),
    [
        (["Anna Moser", "Bob"], ("ANNA", "BOB")),
        (["Anna Moser", "Anna Lind"], ("ANNAMOSER", "ANNALIND")),
        (["Anna", "Anna"], ("ANNA", "ANNA2")),
        (["Jörg O'Neill"], ("JÖRG",)),
        (["李 雷"], ("李",)),
        (["Help Me", "42", "!!!"], ("HELP2", "PLAYER42", "PLAYER")),
    ],
)
def test_a_seat_takes_its_players_name_in_one_word_that_is_nobody_elses(
    people: list[str], names: tuple[str, ...]
) -> None:
    assert seat_names(people, {"HELP"}) == names
