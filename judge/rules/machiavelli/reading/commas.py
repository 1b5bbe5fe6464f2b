"""The clauses of a sentence, between its commas, without the courtesies around them."""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.machiavelli.reading.names import is_number
from judge.rules.words.numbers import NUMBERS

_PLEASE = frozenset(("please", "pls", "plz", "kindly", "bitte", "svp"))
_SUBJECT = frozenset(("i", "we", "will", "shall"))  # of what they say; nothing by themselves
_BEFORE = _PLEASE | _SUBJECT | {"also", "then", "finally"}
_BEHIND = _PLEASE | {"too", "thanks", "thx", "danke", "merci", "grazie", "gracias"}
_AS_SAID = frozenset(
    ("as", word) for word in ("promised", "agreed", "discussed", "arranged", "said", "usual", "before")
)
_GUARDS = frozenset(("bodyguard", "bodyguards", "guard"))
_PRICE = frozenset(("for", "at", "d", "duc", "ducat", "ducats", "price", *NUMBERS))


def clauses_of(words: Sequence[str]) -> list[list[str]]:
    """The clauses between commas; a line of nothing but courtesies is left as it is. A clause that is nothing but a
    price belongs to the one before: `Sell Pisa to Genoa, 5 ducats`.
    """
    clauses: list[list[str]] = [[]]
    for word in words:
        if word == ",":
            clauses.append([])
        else:
            clauses[-1].append(word)
    said = [clause for clause in clauses if tuple(clause) not in _AS_SAID]
    plain = [bare for clause in said if (bare := _without_courtesy(clause))] or [each for each in clauses if each]
    found: list[list[str]] = []
    for clause in plain:
        price = _is_price(clause) and found and not any(is_number(word) for word in found[-1])
        both = found and any(is_number(word) for word in clause) and any(is_number(word) for word in found[-1])
        if price or (found and clause[0] == "for" and not both and not _GUARDS.isdisjoint(found[-1])):
            found[-1] += clause  # `Hire a bodyguard, 6 ducats, for Naples`
        else:
            found.append(clause)
    return found


def by_and(words: Sequence[str]) -> list[list[str]]:
    """The parts of a list: `pisa and arezzo, prato`."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word in ("and", ","):
            parts.append([])
        else:
            parts[-1].append(word)
    return [part for part in parts if part]


def _is_price(clause: Sequence[str]) -> bool:
    return any(is_number(word) for word in clause) and all(word.isdigit() or word in _PRICE for word in clause)


def _without_courtesy(clause: Sequence[str]) -> list[str]:
    """`also pay all pls` -> `pay all`."""
    first, last = 0, len(clause)
    while first < last and clause[first] in _BEFORE:
        first += 1
    while first < last and clause[last - 1] in _BEHIND:
        last -= 1
    if first == last and not _SUBJECT.isdisjoint(clause):
        return list(clause)
    return list(clause[first:last])
