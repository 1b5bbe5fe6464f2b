"""What powers and kinds of units are called in other languages."""

from __future__ import annotations

from judge.reading.lexer import fold
from judge.reading.lexicon import phrases_of

KINDS_AS_WRITTEN = (
    *("Armee", "Armée", "Armata", "Esercito", "Ejército", "Exército", "Leger"),
    *("Flotte", "Flotta", "Flota", "Vloot", "Frota"),
)
"""With these, orders begin in other languages."""
POWERS_ABROAD = {fold(name).upper(): power for _, power, _, name in phrases_of("powers")}
"""What the powers are called in each language, without accents."""


def named_abroad(text: str) -> str:
    """Return the power that is called so in one of these languages; empty where none is."""
    return POWERS_ABROAD.get(fold(text.strip()).upper(), "")
