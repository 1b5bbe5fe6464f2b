"""The units start the judge as systemd can watch it, migrate nothing unasked, and keep backups in turn."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from judge.settings import Settings
from judge.store.engine import Database

ROOT = Path(__file__).parents[2]
UNITS = ROOT / "deploy" / "systemd"
SERVICES = sorted(path.name for path in UNITS.glob("*.service"))


def _settings(name: str) -> list[tuple[str, str]]:
    lines = (UNITS / name).read_text().splitlines()
    return [
        (key, value) for key, equals, value in (line.partition("=") for line in lines if line[:1] not in "#[") if equals
    ]


@pytest.mark.parametrize("service", SERVICES)
def test_no_unit_migrates_before_the_backup_that_the_manual_asks_for(service: str) -> None:
    assert not [value for key, value in _settings(service) if key.startswith("Exec") and "migrate" in value]


@pytest.mark.parametrize("service", SERVICES)
def test_every_unit_is_as_hardened_as_the_others(service: str) -> None:
    def sandbox(name: str) -> str:
        return (UNITS / name).read_text().partition("NoNewPrivileges=yes")[2].partition("\n\n[Install]")[0].strip()

    assert sandbox(service) == sandbox("judge.service") != ""


def test_the_daemon_tells_that_it_serves_and_is_watched() -> None:
    settings = dict(_settings("judge.service"))
    assert settings["Type"] == "notify"
    assert settings["WatchdogSec"] == "2min"
    assert re.match(r"/opt/judge/\S+/judge serve$", settings["ExecStart"]), (
        "no shell in between: it is the main process"
    )


@pytest.mark.parametrize("service", ["judge.service", "judge-tick.service"])
def test_a_judge_that_goes_wild_does_not_take_the_machine(service: str) -> None:
    assert {"MemoryMax", "CPUQuota", "TasksMax"} <= {name for name, _ in _settings(service)}


def test_a_daemon_that_was_killed_is_started_again() -> None:
    assert dict(_settings("judge.service"))["Restart"] == "always"
    compose = (UNITS.parent / "container" / "compose.yaml").read_text()
    assert compose.count("restart: unless-stopped") == len(
        re.findall(r"^  \w+:\n    (?:image|build):", compose, re.MULTILINE)
    )


def test_a_password_is_handed_on_by_systemd_as_a_credential_that_the_settings_name() -> None:
    settings = dict(_settings("relay-password.conf"))
    name, _, source = settings["LoadCredential"].partition(":")
    assert settings["Environment"] == f"JUDGE_RELAY_PASSWORD_FILE=%d/{name}"
    assert "relay_password_file" in Settings.model_fields
    assert f"install -m 600 /dev/null {source} " in (ROOT / "deploy" / "README.md").read_text()


def test_backups_are_made_and_those_of_two_weeks_ago_go(sqlite_url: str, tmp_path: Path) -> None:
    settings = dict(_settings("judge-backup.service"))
    here = tmp_path / "backups"
    here.mkdir()
    old, young = (here / f"judge-{name}.db" for name in ("old", "young"))
    for file, days in ((old, 16), (young, 13)):
        file.touch()
        os.utime(file, (file.stat().st_atime, file.stat().st_mtime - days * 86400))
    environment = {**os.environ, "JUDGE_DATABASE": sqlite_url}
    for name in ("ExecStart", "ExecStartPost"):
        line = settings[name].replace("$$", "$").replace("%%", "%").replace("/var/lib/judge/backups", str(here))
        line = line.replace("/opt/judge/.venv/bin/judge", f"{sys.executable} -m judge")
        assert str(here) in line
        subprocess.run(shlex.split(line), env=environment, check=True, capture_output=True)
    (new,) = {*here.iterdir()} - {young}
    assert re.fullmatch(r"judge-\d{4}-\d\d-\d\d-\d{6}\.db", new.name)
    copy = Database(f"sqlite:///{new}")
    copy.check_schema()
    copy.close()


def test_the_timer_starts_the_backup_every_night() -> None:
    assert dict(_settings("judge-backup.timer"))["OnCalendar"] == "*-*-* 03:30"
    assert (UNITS / "judge-backup.service").exists()
