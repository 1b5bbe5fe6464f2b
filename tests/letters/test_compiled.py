"""Compiled templates that outlive their process."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment
from jinja2.bccache import bc_magic

from judge.letters.renderer import CompiledTemplates


class Counted(Environment):
    """`compiled`: how often."""

    compiled = 0

    def _generate(self, *arguments: object, **more: object) -> str:
        self.compiled += 1
        return super()._generate(*arguments, **more)  # type: ignore[arg-type]


def process(folder: Path, text: str) -> Counted:
    """As a new process finds it."""
    return Counted(loader=DictLoader({"letter": text}), bytecode_cache=CompiledTemplates(folder))


@pytest.fixture(autouse=True)
def _keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


def test_a_template_is_compiled_once_for_all_processes(tmp_path: Path) -> None:
    first, second = process(tmp_path, "Dear {{ name }}"), process(tmp_path, "Dear {{ name }}")
    assert first.get_template("letter").render(name="Anna") == "Dear Anna"
    assert second.get_template("letter").render(name="Bob") == "Dear Bob"
    assert (first.compiled, second.compiled) == (1, 0)


def test_a_template_that_was_changed_is_compiled_again(tmp_path: Path) -> None:
    process(tmp_path, "Dear {{ name }}").get_template("letter")
    assert process(tmp_path, "Hello {{ name }}").get_template("letter").render(name="Anna") == "Hello Anna"


def test_what_another_version_has_compiled_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    process(tmp_path, "Dear {{ name }}").get_template("letter")
    monkeypatch.setattr("judge.letters.renderer._compiler", lambda: "another")
    later = process(tmp_path, "Dear {{ name }}")
    later.get_template("letter")
    assert later.compiled == 1


@pytest.mark.parametrize("octets", [b"", b"rubbish", b"\xe9\x00", bc_magic, bc_magic + b"rubbish"])
def test_a_damaged_file_is_made_anew(tmp_path: Path, octets: bytes) -> None:
    process(tmp_path, "Dear {{ name }}").get_template("letter")
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(octets)
    assert process(tmp_path, "Dear {{ name }}").get_template("letter").render(name="Anna") == "Dear Anna"
    after = process(tmp_path, "Dear {{ name }}")
    after.get_template("letter")
    assert after.compiled == 0


def test_where_nothing_can_be_kept_letters_are_written_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    made = process(tmp_path / "file" / "below", "Dear {{ name }}")
    assert made.get_template("letter").render(name="Anna") == "Dear Anna"


def test_nothing_is_kept_where_python_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    process(tmp_path, "Dear {{ name }}").get_template("letter")
    assert list(tmp_path.iterdir()) == []
