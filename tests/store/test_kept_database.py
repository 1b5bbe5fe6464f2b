"""A database of former days, with running games of every family, migrates and plays on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from judge.store.engine import SCHEMA_REVISION
from tests.frozen.table import MASTER
from tests.store.keep import GAMES, HOURS, KEPT, judge, put_back, reopened

REVISIONS = sorted(path.stem for path in KEPT.glob("*.json"))


def test_databases_of_former_days_are_kept() -> None:
    assert "0007" in REVISIONS


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_kept_database_migrates_to_the_newest_schema(revision: str, tmp_path: Path) -> None:
    file = tmp_path / "judge.db"
    put_back(revision, file)
    assert judge(file, "migrate").exit_code == 0
    again = judge(file, "migrate")
    assert SCHEMA_REVISION in again.output, again.output
    listed = judge(file, "games").output
    assert [name for name in GAMES if name not in listed] == []


@pytest.mark.parametrize("revision", REVISIONS)
def test_games_of_a_kept_database_are_played_on_to_their_archives(revision: str, tmp_path: Path) -> None:
    with reopened(revision, tmp_path) as table:
        house = table.house
        if table.outdated:
            anna = table.people["Anna"]
            anna.write("SHOW", to=table.answers["Anna"]["paris"])
            house.settle()
            assert "older than my present secret" in " ".join(anna.last().text.split())
        # Old keys and codes count, and what was on file still is.
        assert "A TYR - MUN" in table.answer_kept("paris", "Anna", "SHOW").text
        kept = json.loads((KEPT / f"{revision}.json").read_text("utf-8"))["people"]["Bert"]
        confirmed = table.answer_kept("oslo", "Bert", f"CONFIRM {kept['code']}")
        assert "TRANSFER 2 TO AUSTRIA" in confirmed.text
        account = table.answer_kept("oslo", "Anna", "BALANCE").text
        assert "Your balance is 38 AgP." in account
        assert "F1901M   +2  AgP  transfer from FRANCE" in account
        assert "no problem" in table.answer_kept("oslo", "Bert", "8 : A BUR - MUN\n2 : A VIE - TYR").text
        assert "no problem" in table.answer_kept("corner", "Bert", "1 LEVY AKE", key=True).text

        house.pass_time(hours=HOURS + 1)
        results = ("results", "report", "Round 2", "how the vote")
        for name, (_, _, seats) in GAMES.items():
            for who in (MASTER, *seats):
                letters = [mail.subject for mail in table.people[who].inbox() if mail.subject.startswith(f"[{name}]")]
                assert [each for each in letters if any(word in each for word in results)], (name, who, letters)
        assert any("For the pheasants." in mail.text for mail in table.people["Bert"].inbox())

        # A game is archived only if all of it replays: events, states, and a ledger that adds up after every phase.
        for name in GAMES:
            table.tell(name, MASTER, "END GAME We have seen enough.")
    for name in GAMES:
        file = tmp_path / f"{name}.json"
        written = judge(tmp_path / "judge.db", "archive", name, "--whole", "-o", str(file))
        assert written.exit_code == 0, written.output
        assert judge(tmp_path / "judge.db", "verify", "--quiet", str(file)).exit_code == 0
        assert len(json.loads(file.read_text("utf-8"))["phases"]) >= 3
