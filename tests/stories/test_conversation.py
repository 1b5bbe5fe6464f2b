"""The conversation in the manual is one that the judge has."""

from __future__ import annotations

from pathlib import Path

from tests.stories.conversation import PAGE, played
from tests.support.house import open_house


def test_the_judge_answers_as_the_page_says(sqlite_url: str, tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    with open_house(sqlite_url, tmp_path) as house:
        assert played(page, house) == page, "run: python -m tests.stories.conversation"
