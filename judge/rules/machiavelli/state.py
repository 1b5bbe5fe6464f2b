"""A whole game of Absence of Plague: the open board, the treasuries, and who still plays."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from judge.rules.machiavelli.position import Position, opening
from judge.rules.schema import as_text
from judge.rules.votes import Votes

ADJUSTMENT = "A"
CAMPAIGN = "C"

FIRST_YEAR = 1459

_YEAR = (("SPR", ADJUSTMENT), ("SPR", CAMPAIGN), ("SUM", CAMPAIGN), ("FAL", CAMPAIGN))
_SEASONS = {"SPR": "Spring", "SUM": "Summer", "FAL": "Fall"}
_SHAPE = re.compile(r"(SPR|SUM|FAL)([0-9]{4})([AC])")
_NAME = re.compile(
    r"(spring|summer|fall|autumn)(?:\s+of)?[\s,.]*([0-9]{4})"
    r"(?:[\s,]+(?:orders|letter|payments|gifts|turn|season|phase|(adjust|campaign)\w*))?",
    re.IGNORECASE,
)
_CODE = re.compile(r"(?:SPR|SUM|FAL)[0-9]{4}[AC]?", re.IGNORECASE)


class Label(NamedTuple):
    season: str
    year: int
    kind: str

    def __str__(self) -> str:
        return f"{self.season}{self.year}{self.kind}"

    @property
    def title(self) -> str:
        """`Spring 1459 Adjustment`, `Fall 1459 Campaign`"""
        return f"{_SEASONS[self.season]} {self.year} {self.word.title()}"

    @property
    def word(self) -> str:
        return "adjustment" if self.kind == ADJUSTMENT else "campaign"

    @property
    def order(self) -> int:
        """Rises from phase to phase."""
        return self.year * len(_YEAR) + _YEAR.index((self.season, self.kind))

    def next(self) -> Label:
        after = (_YEAR.index((self.season, self.kind)) + 1) % len(_YEAR)
        return Label(_YEAR[after][0], self.year + (after == 0), _YEAR[after][1])


def read_label(text: str) -> Label:
    """ValueError if this is no label of a phase that there is."""
    shape = _SHAPE.fullmatch(text.strip().upper())
    if shape is None or (shape[1], shape[3]) not in _YEAR:
        raise ValueError(f"no phase {text[:20]!r}: write SPR1459A, SPR1459C, SUM1459C or FAL1459C")
    return Label(shape[1], int(shape[2]), shape[3])


as_text(Label, read_label)


def phase_named(text: str) -> str:
    """Return the label's beginning that this text names: `Fall 1459 campaign` -> `FAL1459C`, or empty."""
    if _CODE.fullmatch(text):
        return text.upper()
    found = _NAME.fullmatch(text)
    if found is None:
        return ""
    season = "FAL" if found[1].lower() == "autumn" else found[1][:3].upper()
    return season + found[2] + (found[3] or "")[:1].upper()


START_DUCATS = 15


@dataclass(frozen=True)
class State:
    """ducats: treasuries; expected: what everybody can reckon of them from what is public (A.2); winners: set once it
    is over; votes: how the players would end it; vacant: players whose person has left.
    """

    label: Label
    position: Position
    ducats: Mapping[str, int]
    expected: Mapping[str, int]
    votes: Votes = field(default_factory=Votes)
    vacant: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        return bool(self.winners)


def new_game(dummies: tuple[str, ...] = ()) -> State:
    """Phase A.3 of Spring 1459 (chapter 3)."""
    position = opening(dummies)
    ducats = dict.fromkeys(position.players(), START_DUCATS)
    return State(Label("SPR", FIRST_YEAR, "A"), position, ducats, dict(ducats))
