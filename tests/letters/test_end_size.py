"""The letter of the end, which mail programs clip where it is too long."""

from __future__ import annotations

import pytest

from judge.letters import write
from judge.letters.briefing import Known
from judge.letters.renderer import Renderer
from judge.letters.values import Lots
from judge.mail.values import Letter
from judge.rules.values import PUBLIC, Event
from tests.letters.examples import ENDED, NOW, OBSERVER, OPENED, PLAIN, PUBLIC_VIEW


def _end(phases: int, summary: str = "Austria wins.") -> Letter:
    told = [Event(PUBLIC, "opened", {**OPENED.data, "title": f"Phase {number}"}) for number in range(phases)]
    ended = Event(PUBLIC, "ended", {**ENDED.data, "summary": summary})
    return write.ended(Renderer(), Known(OBSERVER, PLAIN, PUBLIC_VIEW, (ended, *told)), NOW, Lots("ab" * 32, "cd" * 32))


def test_the_end_of_a_short_game_shows_all_that_it_opens() -> None:
    letter = _end(3)
    assert "Phase 2" in letter.html
    assert "ARCHIVE" not in letter.html


@pytest.mark.parametrize("phases", [120, 400])
def test_the_end_of_a_long_game_is_shown_whole_and_what_it_opens_is_in_its_text(phases: int) -> None:
    letter = _end(phases)
    assert 5_000 < len(letter.html.encode()) <= 100_000
    assert "</html>" in letter.html
    assert f"ARCHIVE {PLAIN.name} brings" in letter.html
    assert "Austria wins." in letter.html
    assert f"PHASE {phases - 1}" in letter.text


def test_an_end_that_is_too_long_even_so_is_text_alone() -> None:
    letter = _end(1, "Ä" * 60_000)
    assert letter.html == ""
    assert "Ä" in letter.text
