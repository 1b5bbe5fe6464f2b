"""The units start the judge as systemd can watch it, migrate nothing unasked, and keep backups in turn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

UNITS = Path(__file__).parents[2] / "deploy" / "systemd"
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


def test_old_backups_go_when_a_new_one_is_there() -> None:
    settings = dict(_settings("judge-backup.service"))
    assert "judge backup /var/lib/judge/backups/judge-$$(date" in settings["ExecStart"]
    assert settings["ExecStartPost"].endswith("-mtime +14 -delete"), "which is run only if the backup was made"
