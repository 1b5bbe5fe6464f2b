"""Which known names a word is nearly: two letters swapped, one letter wrong, missing or too many."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import lru_cache

SHORTEST = 3
LONGEST = 40
_LONG = 6
"""From so many letters on a name may differ in more than one place."""
_CUTOFF = 0.8


def nearly(word: str, names: Iterable[str]) -> list[str]:
    """The names that this word is nearly, the likeliest first; compared as they stand. A name itself is none. Where
    letters are swapped, only these names.
    """
    if not SHORTEST <= len(word) <= LONGEST:
        return []
    names = tuple(names)
    found: dict[str, int] = {}
    for name in names:
        if name != word and abs(len(name) - len(word)) <= 1:
            distance = _slip(word, name)
            if distance:
                found[name] = distance
    if not found and len(word) >= _LONG:
        return [name for name in _alike(names).near(word, 2, _CUTOFF) if name != word]
    least = min(found.values(), default=0)
    likely = [name for name in found if least > 1 or found[name] == least]
    return sorted(likely, key=lambda name: (found[name], name))


@lru_cache(maxsize=100)
def _alike(names: tuple[str, ...]) -> Likeness:
    """The names of a board or a game, which are looked through again and again."""
    return Likeness(names)


def _slip(word: str, name: str) -> int:
    """1 where two letters beside each other are swapped, 2 for one wrong letter, 3 for one missing or too many; else
    0.
    """
    at = 0
    while at < min(len(word), len(name)) and word[at] == name[at]:
        at += 1
    rest, wanted = word[at:], name[at:]
    if len(rest) == len(wanted):
        if rest[:2] == wanted[:2][::-1] and rest[2:] == wanted[2:]:
            return 1
        return 2 if rest[1:] == wanted[1:] else 0
    if len(name) < SHORTEST:
        return 0
    return 3 if rest[1:] == wanted or rest == wanted[1:] else 0


class Likeness:
    """Finds among its words what `difflib.get_close_matches` finds there, without comparing all of them in full.

    The first A of a word is one bit, its second A another one: the bits that two words share are as many as the letters
    that they can have in common, in whatever order.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._bits: dict[tuple[str, int], int] = {}
        self._words = [(word, self._letters(word, new=True)) for word in words]

    def near(self, word: str, n: int, cutoff: float) -> list[str]:
        """At most `n` of the words, the nearest first, that are alike by `cutoff` at least (0 to 1)."""
        asked, least = self._letters(word), cutoff / 2 - 1e-9
        size = len(word)
        perhaps = [each for each, letters in self._words if (letters & asked).bit_count() >= least * (size + len(each))]
        return difflib.get_close_matches(word, perhaps, n, cutoff) if perhaps else []

    def _letters(self, word: str, *, new: bool = False) -> int:
        found = 0
        seen: dict[str, int] = {}
        for letter in word:
            seen[letter] = number = seen.get(letter, 0) + 1
            if new:
                self._bits.setdefault((letter, number), 1 << len(self._bits))
            found |= self._bits.get((letter, number), 0)
        return found
