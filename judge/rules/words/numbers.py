"""Numbers as words: `twelve`."""

from __future__ import annotations

import re

_COUNTED = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty"
)
NUMBERS = {word: at for at, word in enumerate(_COUNTED.split(), 1)} | {"thirty": 30, "forty": 40, "fifty": 50}
"""In small letters."""
_TENS = re.compile(rf"\b(twenty|thirty|forty|fifty)(?:\s*-\s*|\s+)({'|'.join(_COUNTED.split()[:9])})\b")


def with_tens_joined(text: str) -> str:
    """`thirty-three ducats` and `thirty three ducats` as `33 ducats`. In small letters."""
    return _TENS.sub(lambda found: str(NUMBERS[found[1]] + NUMBERS[found[2]]), text)
