"""The image holds what the judge needs and nothing else of a checkout, and runs without root."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
CONTAINER = ROOT / "deploy" / "container"


def _lines() -> list[str]:
    return [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]


def _taken() -> list[str]:
    """What is let in, by name. Nothing is, unless it is named."""
    first, *others = _lines()
    assert first == "*"
    return [line.removeprefix("!/") for line in others if line.startswith("!/")]


def _left_out() -> list[str]:
    """Patterns of file names that are let in nowhere."""
    return [line.removeprefix("**/") for line in _lines() if line.startswith("**/")]


def test_every_line_is_one_of_a_kind_that_this_test_reads() -> None:
    assert len(_lines()) == 1 + len(_taken()) + len(_left_out())


def test_no_database_secret_or_environment_of_a_used_checkout_goes_into_the_image(tmp_path: Path) -> None:
    used = ["judge.db", "judge.db-wal", "judge.secret", "judge.toml", ".venv", ".git", "demo", "build", "tests"]
    assert not {*used} & {*_taken()}
    for name in ("judge.db", "judge.db-wal", "judge.secret", "__pycache__", ".env"):
        assert any(Path(name).match(pattern) for pattern in _left_out()), "nor from deeper folders"


def test_what_goes_in_is_enough_to_install_the_judge_from(tmp_path: Path) -> None:
    for name in _taken():
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns(*_left_out()))
        else:
            shutil.copy(source, tmp_path / name)
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert all((tmp_path / name).exists() for name in needed["force-include"])
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "out")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_images_of_others_are_named_by_digest() -> None:
    texts = [path.read_text() for path in CONTAINER.iterdir()]
    images = [image for text in texts for image in re.findall(r"^(?:FROM|    image:) (\S+)", text, re.MULTILINE)]
    assert len(images) == 3
    assert all(re.fullmatch(r"docker\.io/library/\w+:[\w.-]+@sha256:[0-9a-f]{64}", image) for image in images)


def test_the_image_runs_as_a_number_that_is_not_root() -> None:
    text = (CONTAINER / "Containerfile").read_text()
    ((user, group),) = re.findall(r"^USER (\d+):(\d+)$", text, re.MULTILINE)
    assert int(user) > 0
    assert f"groupadd --gid {group} judge && useradd --uid {user} --gid {group} " in text


def test_compose_hands_all_settings_on() -> None:
    compose = (CONTAINER / "compose.yaml").read_text()
    assert "env_file: [.env]" in compose
    assert "JUDGE_UPSTREAM" in compose
    (subnet,) = re.findall(r"subnet: (\S+)", compose)
    assert subnet in re.findall(r"JUDGE_UPSTREAM: (.*)", compose)[0]
