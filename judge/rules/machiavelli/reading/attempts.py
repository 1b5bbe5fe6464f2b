"""Whether a line of a letter that cannot be read was meant as an order: by its units, areas, arrows and verbs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.rules.machiavelli.reading.mentions import KIND_WORDS, VERB_WORDS
from judge.rules.machiavelli.reading.names import (
    AREA_ADJECTIVES,
    AREAS,
    COUNTRY_ADJECTIVES,
    LONGEST_LINE,
    LONGEST_NAME,
    areas_at,
    countries_at,
    words_of,
)
from judge.rules.words.attempts import words
from judge.rules.words.misspelled import nearly

_UNIT = re.compile(r"\b[AFG][ .]+([A-Z]{3})\b(?!['\u2019])")
_CODES = re.compile(r"\b[A-Z]{3}\b")
_SPENDS = words(
    "pay raise buy buying sell selling disband operate operating bribe bribing counterbribe rebellion rebel pacify"
    " bodyguard assassinate assassination tax allow permit excommunicate crusade hire hiring"
)
_GIVES = words("give gift send pay")
_EVERYBODY = words("all nothing both everybody everyone nobody units rest none")
_DUCATS = words("ducat ducats")
_BETWEEN = words("in of at the on")
_ASKING = words("i please my we and to will would")

NONE, WEAK, STRONG = 0, 1, 2
_FEW, _SHORT, _LONG = 4, 6, 12
_MOST_DIGITS = 4


def is_letter_attempt(line: str) -> bool:
    """Was an order, a payment, a gift or a bribe meant?"""
    said = words_of(line)
    return bool(said) and _Words(line[:LONGEST_LINE], said).is_attempt()


class _Words:
    def __init__(self, line: str, said: Sequence[str]) -> None:
        self.line = line
        self.said = said
        self.codes = {code.lower() for code in _CODES.findall(line)}
        self.areas = {at: self._area(at) for at in range(len(said))}

    def is_attempt(self) -> bool:
        said = self.said
        if any((found.lower(),) in AREAS or nearly(found.lower(), _codes()) for found in _UNIT.findall(self.line)):
            return True
        if len(said) == 1:
            return said[0] in _SPENDS or (self.line.strip(" .!").isupper() and said[0] in ("give", "hold"))
        return any(self._at(at) for at in range(len(said))) or (len(said) <= _LONG and self._spends())

    def _area(self, at: int) -> tuple[int, int]:
        """(how sure, where it ends) of the area named from here on."""
        for length in range(LONGEST_NAME, 0, -1):
            piece = tuple(self.said[at : at + length])
            if len(piece) == length and piece in AREAS:
                is_code = length == 1 and len(piece[0]) <= 3
                return (WEAK if is_code and piece[0] not in self.codes else STRONG), at + length
        found = areas_at(self.said, at) if self.said[at] not in ("the", "la", "il", "l") else []
        return (WEAK, found[0][1]) if found else (NONE, at)

    def sure(self, at: int) -> int:
        return self.areas.get(at, (NONE, at))[0]

    def _before(self, end: int) -> int:
        return max((sure for sure, stop in self.areas.values() if stop == end), default=NONE)

    def _at(self, at: int) -> bool:
        """Does an order show in the word here and those beside it?"""
        said, word = self.said, self.said[at]
        if word in KIND_WORDS and len(word) > 1:
            after = at + 1
            while after < len(said) and said[after] in _BETWEEN:
                after += 1
            adjective = said[at - 1] if at else ""
            return bool(self.sure(after)) or adjective in AREA_ADJECTIVES or adjective in COUNTRY_ADJECTIVES
        if word in ("a", "f", "g") and at == 0 and self.sure(1):
            end = self.areas[1][1]
            return end < len(said) and said[end] in VERB_WORDS
        after = at + 1 + (at + 1 < len(said) and said[at + 1] in KIND_WORDS)
        left, right = self._before(at), self.sure(after)
        if word == ">":
            if left and right:
                return STRONG in (left, right) or len(said) <= _SHORT
            return STRONG in (left, right) and at > 0 and len(said) <= _SHORT
        if VERB_WORDS.get(word) and word not in ("a", "to", "into", "onto", "c", "go"):
            if left == STRONG and (len(word) > 1 or right or at == len(said) - 1):
                return len(said) <= _LONG
            return bool(left and right) or (at == 0 and right == STRONG and len(said) <= _SHORT)
        return False

    def _spends(self) -> bool:
        said = self.said
        numbers = [word for word in said if word.isdigit() and len(word) <= _MOST_DIGITS]
        if numbers and _DUCATS & set(said):
            return True
        first = next((at for at, word in enumerate(said) if word not in _ASKING), 0)
        word, rest = said[first], said[first + 1 :]
        places = any(self.sure(at) == STRONG for at in range(len(said)))
        country = any(countries_at(said, at) for at in range(len(said)))
        if word == "pay" and rest and rest[0] in _EVERYBODY and len(rest) <= _FEW:
            return True
        if word in _SPENDS:
            kinds = any(each in KIND_WORDS and len(each) > 1 for each in rest)
            near = any(nearly(each, _names()) for each in rest if len(each) > _FEW)
            return bool(numbers) or places or country or kinds or near or bool(_UNIT.search(self.line))
        if word in _GIVES or _GIVES & set(said):
            return bool(numbers) and (country or (word in _GIVES and rest[:1] == numbers[:1]))
        if word in ("put", "putting") and "rebellion" in said:
            return places
        return bool(_SPENDS & set(said)) and bool(numbers) and (places or country)


def _codes() -> tuple[str, ...]:
    return tuple(name[0] for name in AREAS if len(name) == 1 and len(name[0]) == 3)


def _names() -> tuple[str, ...]:
    return tuple(name[0] for name in AREAS if len(name) == 1 and len(name[0]) > 3)
