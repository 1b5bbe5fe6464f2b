"""Each fault that the judge must survive, and each numbered ruling, has a test that bears its number: in its name, as
`test_s15_...` and `test_ruling_3_1_...`, or as a mark where a name would be read as another number.

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


IN_NAMES = {
    "fault": re.compile(r"test_((?:[smoctdw]\d+_)+)"),
    "ruling": re.compile(r"test_((?:[pr]\d+_)+|ruling_(?:\d+_\d+_)+)"),
}


@cache
def numbered(kind: str) -> dict[str, str]:
    """Number -> file of every fault or ruling that a test bears, in whatever part of the tests is run."""
    return dict(_numbered(kind))


def _numbered(kind: str) -> Iterator[tuple[str, str]]:
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                calls = [each for each in node.decorator_list if isinstance(each, ast.Call)]
                marks = {ast.unparse(each.func).removeprefix("pytest.mark."): each.args for each in calls}
                found = None if "fault" in marks else IN_NAMES[kind].match(node.name)
                named = found[1].removeprefix("ruling_").strip("_") if found else ""
                numbers = re.findall(r"\d+_\d+", named) or named.upper().split("_")
                yield from ((number.replace("_", "."), path.name) for number in numbers if number)
                yield from ((ast.literal_eval(number), path.name) for number in marks.get(kind, ()))
    for path in sorted(TESTS.glob("rules/*/boards.txt")) if kind == "ruling" else ():
        yield from ((number, path.name) for number in re.findall(r"^(\d+\.\d+) ", path.read_text(), re.MULTILINE))


@pytest.mark.parametrize("row", sorted(ROWS))
def test_each_row_has_a_test(row: str) -> None:
    assert row in numbered("fault"), f"no test bears row {row}"


def test_no_test_bears_a_row_that_is_none() -> None:
    assert {row: file for row, file in numbered("fault").items() if row not in ROWS} == {}


@pytest.mark.parametrize("game", ["payola", "pirates", "machiavelli"])
def test_each_numbered_ruling_has_a_test(game: str) -> None:
    numbers = re.findall(r"\*\*([PR]\d+|\d+\.\d+)\.?\*\*", (RULINGS / f"{game}.md").read_text())
    assert len(numbers) > 5
    assert set(numbers) - set(numbered("ruling")) == set()
