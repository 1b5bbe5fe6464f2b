"""Randomness that anyone can repeat: independent streams, each named by a key, from the secret seeds of a game.

What is drawn from its seed follows from it once that is opened, after the end; what is to stay secret for ever is drawn
from a second seed, which is never opened.

The order in which streams are used never matters, and the numbers do not depend on the Python version:
they are SHA-256 in counter mode, nothing else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

START_LABEL = "START"
"""The label of the streams that a game's opening is drawn from."""


class Stream:
    """An endless supply of fair choices. Each call moves on; two streams of one key are alike."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._counter = 0

    def _word(self) -> int:
        block = hashlib.sha256(self._key + self._counter.to_bytes(8, "big")).digest()
        self._counter += 1
        return int.from_bytes(block[:8], "big")

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1, each equally likely. ValueError if bound < 1."""
        if bound < 1:
            raise ValueError(f"nothing to choose from: below({bound})")
        # Words from the last, incomplete multiple of `bound` would favour small numbers.
        limit = (1 << 64) - (1 << 64) % bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def drawn(self, items: Sequence[T], weights: Sequence[int]) -> T:
        """One of the items, each as likely as its weight says. ValueError if the weights are all 0."""
        left = self.below(sum(weights))
        for item, weight in zip(items, weights, strict=True):
            left -= weight
            if left < 0:
                return item
        raise ValueError(f"a weight below 0 among {weights}")

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in an order drawn fairly (Fisher-Yates); `items` itself is left alone."""
        pool = list(items)
        for last in range(len(pool) - 1, 0, -1):
            pick = self.below(last + 1)
            pool[last], pool[pick] = pool[pick], pool[last]
        return tuple(pool)


@dataclass(frozen=True, slots=True)
class Rng:
    """The streams of one phase: the game's seed, the phase's label, and the run (raised by ROLLBACK). `hidden_seed` is
    the one that is never opened, empty where nothing stays secret.
    """

    seed: bytes
    label: str = ""
    run: int = 0
    hidden_seed: bytes = b""

    def at(self, *key: str) -> Stream:
        """The stream of this key, always from its beginning. After the end everybody can draw from it too."""
        return self._stream(self.seed, key)

    def hidden(self, *key: str) -> Stream:
        """The stream for what the rules keep secret after the end. Without a hidden seed it is that of `at`, as in
        `judge adjudicate`.
        """
        return self._stream(self.hidden_seed or self.seed, key)

    def _stream(self, seed: bytes, key: tuple[str, ...]) -> Stream:
        parts = (seed, self.label.encode(), str(self.run).encode(), *(part.encode() for part in key))
        digest = hashlib.sha256()
        for part in parts:
            # The length in front keeps ("AB", "C") apart from ("A", "BC").
            digest.update(len(part).to_bytes(4, "big") + part)
        return Stream(digest.digest())


def commitment(seed: bytes) -> str:
    """What is published when a game starts, so that the seed published at its end can be checked."""
    return hashlib.sha256(seed).hexdigest()
