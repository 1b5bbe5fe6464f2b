"""The installation's secret: outside the database, its owner's alone, changed without voiding a KEY, and never silently
made anew.
"""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pydantic import SecretStr
from sqlalchemy import select

from judge.app import open_judge
from judge.cli.main import main
from judge.clock import SetClock
from judge.hosting import doctor
from judge.identity.trust import hash_secret
from judge.settings import Settings
from judge.store import secret
from judge.store.engine import Database
from judge.store.secret import DEFAULT_NAME, Secret, WrongSecret, read_text
from judge.store.tables import Confirmation, Host, Player
from tests.support.house import DAY_ONE, House, open_house


def _judge(url: str, *words: str, **environment: str) -> Result:
    return CliRunner().invoke(main, words, env={"JUDGE_DATABASE": url, **environment})


def _open(url: str, **settings: object) -> Secret:
    judge = open_judge(Settings(database=url, **settings), SetClock(DAY_ONE))  # type: ignore[arg-type]
    judge.db.close()
    return judge.secret


@pytest.mark.both_databases
def test_the_secret_is_made_in_a_file_for_its_owner_alone_and_not_in_the_database(
    database_url: str, tmp_path: Path
) -> None:
    made = _open(database_url)
    file = tmp_path / DEFAULT_NAME
    assert file.stat().st_mode & 0o777 == 0o600
    assert _open(database_url) == made
    database = Database(database_url)
    with database.reading() as session:
        kept = session.execute(select(*Host.__table__.columns)).mappings().one()
    database.close()
    assert made.key.hex() not in str(dict(kept))
    assert made.key not in kept.values()


def test_a_judge_without_its_secret_does_not_start_and_makes_no_other(sqlite_url: str, tmp_path: Path) -> None:
    _open(sqlite_url)
    file = tmp_path / DEFAULT_NAME
    file.rename(tmp_path / "away")
    with pytest.raises(WrongSecret, match=r"secret number 1, and .*judge\.secret is not there"):
        _open(sqlite_url)
    for words in (("tick",), ("serve",), ("secret", "rotate")):
        refused = _judge(sqlite_url, *words)
        assert refused.exit_code == 1, words
        assert "judge secret rotate --lost" in refused.output
    assert not file.exists()
    secret.write(file, Secret({1: b"another" * 5}))
    with pytest.raises(WrongSecret, match="holds another one"):
        _open(sqlite_url)


def test_a_judge_that_does_not_start_leaves_its_database_closed(sqlite_url: str, tmp_path: Path) -> None:
    _open(sqlite_url)
    (tmp_path / DEFAULT_NAME).unlink()
    with pytest.raises(WrongSecret) as refused:
        _open(sqlite_url)
    held = [os.readlink(each) for each in Path("/proc/self/fd").iterdir() if each.is_symlink()]
    assert not [each for each in held if each.startswith(str(tmp_path))], refused


def test_an_older_file_than_the_one_in_use_is_refused(sqlite_url: str, tmp_path: Path) -> None:
    _open(sqlite_url)
    older = (tmp_path / DEFAULT_NAME).read_bytes()
    assert _judge(sqlite_url, "secret", "rotate").exit_code == 0
    (tmp_path / DEFAULT_NAME).write_bytes(older)
    with pytest.raises(WrongSecret, match="secret number 2"):
        _open(sqlite_url)


def test_a_file_that_was_changed_on_another_machine_is_taken_on(sqlite_url: str, tmp_path: Path) -> None:
    before = _open(sqlite_url)
    secret.write(tmp_path / DEFAULT_NAME, Secret({**before.by_number, 2: b"x" * 32}))
    assert _open(sqlite_url).number == 2
    database = Database(sqlite_url)
    with database.reading() as session:
        assert session.execute(select(Host.secret_number)).scalar_one() == 2
    database.close()


def test_the_secret_may_come_from_the_environment_and_stands_in_no_file_then(sqlite_url: str, tmp_path: Path) -> None:
    given = f"1:{'ab' * 32}"
    assert _open(sqlite_url, secret=given).key == bytes.fromhex("ab" * 32)
    changed = _judge(sqlite_url, "secret", "rotate", JUDGE_SECRET=given)
    assert changed.exit_code == 0, changed.output
    line = next(line for line in changed.output.splitlines() if line.startswith("JUDGE_SECRET="))
    later = _open(sqlite_url, secret=line.partition("=")[2])
    assert (later.number, later.by_number[1]) == (2, bytes.fromhex("ab" * 32))
    assert not (tmp_path / DEFAULT_NAME).exists()


