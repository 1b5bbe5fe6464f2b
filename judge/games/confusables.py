"""Names that a reader would take for one another."""

from __future__ import annotations

import unicodedata

# What stands for a Latin capital among digits, and in the Cyrillic and the Greek alphabet.
_LOOKS_LIKE = str.maketrans("01258IАВЕКМНОРСТХУІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "OLZSBLABEKMHOPCTXYLJSABEZHLKMNOPTYX")


def skeleton(name: str) -> str:
    """Return one key for names that look alike: `ENG1AND` as `England`, `Αnn` with a Greek letter as `Ann`."""
    return unicodedata.normalize("NFKC", name).upper().translate(_LOOKS_LIKE)
