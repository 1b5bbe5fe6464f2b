"""What a line is dressed with, and what of it may mean something."""

from __future__ import annotations

import pytest

from judge.mailbox.lines.trimmings import undressed
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("| 5 | A WAR - GAL |", "5  A WAR - GAL"),
        ("|5|A WAR - GAL|", "5  A WAR - GAL"),
        ("| A WAR - GAL | 5 |", "A WAR - GAL  5"),
        ("| PIC |", "PIC"),
        ("| A WAR | - GAL |", "A WAR  - GAL"),
        ("| 5 | A WAR | - GAL |", "5  A WAR  - GAL"),
        ("| A WAR - GAL |", "A WAR - GAL"),
        ("| BUY | 3 | FRANCE |", "BUY  3  FRANCE"),
        ("| Anna | yes |", "Anna  yes"),
    ],
)
def test_the_row_of_a_table_is_read_without_its_strokes(written: str, read: str) -> None:
    assert undressed(written) == read


@pytest.mark.parametrize(
    "written",
    [
        "| 5 : A PAR - BUR | - PIC |",
        "| A PAR - BUR | A MAR - SPA |",
        "| - PIC |",
        "| - PIC",
        "5 : A PAR - BUR | - PIC",
        "|--------|-------|",
        "| | A PAR - BUR |",
        "| A PAR - BUR",
    ],
)
def test_strokes_that_may_part_alternatives_stay(written: str) -> None:
    assert undressed(written) == written


@pytest.mark.parametrize("row", ["| 5 : A PAR - BUR | PIC |", "| A PAR - BUR | PIC |", "| - A PAR | BUR - PIC |"])
def test_an_offer_drawn_like_a_row_is_told(house: House, row: str) -> None:
    assert "PROBLEM" in seven(house).tell("FRANCE", row).text


def test_a_table_drawn_with_strokes_is_a_sheet_of_offers(table: Seven) -> None:
    reply = table.tell(
        "FRANCE", "| Amount | Order |\n|---|---|\n| 5 | A PAR - BUR |\n| 4 | A MAR - SPA |\n| 6 | F BRE - MAO |"
    )
    assert "5 : A PAR - BUR\n4 : A MAR - SPA\n6 : F BRE - MAO" in reply.text
    assert "PROBLEM" not in reply.text


def test_rows_that_may_be_numbered_through_are_told(house: House) -> None:
    reply = seven(house).tell("FRANCE", "| 1 | A PAR - BUR |\n| 2 | A MAR - SPA |")
    assert "ON FILE" in reply.text
    assert reply.text.count("PROBLEM") == 2
