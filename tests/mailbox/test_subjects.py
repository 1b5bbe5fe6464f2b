"""A subject as the page that writes orders makes it names game and phase; signs that part lines are no part of them."""

from __future__ import annotations

import pytest

from judge.testing.correspondent import Received
from tests.support.flat import flat
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven
from tests.support.troubles import write_all

MOVE = "5 : A PAR - BUR"


def _fresh(table: Seven, subject: str, text: str) -> Received:
    """The reply to a mail that answers no letter."""
    fleur = table.players["FRANCE"]
    written = fleur.write(f"KEY {fleur.key}\n{text}", subject=subject)
    table.house.settle()
    return fleur.last(lambda mail: str(mail.message["In-Reply-To"]) == written)


def _filed(table: Seven) -> str:
    return table.tell("FRANCE", "GAME oslo\nSHOW").text.partition("ON FILE")[2]


@pytest.fixture
def elsewhere(house: House, table: Seven) -> Seven:
    """The same players have a second game, so that a mail must name its own."""
    seven(house, name="bergen")
    return table


def test_the_subject_of_a_fresh_mail_names_game_and_phase(elsewhere: Seven) -> None:
    assert MOVE not in flat(_fresh(elsewhere, "Orders", MOVE).text).partition("ON FILE")[2]
    assert MOVE in flat(_fresh(elsewhere, "[oslo] S1901M", MOVE).text).partition("ON FILE")[2]
    assert MOVE in _filed(elsewhere)


def test_a_phase_in_the_subject_that_is_over_is_refused_with_the_reason(house: House, table: Seven) -> None:
    write_all(table)
    house.pass_time(hours=73)
    told = flat(_fresh(table, "[oslo] S1901M", MOVE).text)
    assert "Spring 1901 Movement is over, and nothing changes its orders. Write PHASE F1901M" in told
    assert "None of these orders was filed." in told
    assert MOVE not in _filed(table)


def test_lines_of_the_text_say_more_than_its_subject(elsewhere: Seven) -> None:
    assert MOVE in flat(_fresh(elsewhere, "[bergen] S1901M", f"GAME oslo\nPHASE S1901M\n{MOVE}").text)
    assert MOVE in _filed(elsewhere)


@pytest.mark.parametrize("subject", ["Re: [oslo] S1901M", "[oslo] S1901M please", "[oslo] orders", "S1901M"])
def test_other_subjects_name_nothing(elsewhere: Seven, subject: str) -> None:
    assert MOVE not in flat(_fresh(elsewhere, subject, MOVE).text).partition("ON FILE")[2]


def test_a_subject_that_names_another_game_files_nothing(table: Seven) -> None:
    assert "You are in no running game of that name" in flat(_fresh(table, "[nowhere] S1901M", MOVE).text)
    assert MOVE not in _filed(table)


@pytest.mark.parametrize("end", [";", ",", " ;"])
def test_a_sign_behind_a_line_is_dropped(table: Seven, end: str) -> None:
    lines = ("GAME oslo", "PHASE S1901M", MOVE, "4 : F BRE - MAO", "ACCEPT EFG?", "SHOW")
    told = flat(_fresh(table, "", "\n".join(line + end for line in lines)).text)
    assert "problem" not in told
    assert f"{MOVE} 4 : F BRE - MAO" in told.partition("ON FILE")[2]


def test_a_tag_parts_lines_of_a_sheet(table: Seven) -> None:
    _fresh(table, "[oslo] S1901M", f"{MOVE};<BR>4 : F BRE - MAO;<BR/>")
    assert f"{MOVE} 4 : F BRE - MAO" in flat(_filed(table))
