"""The pages about Payola keep to what the judge does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judge.rules.payola.sheet import SheetReader
from judge.rules.payola.words import list_in, transfer_in
from tests.rules.payola.support import STANDARD, position

ROOT = Path(__file__).parents[3]
RULINGS = (ROOT / "docs/rulings/payola.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs/games/payola.md").read_text(encoding="utf-8")
TESTS = "".join(file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py"))


@pytest.mark.parametrize("number", re.findall(r"^- \*\*(P\d+)\.\*\*", RULINGS, re.MULTILINE))
def test_every_ruling_on_the_page_has_a_test_by_its_number(number: str) -> None:
    assert f"def test_{number.lower()}_" in TESTS


def test_the_page_holds_the_rulings_of_sections_1_to_5() -> None:
    numbers = {int(number) for number in re.findall(r"^- \*\*P(\d+)\.\*\*", RULINGS, re.MULTILINE)}
    assert numbers == {*range(1, 20), *range(29, 35)}


@pytest.mark.parametrize("line", [line.strip() for line in PAGE.splitlines() if line.startswith("    ")])
def test_every_example_on_the_players_page_is_read(line: str) -> None:
    text = re.split(r"  +", line)[0]
    if text.endswith("…"):
        text = text.replace("…", "A VIE - GAL")
    if text in ("BALANCE", "SHOW"):
        return
    if transfer_in(STANDARD, text) is None and list_in(text) is None:
        power = "AUSTRIA" if "VIE" in text or "BUD" in text else "FRANCE"
        SheetReader(STANDARD, position(), power).read(text)
