"""Sheets that are too long (fault C9): read as far as any sheet needs, and said so."""

from __future__ import annotations

from pathlib import Path

from judge.services.interpreting import ORDER_LINES
from tests.support.house import open_house
from tests.support.table_of_seven import seven


def test_c9_lines_beyond_the_limit_are_not_read_and_the_reply_says_so(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path) as house:
        table = seven(house)
        reply = table.tell("FRANCE", "\n".join(["1 : A PAR - BUR"] * ORDER_LINES + ["7 : A MUN - RUH"] * 600))
        assert f"at most {ORDER_LINES} lines of orders" in " ".join(reply.text.split())
        shown = table.tell("FRANCE", "SHOW").text
        assert "1 : A PAR - BUR" in shown
        assert "A MUN - RUH" not in shown
