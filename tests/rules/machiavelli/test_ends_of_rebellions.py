"""How a rebellion is started and ended, in the words of people (8.1, 11.1, 11.3)."""

from __future__ import annotations

import pytest

from judge.rules.machiavelli.reading.attempts import is_letter_attempt
from tests.rules.machiavelli.test_letters import problems, read
from tests.rules.machiavelli.test_plain_words import BOARD

RISEN = {"PIS": "FLORENCE", "ARE": "FLORENCE"}


@pytest.mark.parametrize(
    ("text", "filed"),
    [
        ("End the rebellion in Pisa", "PACIFY PIS"),
        ("Stop the rebellions in Pisa and Arezzo", "PACIFY PIS\nPACIFY ARE"),
        ("Put down the rebellion in Pisa for 12 ducats", "PACIFY PIS"),
        ("Stir up a revolt in Modena", "REBEL MOD"),
        ("Instigate a rebellion in Modena for 9", "REBEL MOD"),
    ],
)
def test_11_a_rebellion_is_started_and_ended_in_any_words(text: str, filed: str) -> None:
    found = read(text, BOARD, "FLORENCE", "SUM1460C", rebellions=RISEN)
    assert (found.parts, problems(found)) == ({"expenditures": filed}, [])


def test_11_3_put_down_may_be_said_of_ducats_and_of_units() -> None:
    text = "Put down the rebellion in Pisa"
    found = read(text, BOARD, "FLORENCE", "SUM1460C", rebellions=RISEN)
    assert found.parts == {}
    assert [problem.readings for problem in problems(found)] == [("PACIFY PIS", "F PIS H")]
    assert is_letter_attempt(text)
