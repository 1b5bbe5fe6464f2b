"""`judge board check FILE`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge.cli.main import main
from judge.rules.diplomacy.board import BOARDS


def check(path: Path) -> Result:
    return CliRunner().invoke(main, ["board", "check", str(path)])


def test_a_board_of_the_judges_own_has_no_mistake() -> None:
    result = check(BOARDS / "four-seas.json")
    assert result.exit_code == 0
    assert "4 powers, 21 provinces, 13 centers, 7 to win" in result.output


def test_every_mistake_is_named_and_the_exit_code_is_1(tmp_path: Path) -> None:
    data = json.loads((BOARDS / "four-seas.json").read_text(encoding="utf-8"))
    data["victory"] = 0
    data["powers"]["JADE"]["letter"] = "I"
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    result = check(file)
    assert result.exit_code == 1
    for said in ("must be 'mine'", "`victory` is 0", "IVORY: another power", "JADE: another power", "4 mistakes"):
        assert said in result.output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 1: not JSON"),
        ("[]", "a board is a JSON object"),
        ('{"name": "mine", "name": "x"}', "`name` stands twice"),
        ('{"name": "mine", "based_on": "mars"}', "based on 'mars'"),
        ('{"name": "mine"}', "`provinces` is missing"),
    ],
)
def test_a_file_that_is_no_board(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(text, encoding="utf-8")
    result = check(file)
    assert result.exit_code == 1
    assert said in result.output


def test_a_board_may_say_only_how_it_differs_from_another(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('{"name": "mine", "title": "Short", "based_on": "standard", "victory": 12}', encoding="utf-8")
    result = check(file)
    assert result.exit_code == 0, result.output
    assert "Short: 7 powers, 75 provinces, 34 centers, 12 to win" in result.output


def test_a_game_without_boards_of_this_kind_says_so() -> None:
    result = CliRunner().invoke(main, ["board", "check", str(BOARDS / "four-seas.json"), "--system", "pirates"])
    assert result.exit_code == 1
    assert "has no boards that are files" in result.output
