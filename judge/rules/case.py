"""What the cases of `judge adjudicate` have in common, whatever the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from judge.rules.schema import Number, Text

LONGEST_SHEET = 200_000
"""Letters of one role's sheet; more is refused unread."""


_SHEET = f"one text of at most {LONGEST_SHEET} letters, a line an order"


def _sheet(text: str) -> str:
    if len(text) > LONGEST_SHEET:
        raise ValueError(f"{_SHEET}, not of {len(text)}")
    return text


def _name(text: str) -> str:
    name = text.strip().upper()
    if not name:
        raise ValueError("a name, not an empty text")
    return name


Name = Annotated[str, Text(_name)]
"""The name of a role or seat, in any case."""

SheetText = Annotated[str, Text(_sheet, words=_SHEET)]
"""The lines of one role's sheet."""

Amount = Annotated[int, Number()]

Amounts = Mapping[Name, Amount]


@dataclass(frozen=True, kw_only=True)
class Case:
    """`orders`: role -> its sheet; `seed`: of all that is left to chance. Games add their position and options."""

    orders: Mapping[Name, SheetText] = field(default_factory=dict)
    seed: str = ""
