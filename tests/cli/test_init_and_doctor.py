"""`judge init` writes settings that load; `judge doctor` finds what is wrong and says what would be right."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import threading
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import update

from judge.cli.hosting.init import config_text
from judge.cli.main import main
from judge.hosting import doctor
from judge.settings import Settings
from judge.store.engine import Database
from judge.store.tables import Host
from tests.hosting.test_domain import RIGHT
from tests.support.name_server import name_server

pytestmark = pytest.mark.both_databases


ANSWERS = ("server", "games.example.org", "", "host@example.org", "", "maildir:out", "sqlite:///x.db", "gm@x.org", "")
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def _init(file: Path, *answers: str) -> Result:
    return CliRunner().invoke(main, ["init", str(file)], input="\n".join(answers) + "\n")


def test_init_writes_a_commented_file_that_the_judge_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "judge.toml"
    assert _init(file, *ANSWERS).exit_code == 0
    monkeypatch.setenv("JUDGE_CONFIG", str(file))
    settings = Settings()
    assert (settings.address, settings.relay) == ("judge@games.example.org", f"maildir:{tmp_path / 'out'}")
    assert file.stat().st_mode & 0o007 == 0, "a database's password is nobody else's"


def test_every_setting_stands_in_the_file_with_its_meaning_and_its_default_is_right() -> None:
    text = config_text({"domain": "games.example.org"})
    for name in Settings.model_fields:
        assert re.search(rf"^# .*\n#?{name} = ", text, re.MULTILINE)
    whole = "\n".join(
        line.removeprefix("#") if " = " in line and not line.startswith("# ") else line for line in text.splitlines()
    )
    Settings.model_validate({name: value for name, value in tomllib.loads(whole).items() if value != ""})


def test_init_asks_again_until_an_answer_will_do(tmp_path: Path) -> None:
    result = _init(
        tmp_path / "judge.toml",
        *("server", "", "x.example", "", "h@x.example", "nonsense", "127.0.0.1:25", "", "sqlite:///x.db", "", ""),
    )
    assert result.exit_code == 0, result.output
    assert "it must be said" in result.output
    assert "is address:port" in result.output


def test_init_makes_the_folder_of_the_database_or_says_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    database = "sqlite:///data/judge.db"
    answers = ("server", "x.example", "", "h@x.example", "", "", "sqlite:///file/x/judge.db", database, "", "")
    result = _init(tmp_path / "judge.toml", *answers)
    assert result.exit_code == 0, result.output
    assert f"That will not do: {tmp_path / 'file' / 'x'} cannot be made: Not a directory." in result.output
    assert (tmp_path / "data").is_dir()
    assert f'database = "{database}"' in (tmp_path / "judge.toml").read_text()


def test_relative_paths_in_the_settings_file_begin_in_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "judge.toml"
    monkeypatch.setenv("JUDGE_CONFIG", str(file))
    monkeypatch.delenv("JUDGE_DATABASE", raising=False)
    file.write_text('tls_certificate = "own.pem"\nsecret_file = "/etc/secret"\n')
    settings = Settings()
    assert settings.database == f"sqlite:///{tmp_path}/judge.db"
    assert (settings.tls_certificate, settings.secret_file) == (tmp_path / "own.pem", Path("/etc/secret"))
    assert settings.relay == "smtp://127.0.0.1:25"
    file.write_text('database = "postgresql://judge@db/judge"\nrelay = "maildir:"\n')
    with pytest.raises(ValueError, match="smtp://host:port"):
        Settings()
    file.write_text('database = "sqlite:////var/lib/judge/x.db"\n')
    assert Settings().database == "sqlite:////var/lib/judge/x.db"
    monkeypatch.setenv("JUDGE_DATABASE", "sqlite:///here.db")
    assert Settings().database == "sqlite:///here.db", "what the environment says begins where the judge is started"


def test_init_never_touches_a_file_that_is_there(tmp_path: Path) -> None:
    file = tmp_path / "judge.toml"
    file.write_text("mine")
    assert _init(file, *ANSWERS).exit_code == 1
    assert file.read_text() == "mine"


def test_doctor_finds_a_judge_without_a_fault(sqlite_url: str, tmp_path: Path) -> None:
    env = {
        "JUDGE_DATABASE": sqlite_url,
        "JUDGE_DOMAIN": "games.example.org",
        "JUDGE_RELAY": f"maildir:{tmp_path / 'out'}",
        "JUDGE_LISTEN": f"127.0.0.1:{_free_port()}",
    }
    with name_server(RIGHT) as server:
        result = CliRunner().invoke(main, ["doctor", "--name-server", server], env=env)
    assert result.exit_code == 0, result.output
    assert "WRONG" not in result.output
    assert "mail for games.example.org goes to mx.example.org" in result.output


def test_doctor_names_what_is_wrong_and_goes_on(tmp_path: Path) -> None:
    env = {
        "JUDGE_DATABASE": f"sqlite:///{tmp_path / 'none.db'}",
        "JUDGE_RELAY": f"smtp://127.0.0.1:{_free_port()}",
        "JUDGE_LISTEN": f"127.0.0.1:{_free_port()}",
        "COLUMNS": "300",
    }
    result = CliRunner().invoke(main, ["doctor"], env=env)
    assert result.exit_code == 1
    assert "judge migrate" in result.output
    assert result.output.count("WRONG") == 2


def test_doctor_never_shows_a_password() -> None:
    port = _free_port()
    env = {"JUDGE_DATABASE": f"postgresql://judge:hunter2@127.0.0.1:{port}/judge", "JUDGE_RELAY": "maildir:/nowhere/x"}
    assert "hunter2" not in CliRunner().invoke(main, ["doctor"], env=env).output


def test_t4_a_clock_that_went_back_is_found(sqlite_url: str) -> None:
    database = Database(sqlite_url)
    try:
        with database.writing() as session:
            session.add(Host(id=1, secret_number=1, secret_check="", last_seen=NOW))
        checks = {check.about: check.verdict for check in doctor.look_at_queues(database, NOW - timedelta(days=1))}
        assert checks["clock"] == "bad"
        with database.writing() as session:
            session.execute(update(Host).values(last_seen=NOW - timedelta(seconds=5)))
        assert {check.verdict for check in doctor.look_at_queues(database, NOW)} == {"good"}
    finally:
        database.close()


def test_a_database_that_others_can_read_is_told(tmp_path: Path) -> None:
    file = tmp_path / "judge.db"
    file.touch(0o644)
    database = Database(f"sqlite:///{file}")
    assert "chmod o=" in doctor.look_at_disk(database).message
    file.chmod(0o640)
    assert doctor.look_at_disk(database).verdict == "good"
    database.close()


def test_time_zones_come_with_the_judge_where_the_system_has_none() -> None:
    assert doctor.look_at_zones(where=()).message == "the time zones of package tzdata"
    code = "from zoneinfo import ZoneInfo; print(ZoneInfo('Europe/Berlin'))"
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONTZPATH": ""}, capture_output=True, text=True, check=True
    )
    assert done.stdout == "Europe/Berlin\n"


def test_a_door_where_nobody_listens_is_named_with_its_setting() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        pages = f"127.0.0.1:{server.getsockname()[1]}"
        closed = f"127.0.0.1:{_free_port()}"
        found = [*doctor.look_at_doors(Settings(listen=closed, lmtp_listen=closed, web_listen=pages))]
    verdicts = {check.about: check.verdict for check in found}
    assert verdicts == {"listen": "odd", "lmtp_listen": "odd", "web_listen": "good"}


def test_a_machine_whose_clock_differs_from_the_database_s_is_told(postgresql_url: str) -> None:
    database = Database(postgresql_url)
    try:
        now = datetime.now(UTC)
        assert not list(doctor.look_at_clock(database, now))
        (check,) = doctor.look_at_clock(database, now - timedelta(hours=2))
        assert "7200 s from" in check.message or "7199 s from" in check.message or "7201 s from" in check.message
    finally:
        database.close()


def test_doctor_tells_of_python_s_mail_holes() -> None:
    assert doctor.look_at_python(strict=True).verdict == "good"
    assert "CVE-2024-6923" in doctor.look_at_python(strict=False).message


def test_a_listener_that_speaks_no_smtp_is_wrong() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        server.settimeout(5)

        def greet() -> None:
            connection, _ = server.accept()
            with connection:
                connection.sendall(b"SSH-2.0-x\r\n")

        thread = threading.Thread(target=greet)
        thread.start()
        (check,) = doctor.look_at_doors(Settings(listen=f"127.0.0.1:{port}"))
        thread.join(5)
    assert check.verdict == "bad"


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])
