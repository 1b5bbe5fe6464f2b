"""Several offers on one line: read where each is an offer by itself, with its amount; else none of the line."""

from __future__ import annotations

import pytest

from tests.rules.payola.played import codes, opening, read


@pytest.mark.ruling("P49")
@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("5 : A VIE - GAL, 3 : A BUD - SER", "5 : A VIE - GAL\n3 : A BUD - SER"),
        ("5 AgP : A VIE - GAL; 3 ! A BUD H; 20 $", "5 : A VIE - GAL\n3 ! A BUD H\n20 $"),
        ("5 : A VIE - GAL, 4 : A VIE - TYR", "5 : A VIE - GAL\n4 : A VIE - TYR"),
        (
            "5 : A VIE - GAL, 3 : A BUD - SER % for now, at least",
            "5 : A VIE - GAL\n3 : A BUD - SER  % for now, at least",
        ),
    ],
)
def test_offers_between_commas_are_read_each_by_itself(text: str, meant: str) -> None:
    reading = read(opening(), "AUSTRIA", text)
    assert reading.parts == {"offers": meant}
    assert len(reading.lines) == 1
    assert codes(reading) == []


@pytest.mark.ruling("P49")
@pytest.mark.parametrize(
    "text",
    [
        "5 : A VIE - GAL, A BUD - SER",
        "A VIE - GAL, 20 $",
        "5 : A VIE - GAL, 3",
        "1,5 : A VIE - GAL",
        "5 : A VIE - GAL, 3 : A BUD - SER but only if Russia pays",
    ],
)
def test_nothing_of_a_line_counts_where_an_amount_is_in_doubt(text: str) -> None:
    reading = read(opening(), "AUSTRIA", text)
    assert reading.parts == {}
    assert [each.text for each in reading.problems] == [text]
