"""Which of many words another one is nearly: for hints."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


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
        asked, length = self._letters(word), len(word)
        perhaps = [
            each
            for each, letters in self._words
            if not (each or word) or 2.0 * (letters & asked).bit_count() / (len(each) + length) >= cutoff
        ]
        return difflib.get_close_matches(word, perhaps, n, cutoff)

    def _letters(self, word: str, *, new: bool = False) -> int:
        found = 0
        seen: dict[str, int] = {}
        for letter in word:
            seen[letter] = number = seen.get(letter, 0) + 1
            if new:
                self._bits.setdefault((letter, number), 1 << len(self._bits))
            found |= self._bits.get((letter, number), 0)
        return found
