"""An order of a slot as people say it: `Move two armies from Akerholm to Calder` -> MOVE AKE CAL 2.

Only what is understood to its last word is put into the boxes; a word too many leaves the line as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from judge.rules.words.attempts import words
from judge.rules.words.misspelled import nearly
from judge.rules.words.numbers import NUMBERS

_LONGEST = 200
_NUMBERS = {word.upper(): str(number) for word, number in NUMBERS.items()}
_OF_MANY = frozenset({"ARMIES", "SHIPS", "FORTS", "LEVELS", "BPS"})
_OF_ONE = frozenset({"ARMY", "SHIP", "FORT", "LEVEL", "BP"})
_FROM, _TO = frozenset({"FROM"}), frozenset({"TO", "INTO", "TOWARDS", "AGAINST"})
_SAYS_NOTHING = frozenset({"IN", "AT", "ON", "OF", "THE", "MY", "WITH", "BY", "USING", "PLEASE"})
_ALL = frozenset({"ALL", "EVERYTHING", "EVERYONE", "REST"})
_ALL_BUT = re.compile(r"\b(?:ALL|EVERYTHING|EVERYONE)(?:\s+ARMIES|\s+SHIPS)?[\s-]+(?:BUT|EXCEPT)\s+(\w+)\b")
_ONE_OF = re.compile(r"\bAN?\s+(?=(?:ARMY|SHIP|FORT|LEVEL)\b)")
_NONE_LEFT = re.compile(r"(?:AB-?|-)0+")
_WORD = re.compile(r"AB\s*-?\d{1,6}|-\d{1,6}|\w+")
_BREAKS = re.compile(r"[;:?!/%]|\bAND\b|\bOR\b|\bIF\b|\bNOT\b")
_MINUS = re.compile(r"\bAB\s*[-\u2010-\u2015\u2212]?\s*(?=\d)|[\u2010-\u2015\u2212](?=\d)|\u2212", re.IGNORECASE)
_PERCENT = re.compile(r"(?<=\d)\s+%(?=\s*(?:\Z|of\b))", re.IGNORECASE)
_IN_DOUBT = words("IF UNLESS PROVIDED OR NOT MAYBE PERHAPS POSSIBLY ONLY OTHERWISE INSTEAD CANCEL IGNORE SCRAP")
_DASH = r"\s[-\u2010-\u2015\u2212]\s"
_LONE_MINUS = re.compile(rf".*{_DASH}+\d+\s*", re.DOTALL)
_COUNTED = frozenset({"MOVE", "ATTACK", "SEAMOVE", "CONVOY"})
"""The actions whose numbers may be all and all-but (6.3)."""


def in_boxes(text: str, actions: Sequence[str], names: Mapping[str, str]) -> list[str] | None:
    """The action, its areas and its number, in the order of the boxes; None if there is a word that is none of these.

    `names`: area -> what it is called.
    """
    said = text.upper()
    if len(said) > _LONGEST or _BREAKS.search(said):
        return None
    for code, name in sorted(names.items(), key=lambda named: -len(named[1])):
        said = re.sub(rf"\b{re.escape(name.upper())}\b", code, said)
    said = _ALL_BUT.sub(lambda found: f"AB-{_NUMBERS.get(found[1], found[1])}", said)
    action, *more = _WORD.findall(_ONE_OF.sub("1 ", said)) or [""]
    if action not in actions or is_lone_minus(action, said):
        return None
    return _filled(action, more, names)


def areas_meant(text: str, actions: Sequence[str], names: Mapping[str, str]) -> str:
    """A hint where names of areas are misspelled: `GROW Akerhol`; empty where none is."""
    codes = {name.upper(): code for code, name in names.items()}
    plain = {*actions, *_OF_MANY, *_OF_ONE, *_FROM, *_TO, *_SAYS_NOTHING, *_ALL, *_NUMBERS}
    said = [word for word in _WORD.findall(text[:_LONGEST].upper()) if word not in plain]
    meant = [codes[near[0]] for word in said if (near := nearly(word, codes))]
    return f"Did you mean {' and '.join(f'{code} ({names[code]})' for code in meant)}?" if meant else ""


def is_doubt(aside: str) -> bool:
    """Does what stands in brackets behind an order put it in doubt: `(maybe)`, `(only if it is free)`, `(no?)`"""
    said = {word.upper() for word in re.findall(r"[^\W\d_]+", aside)}
    return "?" in aside or said == {"NO"} or not _IN_DOUBT.isdisjoint(said)


def with_plain_numbers(text: str) -> str:
    """As a phone may write a number below zero, or an all-but: `–2` is -2, `AB - 2` is AB-2 (6.3). What is said
    in percent stays no number: in `50 %` no remark begins.
    """
    text = _PERCENT.sub("%", text)
    return _MINUS.sub(lambda found: "AB-" if found[0][:1] in "aA" else "-", text)


def is_lone_minus(action: str, said: str) -> bool:
    """May the dash before the last number be a minus: `MOVE AKE CAL - 2`? Not where another dash stands before it."""
    return action in _COUNTED and _LONE_MINUS.fullmatch(said) is not None and len(re.findall(_DASH, said)) == 1


def _filled(action: str, said: Sequence[str], names: Mapping[str, str]) -> list[str] | None:
    areas: dict[str, str] = {}
    loose: list[str] = []
    numbers: list[str] = []
    role = ""
    one = False
    for word in said:
        if word in _FROM or word in _TO:
            role = "from" if word in _FROM else "to"
        elif word in names:
            if role in areas:
                return None
            if role:
                areas[role] = word
            else:
                loose.append(word)
            role = ""
        elif (number := _number(action, word)) is not None:
            numbers.append(number)
        elif word in _OF_ONE:
            one = True
        elif word not in _SAYS_NOTHING and word not in _OF_MANY:
            return None
    # `Move army from AKE` may mean one, or all there are.
    if len(numbers) > 1 or (one and numbers != ["1"]):
        return None
    if len(areas) + len(loose) == 1:
        if action == "RETREAT" and "to" in areas:
            return None  # where from is not said
        return [action, *areas.values(), *loose, *numbers]
    places = [areas[each] if each in areas else loose.pop(0) if loose else "" for each in ("from", "to")]
    return None if loose else [action, *filter(None, places), *numbers]


def _number(action: str, word: str) -> str | None:
    if word in _NUMBERS:
        return _NUMBERS[word]
    if word in _ALL or (action in _COUNTED and _NONE_LEFT.fullmatch(word)):
        return "ALL"
    return word if word.lstrip("AB-").isdigit() else None