@pytest.mark.parametrize(
    "text", ["", "abc", "1:zz", "1:" + "ab" * 31, f"1:{'ab' * 32} 1:{'cd' * 32}", "0:" + "ab" * 32]
)
def test_what_is_no_secret_is_refused_and_not_shown(text: str) -> None:
    with pytest.raises(WrongSecret) as refusal:
        read_text(text, "there")
    assert "there" in str(refusal.value)
    assert "abab" not in str(refusal.value)


def test_a_secret_is_not_shown_by_its_repr() -> None:
    assert "6161" not in repr(Secret({1: b"a" * 32})) + repr(Settings(secret=SecretStr("1:" + "61" * 32)))
    assert "aaaa" not in repr(Secret({1: b"a" * 32}))


def test_a_change_of_the_secret_voids_no_key_and_no_code(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path) as house:
        ann = house.registered("Ann")
        house.tell(ann, "CREATE diplomacy oslo")
        old = house.tell(ann, "LIST")
        ann.write("PROFILE ZONE Europe/Paris")
        house.settle()
        asking = ann.last(lambda mail: mail.code != "")
    assert _judge(sqlite_url, "secret", "rotate").exit_code == 0
    with open_house(sqlite_url, tmp_path, start=DAY_ONE + timedelta(hours=3)) as house:
        ann = house.person("Ann")
        ann.key = next(mail.key for mail in ann.inbox() if mail.key)
        assert house.judge.secret.number == 2
        assert "Europe/Paris" in house.tell(ann, f"CONFIRM {asking.code}", to=asking, key=False).text
        assert "oslo" in house.tell(ann, "LIST", to=old).text
        told = len(ann.inbox())
        ann.reply(old, "PROFILE ZONE Europe/Rome")
        house.settle()
        assert len(ann.inbox()) == told + 1
        assert "It answers an old letter of mine" in " ".join(ann.last().text.split())
        # The letter that says so is newer, and so is its address.
        assert "Europe/Rome" in house.tell(ann, f"CONFIRM {ann.last().code}", key=False).text
        assert "Europe/Madrid" in house.tell(ann, "PROFILE ZONE Europe/Madrid", key=False).text


def test_where_the_secret_is_lost_players_get_new_keys_by_a_code(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path) as house:
        ann = house.registered("Ann")
    (tmp_path / DEFAULT_NAME).unlink()
    done = _judge(sqlite_url, "secret", "rotate", "--lost")
    assert done.exit_code == 0, done.output
    assert "1 player will need a new KEY" in done.output
    with open_house(sqlite_url, tmp_path) as house:
        key = ann.key
        ann = house.person("Ann")
        ann.write(f"KEY {key}\nREVOKE")
        house.settle()
        asking = ann.last()
        house.tell(ann, f"CONFIRM {asking.code}", to=asking, key=False)
        ann.key = ann.last(lambda mail: mail.key not in ("", key)).key
        assert "PROBLEM" not in house.tell(ann, "PROFILE ZONE Europe/Rome").text


def test_a_secret_that_is_there_is_not_lost(sqlite_url: str) -> None:
    _open(sqlite_url)
    refused = _judge(sqlite_url, "secret", "rotate", "--lost")
    assert refused.exit_code == 1
    assert "is there" in refused.output


def test_keys_and_codes_are_kept_under_the_secret(house: House) -> None:
    ann = house.registered("Ann")
    ann.write("PROFILE ZONE Europe/Paris")
    house.settle()
    with house.judge.db.reading() as session:
        player = session.execute(select(Player)).scalar_one()
        code = session.execute(select(Confirmation.code_hash)).scalar_one()
    digest = hash_secret(ann.key)
    assert player.key_hash not in ("", digest)
    assert (player.key_hash, player.key_secret) == (house.judge.secret.keyed(digest), 1)
    assert code == house.judge.secret.keyed(hash_secret(ann.last().code))


@pytest.mark.both_databases
def test_doctor_looks_at_the_secret(database: Database, database_url: str, tmp_path: Path) -> None:
    settings = Settings(database=database_url)
    assert doctor.look_at_secret(database, settings).verdict == "good"
    _open(database_url)
    file = tmp_path / DEFAULT_NAME
    assert doctor.look_at_secret(database, settings).verdict == "good"
    file.chmod(0o640)
    assert "chmod 600" in doctor.look_at_secret(database, settings).message
    file.unlink()
    assert doctor.look_at_secret(database, settings).verdict == "bad"
