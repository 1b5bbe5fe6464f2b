"""Finished games of every family, played by the judge of former days, verify for ever."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.archive.document import read_archive, write_archive
from judge.cli.main import main
from tests.archive.keep import GAMES, KEPT

FILES = sorted(KEPT.glob("*/*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_game_of_former_days_still_verifies(file: Path) -> None:
    done = CliRunner().invoke(main, ["verify", "--quiet", str(file)])
    assert done.exit_code == 0, done.output
    assert "replay to the byte" in done.output


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_file_of_former_days_is_written_again_as_it_was(file: Path) -> None:
    text = file.read_text("utf-8")
    assert write_archive(read_archive(text).archive) == text


def test_a_game_of_every_family_is_kept() -> None:
    expected = {f"{family}-{game}" for family, games in GAMES.items() for game in games}
    assert {file.stem for file in FILES if file.parent.name == "0.1.0"} == expected
