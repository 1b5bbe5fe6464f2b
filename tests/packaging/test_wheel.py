"""What is installed from the wheel is whole: templates, migrations, boards."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from judge.resources import migrations_dir, templates_dir
from judge.web.manuals import shelf

ROOT = Path(__file__).resolve().parents[2]

USE = """
import sys
from judge import resources
from judge.rules.diplomacy.boardfile import load_board
from judge.store.migrate import migrate
load_board("standard")
migrate(sys.argv[1])
print(resources.__file__, resources.templates_dir(), resources.migrations_dir(), resources.deploy_dir(), sep="\\n")
"""


def _files(folder: Path) -> set[str]:
    return {
        file.relative_to(folder).as_posix()
        for file in folder.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source tree without fetching anything."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_in_the_source_tree_templates_and_migrations_are_the_trees_own() -> None:
    assert templates_dir() == ROOT / "templates"
    assert migrations_dir() == ROOT / "migrations"


def test_the_wheel_carries_every_template_and_migration(unpacked: Path) -> None:
    assert _files(unpacked / "judge" / "_templates") == _files(ROOT / "templates")
    assert _files(unpacked / "judge" / "_migrations") == _files(ROOT / "migrations")


def test_the_wheel_carries_the_manuals_that_are_public_pages(unpacked: Path) -> None:
    shown = {f"{manual.name}.md" for _, manuals in shelf() for manual in manuals} - {"commands.md"}
    assert shown
    assert _files(unpacked / "judge" / "_docs") >= shown


def test_the_wheel_carries_every_manual_and_recipe(unpacked: Path) -> None:
    texts = {name for name in _files(ROOT / "docs") if not name.endswith(".png")}
    assert _files(unpacked / "judge" / "_docs") == texts
    assert _files(unpacked / "judge" / "_deploy") == _files(ROOT / "deploy")


def test_the_wheel_says_what_it_is(wheel: Path, unpacked: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = archive.read(name).decode()
    assert "Classifier: Programming Language :: Python :: 3.13\n" in metadata
    assert "Classifier: Typing :: Typed\n" in metadata
    assert (unpacked / "judge" / "py.typed").exists()
    for name in ("aiosmtpd", "uvicorn"):
        (wanted,) = re.findall(rf"^Requires-Dist: {name}(.*)$", metadata, re.MULTILINE)
        assert "<" in wanted, "private parts of it are overridden"


def test_the_wheel_carries_the_boards_and_other_data_of_the_rules(unpacked: Path) -> None:
    carried = _files(unpacked / "judge" / "rules")
    assert carried == _files(ROOT / "judge" / "rules")
    assert "diplomacy/boards/standard.json" in carried


def test_the_wheel_carries_nothing_that_belongs_to_this_machine(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert not [name for name in names if "__pycache__" in name or name.startswith(("tests/", "bench/"))]
    assert [name for name in names if name.endswith("licenses/LICENSE")]


def test_the_judge_works_from_the_wheel_alone(unpacked: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", USE, f"sqlite:///{tmp_path / 'judge.db'}"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    command = [sys.executable, "-m", "judge", "docs", "deploy/README.md"]
    done_docs = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done_docs.stdout == (ROOT / "deploy" / "README.md").read_text()
    assert all(line.startswith(str(unpacked)) for line in done.stdout.splitlines())
    assert (tmp_path / "judge.db").exists()
