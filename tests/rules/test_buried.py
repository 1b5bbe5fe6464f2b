"""An order within other words is shown as it would have to stand."""

from __future__ import annotations

import pytest

from judge.rules.values import Reading, Sheet, sheet_of
from judge.rules.words.buried import MOST_LINES, MOST_PARTS, order_within, with_orders_within
from tests.rules.test_attempts import SAID, SHEETS, seen


@pytest.mark.parametrize(
    ("name", "line", "order"),
    [
        ("empires", "please 1 ARMY 1", "1 ARMY 1"),
        ("pirates", "perhaps ANNA: 3 then", "ANNA: 3"),
    ],
)
def test_the_part_that_is_an_order_is_found(name: str, line: str, order: str) -> None:
    system, view, role = seen(name)
    assert order_within(system, view, role, line) == order


@pytest.mark.parametrize("name", SHEETS)
def test_no_order_is_found_in_remarks(name: str) -> None:
    system, view, role = seen(name)
    assert [line for line in SAID if order_within(system, view, role, line)] == []


@pytest.mark.parametrize(
    "line",
    [
        "Tax Padua. Raise army in Friuli",
        "Sell Padua to Milan for 5. Raise army in Friuli. Raise army in Verona",
        "Raise army in Friuli",
    ],
)
def test_what_the_line_has_filed_is_no_order_within_nor_is_a_heading(line: str) -> None:
    system, view, role = seen("machiavelli")
    reading: Reading = system.read(view, role, sheet_of(line))
    (told,) = with_orders_within(system, view, role, reading.problems, reading.lines)
    assert told.hint == "for example: raise A VEN, A PAD, A VER, A TRV"


@pytest.mark.parametrize("to", ["EA, SO", "EA and SO", "EA & SO"])
def test_what_names_two_readers_is_no_message_to_one_of_them_within(to: str) -> None:
    system, view, role = seen("empires")
    reading: Reading = system.read(view, role, sheet_of(f"MESSAGE {to} hello there"))
    (told,) = with_orders_within(system, view, role, reading.problems)
    assert told.hint == "Write a line for each: MESSAGE EA … and MESSAGE SO …"


class Counted:
    """A system that reads nothing, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def read(self, view: object, role: str, sheet: Sheet) -> Reading:
        self.asked += 1
        return Reading()


def test_few_parts_of_few_lines_are_tried() -> None:
    _, view, role = seen("diplomacy")
    counted = Counted()
    lines = [f"A PAR - BUR {'word ' * 20}{'x' * number}" for number in range(2, 32)]
    problems = seen("diplomacy")[0].read(view, role, sheet_of("\n".join(lines))).problems
    assert len(with_orders_within(counted, view, role, problems)) == len(problems) == len(lines)  # type: ignore[arg-type]
    assert MOST_LINES < counted.asked <= MOST_LINES * MOST_PARTS
