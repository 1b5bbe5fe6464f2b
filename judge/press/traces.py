"""What a mail program leaves in a text without anybody seeing it: enough to know one writer's letters by."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

BLANKS, FORMATS = "Zs", "Cf"
"""Unicode's categories of blanks of any width, and of marks that only say how the text around them is set."""
JOINERS = "\u200c\u200d\u200e\u200f"
"""Persian, Hebrew and Arabic, and pictures made of several, are not read without these."""


def without_traces(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines with plain blanks for all others, without marks of no width, and without blanks at their ends."""
    return tuple("".join(map(_plain, line)).rstrip() for line in lines)


def _plain(character: str) -> str:
    if character.isascii() or character in JOINERS:
        return character
    category = unicodedata.category(character)
    return " " if category == BLANKS else "" if category == FORMATS else character
