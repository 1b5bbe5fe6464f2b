"""Offers that a mail program broke over two lines: put together, or refused whole; never filed as their beginning."""

from __future__ import annotations

import pytest

from tests.rules.payola.played import codes, opening, read


@pytest.mark.parametrize(
    ("power", "text", "meant"),
    [
        ("AUSTRIA", "7#3 : A VIE - GAL\n| - BOH\n| - TYR % any", "7#3 : A VIE - GAL | - BOH | - TYR  % any"),
        (
            "AUSTRIA",
            "7#3 : A VIE - GAL | S A\nBUD - TRI\n2 : F TRI - ALB",
            "7#3 : A VIE - GAL | S A BUD - TRI\n2 : F TRI - ALB",
        ),
    ],
)
def test_an_offer_on_two_lines_is_put_together(power: str, text: str, meant: str) -> None:
    reading = read(opening(), power, text)
    assert reading.parts == {"offers": meant}
    assert codes(reading) == []


def test_an_offer_that_has_lost_its_end_is_told_and_the_next_one_stands() -> None:
    reading = read(opening(), "ITALY", "6 : F NAP -\n4 : A ROM - APU\n0 : A VEN H")
    assert reading.parts == {"offers": "4 : A ROM - APU\n0 : A VEN H"}
    assert [each.line for each in reading.problems] == [1]


@pytest.mark.parametrize("text", ["5 : A CON - BUL\nGRE", "5 : A SMY S A CON\n- GLA"])
def test_what_does_not_read_as_one_offer_is_refused_whole(text: str) -> None:
    reading = read(opening(), "TURKEY", f"{text}\n1 : F ANK - BLA")
    assert reading.parts == {"offers": "1 : F ANK - BLA"}
    assert codes(reading) == ["line/broken"]


def test_an_offer_on_too_many_lines_counts_for_nothing() -> None:
    text = "\n".join(["5 : A PAR - BUR", *["| - PIC"] * 12])
    assert read(opening(), "FRANCE", text).parts == {}


def test_in_classic_payola_an_offer_that_was_put_together_is_no_second_one() -> None:
    reading = read(opening(variant="classic"), "TURKEY", "5 : A CON -\nBUL\n3 : F ANK\n- BLA")
    assert reading.parts == {"offers": "5 : A CON - BUL\n3 : F ANK - BLA"}


def test_in_a_blind_game_offers_are_put_together_by_the_map_alone() -> None:
    reading = read(opening(variant="tincup"), "TURKEY", "5 : A MUN S A\nBER - KIE")
    assert reading.parts == {"offers": "5 : A MUN S A BER - KIE"}


def test_an_order_below_a_bare_number_is_no_offer_of_nothing() -> None:
    """Is it the price, or the place in a list? Nobody knows, and nothing is filed of it."""
    reading = read(opening(), "FRANCE", "5\nA PAR - BUR\n1 : A MAR H")
    assert reading.parts == {"offers": "1 : A MAR H"}
    assert codes(reading) == ["line/broken"]
    assert "`5` and `A PAR - BUR`" in reading.problems[0].message


def test_an_offer_with_its_own_price_stands_below_a_number() -> None:
    assert read(opening(), "FRANCE", "5\n3 : A PAR - BUR").parts == {"offers": "3 : A PAR - BUR"}
