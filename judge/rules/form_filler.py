"""The novice of every game that brings no computer player: it fills in the sheet to answer with, as the form and the
game's own words show how, and keeps what reads without a problem.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from judge.rules.computers import Situation, Writing
from judge.rules.rng import Stream
from judge.rules.values import View, sheet_of

if TYPE_CHECKING:
    from judge.rules.game import Game

TRIES = 24
"""Sheets that it thinks of at most; the form itself comes last."""
NUMBER = re.compile(r"\d+")


class FormFiller:
    """Knows of a game only its reader of sheets: what it may write shows in the form."""

    def __init__(self, system: Game[Any, Any]) -> None:
        self._system = system

    def write(self, situation: Situation) -> Writing:
        sheets = {}
        for role, view in situation.views.items():
            stream = situation.rng.at("form", role, str(situation.turn))
            sheets[role] = self._sheet(view, role, situation.forms[role], stream)
        return Writing(sheets, why="I fill in the sheet to answer with, with numbers of my own.")

    def _sheet(self, view: View, role: str, form: str, stream: Stream) -> str:
        """The first of its ideas that reads without a problem; the form as it came if none does."""
        for idea in self._ideas(form, stream):
            reading = self._system.read(view, role, sheet_of(idea))
            if reading.parts and not reading.problems and not reading.acts:
                return idea
        return form

    def _ideas(self, form: str, stream: Stream) -> Iterator[str]:
        """The form with other numbers, and the examples of the game's words with other numbers."""
        examples = [word.example for word in self._system.words if word.example and not word.at_once]
        for _ in range(TRIES):
            text = stream.choice([form] * (1 + len(examples)) + examples)
            yield NUMBER.sub(lambda found: str(_near(int(found[0][:6]), stream)), text)


def _near(number: int, stream: Stream) -> int:
    """Another number of about that size."""
    return stream.below(max(10, 2 * number + 1))
