"""Whether a line is something of the game's at all: what every system looks at, whatever its game is."""

from __future__ import annotations

import re
from collections.abc import Iterable

LONGEST = 1000
"""Letters of a line that are looked at: what is an order is one before them."""

_FEW = 3
_WORD = re.compile(r"\w+")


def words(text: str) -> frozenset[str]:
    """The words of a list, written in one text."""
    return frozenset(text.split())


def begins_with(line: str, heads: Iterable[str]) -> bool:
    """Does it begin with one of these words as an order does: in capitals, in a short line, or before a number?

    `Number one fan of yours` begins with NUMBER and is none.
    """
    found = _WORD.findall(line)
    for each in heads:
        head = _WORD.findall(each)
        begun = found[: len(head)]
        if head and [word.upper() for word in begun] == [word.upper() for word in head]:
            capitals = all(word.isupper() and len(word) > 1 for word in begun)
            return capitals or len(found) <= len(head) + _FEW - 1 or any(word.isdigit() for word in found)
    return False


def names_with_number(line: str, names: Iterable[str]) -> bool:
    """Does it hold a number, and one of these names as a word of its own?"""
    found = {each.upper() for each in _WORD.findall(line)}
    return any(each.isdigit() for each in found) and any(name.upper() in found for name in names)
