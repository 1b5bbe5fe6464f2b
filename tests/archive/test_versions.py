"""Archives whose phases were played by an older version of the rules than the judge has."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.archive.document import read_archive, write_archive
from judge.archive.verify import verify
from judge.cli.main import main
from judge.rules.registry import systems
from tests.archive.played import findings, short_game
from tests.frozen.games import DAYS
from tests.frozen.table import MASTER, Table, frozen_house
from tests.support.second_version import SecondPayola

NAME = "payola"


def test_an_archive_of_version_1_verifies_by_version_2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(systems(), NAME, SecondPayola())
    assert findings(short_game()) == ()
    data = json.loads(short_game())
    data["phases"][1]["state_before"]["balances"]["FRANCE"] += 1
    altered = verify(read_archive(json.dumps(data)).archive).findings
    assert any("state_before.purses.FRANCE is" in str(finding) for finding in altered)


def _archive(folder: Path, name: str) -> str:
    env = {"JUDGE_DATABASE": f"sqlite:///{folder / 'judge.db'}"}
    done = CliRunner().invoke(main, ["archive", name, "-o", "-"], env=env)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_game_that_goes_on_under_version_2_is_archived_verified_and_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = {"Anna": "AUSTRIA", "Fleur": "FRANCE"}
    options = ("title Silver", *DAYS, "nmr default", "dummies ENGLAND GERMANY ITALY RUSSIA TURKEY")
    with frozen_house(tmp_path) as house:
        table = Table(house, *seats)
        for name in ("bern", "oslo"):
            table.create(NAME, name, options, seats, watched=False)
        table.wait(73)
        table.tell("bern", MASTER, "END GAME DRAW AUSTRIA FRANCE: by consent")
        before = _archive(tmp_path, "bern")
        table.tell("oslo", "Anna", "TRANSFER 2 TO FRANCE")
        monkeypatch.setitem(systems(), NAME, SecondPayola())
        table.tell("oslo", "Anna", "3 : A VIE - GAL")
        table.wait(73)
        table.wait(73)
        table.tell("oslo", MASTER, "END GAME DRAW AUSTRIA FRANCE: by consent")
    assert _archive(tmp_path, "bern") == before, "it ended before: the same file, with the same seal"
    text = _archive(tmp_path, "oslo")
    found = read_archive(text)
    assert (found.broken, verify(found.archive).findings) == ((), ())
    assert write_archive(found.archive) == text
    data = json.loads(text)
    assert data["system_version"] == 2
    versions = [phase["system_version"] for phase in data["phases"]]
    assert versions == [1] * 2 + [2] * (len(versions) - 2)
    (tmp_path / "oslo.json").write_text(text, "utf-8")
    env = {"JUDGE_DATABASE": f"sqlite:///{tmp_path / 'judge.db'}"}
    done = CliRunner().invoke(main, ["import", str(tmp_path / "oslo.json"), "--as", "again"], env=env)
    assert done.exit_code == 0, done.output
    assert json.loads(_archive(tmp_path, "again"))["phases"][0]["system_version"] == 1
