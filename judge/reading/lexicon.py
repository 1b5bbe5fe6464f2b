"""The words that people write, from the TOML files beside this module: kind -> language -> words and phrases.

A kind can have values between: `[COAST.NC]`. A file named after a game holds the words of that game alone. The table
`[examples]` holds sentences for each language with what they mean: they are tests, and stand in docs/languages.md.
The table `[tells]` holds what the reply tells of a value.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from judge.reading.lexer import Lexicon

WORDS = Path(__file__).parent / "words"
GREETING, ADDRESSEE, PLEASE, THANKS, CLOSING = "GREETING", "ADDRESSEE", "PLEASE", "THANKS", "CLOSING"
TALK = (GREETING, ADDRESSEE, PLEASE, THANKS, CLOSING)
"""The kinds of words of talk. Beside orders they are HARMLESS."""
HARMLESS = "HARMLESS"
_EXAMPLES, _TELLS = "examples", "tells"


def phrases_of(file: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield (kind, value, language, phrase) of one file."""
    for kind, table in _tables(file).items():
        if kind in (_EXAMPLES, _TELLS):
            continue
        for key, inner in table.items():
            by_language: Mapping[str, Any] = {key: inner} if isinstance(inner, str) else inner
            value = "" if isinstance(inner, str) else key
            for language, phrases in by_language.items():
                yield from ((kind, value, language, phrase.strip()) for phrase in phrases.split(",") if phrase.strip())


@cache
def single_words_of(file: str) -> frozenset[str]:
    """Return the phrases of one file that are one word, in capitals: nobody at a table is called so."""
    return frozenset(phrase.upper() for _, _, _, phrase in phrases_of(file) if phrase.isalpha())


def tells_of(file: str) -> Mapping[str, str]:
    """Return what the reply tells: value -> sentence."""
    tells: Mapping[str, str] = _tables(file)[_TELLS]
    return tells


@cache
def _tables(file: str) -> dict[str, Any]:
    return tomllib.loads((WORDS / f"{file}.toml").read_text(encoding="utf-8"))


@cache
def lexicon(*files: str) -> Lexicon:
    """Return the words of these files together."""
    return Lexicon(
        (HARMLESS if kind in TALK else f"{kind}_{value}" if kind == "CODE" else kind, value or kind, phrase)
        for file in files
        for kind, value, _, phrase in phrases_of(file)
    )
