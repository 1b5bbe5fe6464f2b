"""Each fault that the judge must survive is a test by its number: S the SMTP dialogue, M reading mail, C what players
write, T time, D the database, O mail on its way out, P privacy, W the public pages.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

ROWS = (
    *(f"s{number}" for number in range(1, 18)),
    *(f"m{number}" for number in range(1, 20)),
    *(f"o{number}" for number in range(1, 8)),
    *(f"p{number}" for number in range(1, 6)),
    *(f"c{number}" for number in range(1, 13)),
    *(f"t{number}" for number in range(1, 9)),
    *(f"d{number}" for number in range(1, 9)),
    *(f"w{number}" for number in range(1, 5)),
)

# The rulings of Payola are numbered P as well; their tests stand with the rules.
NAMES = " ".join(
    name
    for path in TESTS.rglob("test_*.py")
    if "rules" not in path.relative_to(TESTS).parts
    for name in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)
)


@pytest.mark.parametrize("row", ROWS)
def test_each_row_is_a_test_by_its_number(row: str) -> None:
    assert re.search(rf"\btest_(?:[a-z]\d+_)*{row}_", NAMES), f"no test is named for row {row.upper()}"
