"""Each fault that the judge must survive, and each numbered ruling, is a test that is marked with it.

The rows of faults: S the SMTP dialogue, M reading mail, C what players write, T time, D the database, O mail on its way
out, P privacy, W the public pages.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
RULINGS = TESTS.parent / "docs" / "rulings"

HOW_MANY = {"S": 17, "M": 19, "O": 7, "P": 5, "C": 12, "T": 8, "D": 8, "W": 4}
ROWS = {f"{letter}{number}" for letter, many in HOW_MANY.items() for number in range(1, many + 1)}


@cache
def marked(marker: str) -> dict[str, str]:
    """Number -> file of every `@pytest.mark.<marker>(number, ...)` on a test, in whatever part of the tests is run."""
    return dict(_marked(marker))


def _marked(marker: str) -> Iterator[tuple[str, str]]:
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text()
        if f"pytest.mark.{marker}" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                calls = [each for each in node.decorator_list if isinstance(each, ast.Call)]
                for call in (each for each in calls if ast.unparse(each.func) == f"pytest.mark.{marker}"):
                    yield from ((ast.literal_eval(number), path.name) for number in call.args)


@pytest.mark.parametrize("row", sorted(ROWS))
def test_each_row_is_marked_on_a_test(row: str) -> None:
    assert row in marked("fault"), f"no test is marked with row {row}"


def test_no_test_is_marked_with_a_row_that_is_none() -> None:
    assert {row: file for row, file in marked("fault").items() if row not in ROWS} == {}


@pytest.mark.parametrize("game", ["payola", "pirates", "machiavelli"])
def test_each_numbered_ruling_is_marked_on_a_test(game: str) -> None:
    numbers = re.findall(r"\*\*([PR]\d+|\d+\.\d+)\.?\*\*", (RULINGS / f"{game}.md").read_text())
    assert len(numbers) > 5
    assert set(numbers) - set(marked("ruling")) == set()
