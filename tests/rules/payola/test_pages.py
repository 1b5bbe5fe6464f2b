"""The pages about Payola keep to what the judge does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from judge.rules.diplomacy.boardfile import board_names, check_board, whole_data
from judge.rules.payola.system import SYSTEM
from tests.rules.exchange.exchanged import exchange
from tests.rules.exchange.exchanged import read as read_for
from tests.rules.payola.played import RNG, opening, read
from tests.rules.payola.support import STANDARD

ROOT = Path(__file__).parents[3]
RULINGS = (ROOT / "docs/rulings/payola.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs/games/payola.md").read_text(encoding="utf-8")
HERE = Path(__file__).parent
TESTS = "".join(
    file.read_text(encoding="utf-8") for folder in (HERE, HERE.parent / "exchange") for file in folder.glob("test_*.py")
)


@pytest.mark.parametrize("number", re.findall(r"^- \*\*(P\d+)\.\*\*", RULINGS, re.MULTILINE))
def test_every_ruling_on_the_page_has_a_test_by_its_number(number: str) -> None:
    assert f"def test_{number.lower()}_" in TESTS


def test_the_page_holds_all_rulings() -> None:
    numbers = [int(number) for number in re.findall(r"^- \*\*P(\d+)\.\*\*", RULINGS, re.MULTILINE)]
    assert sorted(numbers) == list(range(1, 51))


@pytest.mark.parametrize("line", [line.strip() for line in PAGE.splitlines() if line.startswith("    ")])
def test_every_example_on_the_players_page_is_read(line: str) -> None:
    text = re.split(r"  +", line)[0]
    if text.endswith("…"):
        text = text.replace("…", "A VIE - GAL")
    if text in ("BALANCE", "SHOW", "ADD"):
        return
    power = "AUSTRIA" if "VIE" in text or "BUD" in text else "FRANCE"
    reading = read(opening(), power, f"1 : {'A VIE' if power == 'AUSTRIA' else 'A PAR'} H\n\n{text}")
    assert not [each for each in reading.problems if each.code.startswith(("line/", "diplomacy/no-order"))]
    assert not reading.remarks


VARIATIONS = (ROOT / "docs/games/payola-variations.md").read_text(encoding="utf-8")
BOARDS_PAGE = (ROOT / "docs/boards.md").read_text(encoding="utf-8")


def section(title: str) -> list[str]:
    """The examples below this heading."""
    below = VARIATIONS.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return [line.strip() for line in below.splitlines() if line.startswith("    ")]


@pytest.mark.parametrize(
    ("title", "options"),
    [
        ("Payola Classic", {"variant": "classic"}),
        ("Tin Cup", {"variant": "tincup"}),
        ("Loyal Units", {"variant": "loyal", "dummies": ("ITALY",)}),
    ],
)
def test_every_example_of_a_variation_is_read(title: str, options: dict[str, Any]) -> None:
    assert section(title)
    assert read(opening(**options), "FRANCE", "\n".join(section(title))).problems == ()


def test_every_example_of_exchange_is_read() -> None:
    lines = section("Exchange")
    below = lines.index("FOR FRANCE")
    opened = exchange()
    trades = [re.split(r"  +", line)[0] for line in lines[4:below]]
    assert len(trades) == 5
    assert read_for(opened, "ANNA", "\n".join(trades).replace("BERT", "CARL")).problems == ()
    led = exchange(ceos={"FRANCE": "ANNA", "GERMANY": "ANNA"}, trading=False)
    france, _, germany = "\n".join(lines[below + 1 :]).partition("\nFOR GERMANY\n")
    assert read_for(led, "FRANCE", france).problems == ()
    assert read_for(led, "GERMANY", germany).problems == ()


def test_every_income_on_the_page_can_be_chosen() -> None:
    assert len(section("Incomes")) == 6
    for line in section("Incomes"):
        name, _, value = re.split(r"  +", line)[0].partition(" ")
        option = next(each for each in SYSTEM.options if each.name == name)
        SYSTEM.start({name: option.parse(value)}, STANDARD.powers, RNG)


def test_every_board_is_on_the_page() -> None:
    assert all(f"| `{name}` |" in VARIATIONS for name in board_names())


def test_the_boards_on_the_page_have_no_mistake() -> None:
    blocks = re.findall(r"^    \{\n(?:    .*\n)+?    \}$", BOARDS_PAGE, re.MULTILINE)
    assert len(blocks) == 3
    for block in blocks:
        assert check_board(whole_data(json.loads(block))) == ()
