"""Sentences between orders that order nothing: `I trust nobody`, `I keep the remaining six ducats`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.rules.machiavelli.reading.attempts import is_letter_attempt
from judge.rules.machiavelli.reading.mentions import KIND_WORDS, VERB_WORDS
from judge.rules.machiavelli.reading.names import AREAS, COUNTRIES, areas_at, countries_at, words_of
from judge.rules.words.misspelled import nearly
from judge.rules.words.numbers import NUMBERS
from judge.rules.words.remarks import is_idle, without_remark_behind

BEGIN_TALK = frozenset(("i", "we", "that", "this", "it", "you", "he", "she", "they", "thanks", "thank", "sorry"))
_NUMBER = rf"(?:[0-9]{{1,4}}|{'|'.join(NUMBERS)})"
_KEEPER = (
    r"(?:(?:i|we)(?: ll| will| shall| m| am| re| are)? (?:keep|save|sav|retain|hold)(?:ing)?(?: back)?"
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


def without_aside(text: str) -> str:
    """The line without words in brackets, or behind a dash, at its end that can change nothing of it."""

    def is_name(word: str) -> bool:
        said = word.lower()
        known = said in KIND_WORDS or said in VERB_WORDS or said in _NOBODYS
        return known or _is_name([said]) or bool(nearly(said, _NAMES))

    return without_remark_behind(text, is_name) or text


_NOBODYS = frozenset(("independent", "independents", "neutral", "neutrals", "autonomous", "rebel", "rebels"))
_NAMES = tuple(sorted({word for name in (*AREAS, *COUNTRIES) for word in name if len(word) > 2}))


def _is_name(words: Sequence[str]) -> bool:
    return any(True for _ in areas_at(words, 0)) or any(True for _ in countries_at(words, 0))
