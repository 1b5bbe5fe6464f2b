"""Every letter's text, byte for byte."""

from __future__ import annotations

from functools import cache

import pytest

from judge.letters.renderer import Renderer
from judge.mail.values import Letter
from judge.resources import templates_dir
from tests.letters.examples import GOLDEN, as_text, letters

NAMES = sorted(path.stem for path in GOLDEN.glob("*.txt"))


@cache
def written() -> dict[str, Letter]:
    return letters(Renderer())


class Recorder(Renderer):
    """Remembers which templates were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def render(self, folder: str, purpose: str, **values: object) -> Letter:
        own = self.folders[folder] / f"{purpose}.j2"
        self.asked.add(f"{folder if own.exists() else 'shared'}/{purpose}")
        return super().render(folder, purpose, **values)


@pytest.mark.parametrize("name", NAMES)
def test_a_letter_reads_as_its_golden_text(name: str) -> None:
    assert as_text(written()[name]) == (GOLDEN / f"{name}.txt").read_text("utf-8")


def test_each_letter_has_its_golden_text_and_no_other_is_there() -> None:
    assert sorted(written()) == NAMES


def test_every_template_is_in_some_example() -> None:
    recorder = Recorder()
    letters(recorder)
    # A game that is none of Diplomacy's family tests its letters with its rules.
    there = {
        f"{folder}/{path.name.removesuffix('.j2')}"
        for folder in ("shared", "diplomacy", "payola")
        for path in (templates_dir() / folder).glob("[!_]*.j2")
    }
    # Every family of board games overrides the plain one, which its own templates extend; all families bring the four
    # that a game without letters of its own has from the judge (tests/plugin plays one).
    plain = {f"shared/{purpose}" for purpose in ("started", "results", "news", "ended")}
    assert there - recorder.asked <= {"diplomacy/ended", *plain}
