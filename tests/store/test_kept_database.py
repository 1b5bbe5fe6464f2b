"""A database of former days, with running games of every family, migrates and plays on."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from sqlalchemy import MetaData, make_url, select

from judge.store.engine import SCHEMA_REVISION, file_of, make_engine
from tests.frozen.table import MASTER
from tests.store.keep import GAMES, HOURS, KEPT, judge, put_back, reopened
from tests.support import soaking

TOKEN = re.compile(r"\+([a-z2-7]{24})@")
REVISIONS = sorted(path.stem for path in KEPT.glob("*.json"))


def test_databases_of_former_days_are_kept() -> None:
    assert "0007" in REVISIONS


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_kept_database_migrates_to_the_newest_schema_and_holds_no_secret_then(
    revision: str, empty_url: str, tmp_path: Path
) -> None:
    """On SQLite its whole file does not, with what is free in it; on PostgreSQL no row does."""
    put_back(revision, empty_url, tmp_path)
    people = json.loads((KEPT / f"{revision}.json").read_text("utf-8"))["people"].values()
    secrets = {who["key"] for who in people} | {who["code"] for who in people if who["code"]}
    secrets |= {found[1] for who in people for each in who["answers"].values() if (found := TOKEN.search(each))}
    assert len(secrets) > 10
    before = _everything(empty_url)
    assert [secret for secret in secrets if secret not in before] == []
    assert judge(empty_url, "migrate").exit_code == 0
    again = judge(empty_url, "migrate")
    assert SCHEMA_REVISION in again.output, again.output
    listed = judge(empty_url, "games").output
    assert [name for name in GAMES if name not in listed] == []
    after = _everything(empty_url)
    assert [secret for secret in secrets if secret in after] == []


def _everything(url: str) -> str:
    """The octets of an SQLite file and of its journal, or all values of a PostgreSQL database."""
    file = file_of(make_url(url))
    if file is not None:
        return b"".join(part.read_bytes() for part in file.parent.glob(f"{file.name}*")).decode("latin-1")
    engine, tables = make_engine(url), MetaData()
    tables.reflect(engine)
    with engine.connect() as connection:
        rows = [row for table in tables.tables.values() for row in connection.execute(select(table))]
    engine.dispose()
    return "\n".join(
        value.decode("latin-1") if isinstance(value, bytes) else str(value) for row in rows for value in row
    )


@pytest.mark.parametrize("empty_url", soaking.BOTH if soaking.WHOLE else ("sqlite",), indirect=True)
@pytest.mark.parametrize("revision", REVISIONS)
def test_games_of_a_kept_database_are_played_on_to_their_archives(
    revision: str, empty_url: str, tmp_path: Path
) -> None:
    with reopened(revision, empty_url, tmp_path) as table:
        house = table.house
        if table.outdated:
            anna = table.people["Anna"]
            anna.write("SHOW", to=table.answers["Anna"]["paris"])
            house.settle()
            assert "It answers an old letter of mine" in " ".join(anna.last().text.split())
        # Old keys and codes count, and what was on file still is.
        assert "A TYR - MUN" in table.answer_kept("paris", "Anna", "SHOW").text
        kept = json.loads((KEPT / f"{revision}.json").read_text("utf-8"))["people"]["Bert"]
        confirmed = table.answer_kept("oslo", "Bert", f"CONFIRM {kept['code']}")
        assert "TRANSFER 2 TO AUSTRIA" in confirmed.text
        account = table.answer_kept("oslo", "Anna", "BALANCE").text
        assert "Your balance is 38 AgP." in account
        assert "+2  AgP  transfer from France" in account
        assert "is on file." in table.answer_kept("oslo", "Bert", "8 : A BUR - MUN\n2 : A VIE - TYR").text
        assert "is on file." in table.answer_kept("corner", "Bert", "1 LEVY AKE", key=True).text

        house.pass_time(hours=HOURS + 1)
        results = ("results", "Round 2", "the vote")
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
        written = judge(empty_url, "archive", name, "--whole", "-o", str(file))
        assert written.exit_code == 0, written.output
        assert judge(empty_url, "verify", "--quiet", str(file)).exit_code == 0
        assert len(json.loads(file.read_text("utf-8"))["phases"]) >= 3
