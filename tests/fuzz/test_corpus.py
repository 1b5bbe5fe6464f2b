"""What fuzzing has found to be interesting stays readable: each file of each target's corpus goes through it again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.targets import TARGETS, within_time

CORPUS = Path(__file__).parent / "corpus"
FILES = sorted(path for path in CORPUS.glob("*/*") if path.is_file())


@pytest.mark.parametrize("name", TARGETS)
def test_each_target_has_a_corpus(name: str) -> None:
    assert any(path.parent.name == name for path in FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name[:8]}")
def test_nothing_in_the_corpus_raises_or_is_slow(path: Path) -> None:
    within_time(TARGETS[path.parent.name], path.read_bytes())
