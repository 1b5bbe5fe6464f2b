"""docs/security.md lists attacks: each has its row, and each test that it names is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / "docs" / "security.md").read_text()
COLUMNS = 4


def test_each_attack_is_played_by_tests_that_there_are() -> None:
    there = {
        node.name
        for path in TESTS.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef)
    }
    attacks = PAGE.partition("\n## Measured")[0]
    rows = [line for line in attacks.splitlines() if line.startswith("| ") and not line.startswith(("| Who", "| ---"))]
    assert rows
    for row in rows:
        assert len(row.strip("| ").split(" | ")) == COLUMNS, row
        named = re.findall(r"`(test_\w+)`", row)
        assert named, row
        assert set(named) <= there, row
