"""How wide words are in the judge's letters, DejaVu Sans Bold: names are kept apart by it."""

from __future__ import annotations

from functools import lru_cache

_HUNDREDTHS = (
    "35 46 52 84 70 100 87 31 46 46 52 84 38 42 38 37 70 70 70 70 70 70 70 70 70 70 40 40 84 84 84 58 "
    "100 77 76 73 83 68 68 82 84 37 37 77 64 100 84 85 73 85 77 72 68 81 77 110 77 72 73 46 37 46 84 50 "
    "50 67 72 59 72 68 44 72 71 34 34 67 34 104 71 69 72 72 49 60 48 71 65 92 65 65 58 71 37 71 84"
)
"""Of the height of letters, from the blank to the tilde."""

WIDTHS = {chr(ord(" ") + place): int(wide) / 100 for place, wide in enumerate(_HUNDREDTHS.split())}
CAPITAL = 0.73
"""How high a capital is, of the size of letters."""


@lru_cache(maxsize=4096)  # names come again on every map
def width(text: str, size: float) -> float:
    """Of letters of this size, in the same unit; letters beyond ASCII count as wide ones."""
    return size * sum(WIDTHS.get(letter, 0.85) for letter in text)
