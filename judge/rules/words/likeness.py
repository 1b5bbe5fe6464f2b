"""Which of many words another one is nearly: for hints."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import lru_cache


class Likeness:
    """Finds among its words what `difflib.get_close_matches` finds there, without comparing all of them in full.

    The first A of a word is one bit, its second A another one: the bits that two words share are as many as the letters
    that they can have in common, in whatever order.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._bits: dict[tuple[str, int], int] = {}
        self._by_length: dict[int, list[tuple[str, int]]] = {}
        for word in words:
            self._by_length.setdefault(len(word), []).append((word, self._letters(word, new=True)))

    def near(self, word: str, n: int, cutoff: float) -> list[str]:
        """At most `n` of the words, the nearest first, that are alike by `cutoff` at least (0 to 1)."""
        long_enough = [(words, _least(size, len(word), cutoff)) for size, words in self._by_length.items()]
        perhaps: list[str] = []
        if any(least is not None for _, least in long_enough):
            asked = self._letters(word)
            for words, least in long_enough:
                if least is not None:
                    perhaps += [each for each, letters in words if (letters & asked).bit_count() >= least]
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


@lru_cache(maxsize=10_000)
def _least(size: int, length: int, cutoff: float) -> int | None:
    """How many letters two words of these lengths have in common at least that are alike by `cutoff`; None if they
    cannot be.
    """
    if not size + length:
        return 0
    return next((each for each in range(min(size, length) + 1) if 2.0 * each / (size + length) >= cutoff), None)
