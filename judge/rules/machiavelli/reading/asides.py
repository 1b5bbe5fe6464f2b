"""Sentences between orders that order nothing: `I trust nobody`, `I keep the remaining six ducats`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.rules.machiavelli.reading.attempts import is_letter_attempt
from judge.rules.machiavelli.reading.names import NUMBERS, areas_at, countries_at, words_of
from judge.rules.words.remarks import is_idle

BEGIN_TALK = frozenset(("i", "we", "that", "this", "it", "you", "he", "she", "they", "thanks", "thank", "sorry"))
_NUMBER = rf"(?:[0-9]{{1,4}}|{'|'.join(NUMBERS)})"
_KEEPER = (
    r"(?:(?:i|we)(?: ll| will| shall)? (?:keep|save|retain|hold back)"
    r"|(?:that|this|which) (?:leaves?|should leave)(?: me| us)?(?: with)?)"
)
_KEEPS = re.compile(
    rf"{_KEEPER}(?: the| my| our)?(?: remaining| rest of (?:my|the|our)| other| last)?(?: {_NUMBER})?"
    r"(?: remaining| other)? (?:ducats?|money)(?: left| over| for (?:later|now|myself|us|next (?:year|turn|season))"
    r"| in (?:reserve|the bank|(?:my|our) treasury))?"
)


def orders_nothing(sentence: str) -> bool:
    """Is this sentence, beside others on its line, talk that can change nothing of them?"""
    words = words_of(sentence)
    if not words or words[0] not in BEGIN_TALK:
        return False
    return _KEEPS.fullmatch(" ".join(words)) is not None or (
        not is_letter_attempt(sentence) and is_idle(sentence, lambda word: _is_name([word.lower()]))
    )


def _is_name(words: Sequence[str]) -> bool:
    return any(True for _ in areas_at(words, 0)) or any(True for _ in countries_at(words, 0))
