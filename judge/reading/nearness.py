"""Which known names a word is nearly: two letters swapped, one letter wrong, missing or too many."""

from __future__ import annotations

from collections.abc import Iterable

SHORTEST = 3
LONGEST = 40


def nearly(word: str, names: Iterable[str]) -> list[str]:
    """The names that this word is nearly, the likeliest first; compared as they stand. A name itself is none. Where
    letters are swapped, only these names.
    """
    if not SHORTEST <= len(word) <= LONGEST:
        return []
    slips = {name: _slip(word, name) for name in names if abs(len(name) - len(word)) <= 1}
    found = sorted((slip, name) for name, slip in slips.items() if slip)
    return [name for slip, name in found if slip == 1 or found[0][0] > 1]


def _slip(word: str, name: str) -> int:
    """1 where two letters beside each other are swapped, 2 for one wrong letter, 3 for one missing or too many; else
    0.
    """
    at = 0
    while at < min(len(word), len(name)) and word[at] == name[at]:
        at += 1
    rest, wanted = word[at:], name[at:]
    if len(rest) == len(wanted):
        if not rest:
            return 0
        if rest[:2] == wanted[:2][::-1] and rest[2:] == wanted[2:]:
            return 1
        return 2 if rest[1:] == wanted[1:] else 0
    if len(name) < SHORTEST:
        return 0
    return 3 if rest[1:] == wanted or rest == wanted[1:] else 0
