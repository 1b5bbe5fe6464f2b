"""Offers that are the lines of a numbered list: the number is left out where only an offer can stand behind it."""

from __future__ import annotations

import pytest

from tests.rules.payola.played import codes, opening, read


@pytest.mark.parametrize("mark", ["{}) ", "{}. ", "({}) ", "  {})\t"])
def test_the_number_of_a_list_is_no_amount(mark: str) -> None:
    offers = ("6 : A VIE - TRI", "5#2 : A BUD - SER", "20 $")
    text = "\n".join(mark.format(number) + offer for number, offer in enumerate(offers, 1))
    reading = read(opening(), "AUSTRIA", text)
    assert reading.parts == {"offers": "\n".join(offers)}
    assert codes(reading) == []


def test_a_numbered_acceptance_list_is_read() -> None:
    reading = read(opening(), "AUSTRIA", "1) 6 : A VIE - TRI\n2) ACCEPT AF?")
    assert [act.kind for act in reading.acts] == ["accept"]


@pytest.mark.parametrize("text", ["1) A VIE - TRI", "5. A VIE - TRI"])
def test_a_number_before_an_order_alone_may_be_its_amount_and_files_nothing(text: str) -> None:
    reading = read(opening(), "AUSTRIA", text)
    assert reading.parts == {}
    assert reading.problems


def test_an_offer_said_in_words_may_stand_in_a_numbered_list() -> None:
    text = "1. A VIE - TRI for 10\n2. I offer 5 to A BUD - SER\n3) save 20"
    assert read(opening(), "AUSTRIA", text).parts == {"offers": "10 : A VIE - TRI\n5 : A BUD - SER\n20 $"}


def test_a_number_before_the_order_of_a_loyal_unit_is_that_of_a_list() -> None:
    loyal = opening(variant="loyal", dummies=("ITALY",))
    assert read(loyal, "AUSTRIA", "1. A VIE - TRI\n2) A BUD - SER").parts == {"offers": "A VIE - TRI\nA BUD - SER"}
    assert read(loyal, "AUSTRIA", "2. A VEN H").parts == {}
