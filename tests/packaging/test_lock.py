"""The lock files: everything pinned by hash, nothing about where it came from."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = [
    "requirements.lock",
    "requirements-dev.lock",
    "requirements-png.lock",
    "requirements-mailbox.lock",
    "requirements-fuzz.lock",
    "requirements-interop.lock",
    "requirements-readability.lock",
]


def _pinned(lock: str) -> dict[str, str]:
    """Name -> its lines, of every requirement in the file."""
    text = (ROOT / lock).read_text()
    found = re.findall(r"^([a-z0-9-]+)==\S+ (?:;[^\\\n]*)?\\\n((?:    --hash=.*\n)+)", text, re.MULTILINE)
    assert len(found) == len(re.findall(r"^[^\s#]", text, re.MULTILINE)), "a requirement without version or hash"
    return dict(found)


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_has_a_version_and_hashes(lock: str) -> None:
    assert all(re.fullmatch(r"(    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+", lines) for lines in _pinned(lock).values())


@pytest.mark.parametrize("lock", LOCKS)
def test_no_address_and_no_path_is_in_the_lock(lock: str) -> None:
    assert not re.search(r"://|index|find-links|[ =]/", (ROOT / lock).read_text())


def test_every_dependency_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = project["dependency-groups"]
    for wanted, locked in (
        (project["project"]["dependencies"] + groups["build"], _pinned("requirements.lock")),
        (groups["dev"], _pinned("requirements-dev.lock")),
        (project["project"]["optional-dependencies"]["png"], _pinned("requirements-png.lock")),
        (project["project"]["optional-dependencies"]["mailbox"], _pinned("requirements-mailbox.lock")),
        (groups["fuzz"], _pinned("requirements-fuzz.lock")),
        (groups["interop"], _pinned("requirements-interop.lock")),
        (groups["readability"], _pinned("requirements-readability.lock")),
    ):
        names = {re.sub(r"[-_.]+", "-", re.split(r"[\[<>=~! ]", line)[0]).lower() for line in wanted}
        assert names - set(locked) == set()


def test_what_a_host_installs_is_installed_by_its_hashes() -> None:
    deployed = [path.read_text() for path in (ROOT / "deploy").rglob("*") if path.is_file()]
    installs = [line for text in deployed for line in re.findall(r"pip install [^\n`]+", text)]
    assert len(installs) >= 2
    assert all("--require-hashes --requirement" in line for line in installs)


def test_the_locks_agree() -> None:
    pattern = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)
    runtime, *others = (dict(pattern.findall((ROOT / lock).read_text())) for lock in LOCKS)
    for lock in others:
        assert {name: version for name, version in lock.items() if runtime.get(name, version) != version} == {}
