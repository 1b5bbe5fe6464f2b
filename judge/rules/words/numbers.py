"""Numbers as words: `twelve`."""

from __future__ import annotations

_COUNTED = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty"
)
NUMBERS = {word: at for at, word in enumerate(_COUNTED.split(), 1)} | {"thirty": 30, "forty": 40, "fifty": 50}
"""In small letters."""
