"""Purchases as people say them: `I would like to buy five shares of Turkey and three of Russia`."""

from __future__ import annotations

import re
from typing import NamedTuple

from judge.rules.words.buried import sentences_of
from judge.rules.words.numbers import NUMBERS

_LONGEST = 200
_WHO = (
    r"(?:please\s+)?(?:(?:I|we)(?:\s+(?:will|shall|would\s+like\s+to|want\s+to|wish\s+to)|['\u2019](?:ll|d\s+like\s+to))?\s+)?"
    r"(?:please\s+)?"
)
_BUY = (
    rf"(?:{_WHO}(?:buy|purchase|acquire)|(?:j['\u2019]|nous\s+)?ach[e\u00e8]t(?:e|ons|er)|(?:ich\s+)?kaufe|compro|(?:ik\s+)?koop"
    r"|kupuj\u0119|(?:jag\s+)?k\u00f6per)"
)
_NUMBER = rf"([0-9]{{1,4}}|(?:{'|'.join(NUMBERS)})\b)"
_SHARES = (
    r"(?:shares?|actions?|aktien?|anteile?|azion[ei]|acci[o\u00f3](?:n|nes)|a[c\u00e7][o\u00f5]es|aandel(?:en)?|akcj[ei]|akcji"
    r"|aktier?)"
)
_PREPOSITION = r"(?:of|in|from|de|di|do|da|du|del|della|dell|d|von|van|an|av|i)"
_OF = rf"(?:{_PREPOSITION}(?:\s+|['\u2019]))?(?:(?:the|la|le|l|die|der|den|de|het|el|il|o|a)(?:\s+|['\u2019]))?"
_ONE = rf"{_NUMBER}(?:\s+{_SHARES})?\s+{_OF}([^\W\d_]+)"
_AND = r"(?:\s*,\s*(?:and\s+)?|\s+(?:and|et|und|y|e|en|och|i|&|\+)\s+)"
_PURCHASES = re.compile(
    rf"{_BUY}\s+({_ONE}(?:{_AND}{_ONE})*)(?:\s+for\s+(?:me|us))?(?:[\s,]+please)?[\s.!]*", re.IGNORECASE
)
_GREETS = re.compile(
    r"(?:hello|hi|hey|dear)(?:\s+(?:dear|there|all|judge|mr|mrs|friends?)){0,2}\s*[,!.]\s+", re.IGNORECASE
)
_BUYS = re.compile(
    r"\b(?:buy|buying|bought|sell|selling|sold|purchase|trade|shares?|actions?|aktien?|azioni|acciones)\b",
    re.IGNORECASE,
)
_EACH = re.compile(_ONE, re.IGNORECASE)
_IN_ALL = re.compile(
    r"(?<=\d)[\s,]*(?:AGP\s*)?[(\s,-]*\b(?:in\s+(?:all|total)|(?:(?:both|all)\s+)?together|altogether|total)"
    r"(?:\s*,?\s*not\s+(?:for\s+)?each)?\s*[.!]*\)?[\s.!]*\Z",
    re.IGNORECASE,
)


def purchases_in(text: str) -> list[str]:
    """`BUY 5 Turkey`, `BUY 3 Russia`: each purchase of a sentence that says no more than them; none of another line."""
    found = _PURCHASES.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    if found is None:
        return []
    return [f"BUY {NUMBERS.get(number.lower(), number)} {power}" for number, power in _EACH.findall(found[1])]


class Sentences(NamedTuple):
    """Of a line of sentences: the purchases that one of them says, and the others."""

    purchases: list[str]
    others: list[str]


def purchases_beside(text: str) -> Sentences | None:
    """The purchases of a line on which one sentence says no more than them, and what stands beside; else None."""
    if len(text) > _LONGEST or "?" in text:
        return None
    said = sentences_of(_GREETS.sub("", text.strip(), count=1))
    found = [purchases for each in said if (purchases := purchases_in(each))]
    if len(found) != 1 or any(_BUYS.search(each) for each in said if not purchases_in(each)):
        return None
    return Sentences(found[0], [each for each in said if not purchases_in(each)])


def without_in_all(text: str) -> str:
    """`SELL 2 ITALY TO CARL FOR 14` of `… FOR 14 (both together, not each!)`: the sum is that of the trade anyway."""
    return _IN_ALL.sub("", text) if len(text) <= _LONGEST else text
