"""A row of an HTML table is one line: cells that make one order together are read, and all others are told whole."""

from __future__ import annotations

import pytest

from judge.mail.text.html_text import html_text
from judge.rules.registry import systems
from judge.rules.rng import Rng
from judge.rules.values import Reading, only, sheet_of


def rows(name: str, role: str, *table: tuple[str, ...]) -> Reading:
    system = systems()[name]
    options = {option.name: option.default for option in system.options}
    seats = system.seating(options).names
    view = system.view(system.start(options, seats, Rng(b"seed", "start", 0)).state, only(role))
    cells = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in table)
    return system.read(view, role, sheet_of(html_text(f"<table>{cells}</table>")))


@pytest.mark.parametrize(
    ("name", "role", "table", "filed"),
    [
        ("diplomacy", "AUSTRIA", (("A VIE", "- GAL"), ("A BUD", "- SER")), "A BUD - SER\nA VIE - GAL"),
        ("diplomacy", "AUSTRIA", (("A VIE", "move", "GAL"), ("F TRI", "hold", "")), "F TRI H\nA VIE - GAL"),
        ("diplomacy", "AUSTRIA", (("A VIE", "", "- GAL"), ("", "A BUD - SER", "")), "A BUD - SER\nA VIE - GAL"),
        (
            "payola",
            "AUSTRIA",
            (("5 :", "A VIE", "- GAL"), ("3:", "A BUD - SER", "")),
            "5 : A VIE - GAL\n3 : A BUD - SER",
        ),
        ("payola", "AUSTRIA", (("5 : A VIE", "GAL|BOH"),), "5 : A VIE - GAL | - BOH"),
        ("machiavelli", "FLORENCE", (("Raise", "A FIR"), ("Raise", "F PIS")), "RAISE A FIR\nRAISE F PIS"),
        ("machiavelli", "FLORENCE", (("Give", "5", "Milan"), ("Give", "3", "Genoa")), "GIVE 5 MILAN\nGIVE 3 GENOA"),
    ],
)
def test_the_cells_of_a_row_make_one_order(
    name: str, role: str, table: tuple[tuple[str, ...], ...], filed: str
) -> None:
    found = rows(name, role, *table)
    assert "\n".join(found.parts.values()) == filed
    assert not found.problems


@pytest.mark.parametrize(
    ("name", "role", "row"),
    [
        ("diplomacy", "AUSTRIA", ("A VIE - GAL", "A BUD - SER")),
        ("diplomacy", "AUSTRIA", ("A VIE", "GAL", "A BUD", "SER")),
        ("diplomacy", "AUSTRIA", ("A VIE", "BUD", "GAL")),
        ("diplomacy", "AUSTRIA", ("1", "A VIE", "- GAL")),
        ("payola", "AUSTRIA", ("1", "5", "A VIE - GAL")),
        ("payola", "AUSTRIA", ("1", "0 : A VIE - GAL")),
        ("payola", "AUSTRIA", ("5 : A VIE", "GAL", "BOH")),
        ("payola", "AUSTRIA", ("5 : A VIE - GAL", "3 : A BUD - SER")),
        ("payola", "AUSTRIA", ("TRANSFER", "1", "0", "TO", "FRANCE")),
        ("machiavelli", "FLORENCE", ("Raise A FIR", "Raise F PIS")),
        ("machiavelli", "FLORENCE", ("Give", "1", "0", "Milan")),
    ],
)
def test_cells_of_a_row_that_make_no_one_order_are_told(name: str, role: str, row: tuple[str, ...]) -> None:
    found = rows(name, role, row)
    assert not found.parts
    assert not found.acts
    assert found.problems
