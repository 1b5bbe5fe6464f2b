"""docs/security.md lists attacks: each names the tests that play it, and these exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / "docs" / "security.md").read_text()


def test_each_attack_names_tests_that_exist() -> None:
    existing = {
        node.name
        for path in TESTS.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef)
    }
    attacks = [paragraph for paragraph in PAGE.split("\n\n") if paragraph.startswith("**")]
    assert attacks
    for attack in attacks:
        _, heading, tests = attack.partition("\nTests: ")
        named = re.findall(r"`(test_\w+)`", tests)
        assert heading, attack
        assert named, attack
        assert set(named) <= existing, attack
