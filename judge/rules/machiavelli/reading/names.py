"""Words of a letter: lower case without accents, arrows as `>`; and which areas and countries they can name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

from judge.rules.machiavelli.board import BOARD
from judge.rules.words.likeness import Likeness
from judge.rules.words.misspelled import nearly
from judge.rules.words.numbers import NUMBERS, with_tens_joined

LONGEST_LINE = 400
LONGEST_NAME = 4
"""Words of the longest name."""
SHORTEST_PREFIX = 3

_ARROWS = re.compile(r"\s*(?:[-=~]*>+|[\u2190-\u21ff\u2794\u279c\u27a1\u27f5-\u27ff]+|[\u2010-\u2015\u2212]+|--+)\s*")
_AND_DASHED = re.compile(r" > and (?!>)")
_COUNTER = re.compile(r"counter[\s-]*brib(?:es?|ing|ery)")
_TOKEN = re.compile(r"[a-z]+|[0-9]+|[>,:]")
_NUMBER = re.compile(
    r"^\s*(?:\(?[0-9]{1,2}[.)]|[a-z]\)|[*•·–-]|(?:phase\s+)?[a-f]\.[1-7][.:)]?(?=\s|$))(?:\s+|$)", re.IGNORECASE
)
"""What stands before an order in a list; `A.4` and `D.1` are phases (chapter 2)."""
_COMMENT = re.compile(r"%|//")
_OWNED = re.compile(r"['\u2019]s\b")
"""`Milan's`; phones write the second apostrophe."""


def is_number(word: str) -> bool:
    """`12`, `twelve`."""
    return word.isdigit() or word in NUMBERS


def plain(text: str) -> str:
    """Lower case, accents off."""
    spread = unicodedata.normalize("NFKD", text).lower()
    return "".join(letter for letter in spread if not unicodedata.combining(letter))


def words_of(line: str) -> list[str]:
    """The words of a line: `--> Adr. Sup.` is `> adr sup`. Comments and a number or bullet in front are left out."""
    text = _NUMBER.sub("", _COMMENT.split(line[:LONGEST_LINE], maxsplit=1)[0])
    text = _ARROWS.sub(" > ", _OWNED.sub("", with_tens_joined(plain(text))))
    text = _AND_DASHED.sub(" and ", text)
    text = _COUNTER.sub(" counterbribe ", text)
    text = text.replace("-", " > ").replace(";", ",").replace("&", " and ").replace("+", " and ")
    return _TOKEN.findall(text)


def _names() -> tuple[dict[tuple[str, ...], set[str]], dict[tuple[str, ...], set[str]]]:
    areas: dict[tuple[str, ...], set[str]] = {}
    countries: dict[tuple[str, ...], set[str]] = {}
    for code, area in BOARD.areas.items():
        for name in (code, area.name, *area.also, *([f"{code} sea"] if area.sea else [])):
            areas.setdefault(tuple(words_of(name)), set()).add(code)
    for code, country in BOARD.countries.items():
        for name in (code, country.title, *country.also):
            words = words_of(name)
            countries.setdefault(tuple(words), set()).add(code)
            if words[0] == "the":
                countries.setdefault(tuple(words[1:]), set()).add(code)
    return areas, countries


AREAS, COUNTRIES = _names()
_BEGINNING: dict[str, list[tuple[tuple[str, ...], set[str]]]] = {}
"""Letter -> the names that begin with it."""
for _name, _codes in AREAS.items():
    _BEGINNING.setdefault(_name[0][0], []).append((_name, _codes))
AREA_ADJECTIVES: dict[str, set[str]] = {}
for _code, _area in BOARD.areas.items():
    for _adjective in _area.adjectives:
        AREA_ADJECTIVES.setdefault(plain(_adjective), set()).add(_code)
COUNTRY_ADJECTIVES = {
    plain(adjective) + more: code
    for code, country in BOARD.countries.items()
    for adjective in country.adjectives
    for more in ("", "s")
}
"""`Florentine`, and `the Florentines`."""
CALLED = {
    "".join(name).upper(): code
    for name, code in (
        *((name, next(iter(codes))) for name, codes in COUNTRIES.items() if len(codes) == 1),
        *(((adjective,), code) for adjective, code in COUNTRY_ADJECTIVES.items()),
    )
    if "".join(name).upper() not in BOARD.countries
}
"""What letters, and people, call a country by, beside its name: POPE, SULTAN, VENETIANS, HOLYSEE."""
PARTIES = tuple(sorted({*CALLED, "INDEPENDENT", "INDEPENDENTS", "REBELS"}))
"""The same of all parties."""


@cache
def _areas_cut_short(words: tuple[str, ...]) -> tuple[str, ...]:
    """Areas whose name begins with these words, each perhaps cut short: `per` of Perugia, `w tyrr` of the sea."""
    if len(words) == 1 and (len(words[0]) < SHORTEST_PREFIX or words[0] == "the"):
        return ()  # `the` is no more of the Lagoon than of anything else
    found = {
        code
        for name, codes in _BEGINNING.get(words[0][0], ())
        if len(words) <= len(name) and all(full.startswith(cut) for cut, full in zip(words, name, strict=False))
        for code in codes
    }
    return tuple(sorted(found))


Found = tuple[tuple[str, ...], int]
"""(codes that the words can mean, where they end)."""


def areas_at(words: Sequence[str], start: int) -> list[Found]:
    """The areas that can be named from here on, the longest name first. Short forms only where no full name fits."""
    if start < len(words) and words[start] in ("the", "la", "il", "l") and start + 1 < len(words):
        return areas_at(words, start + 1) or _areas_at(words, start)
    return _areas_at(words, start)


def _areas_at(words: Sequence[str], start: int) -> list[Found]:
    pieces = [tuple(words[start : start + length]) for length in range(LONGEST_NAME, 0, -1)]
    pieces = [piece for piece in dict.fromkeys(pieces) if piece]
    found = [(tuple(sorted(AREAS[piece])), start + len(piece)) for piece in pieces if piece in AREAS]
    if found:
        return found
    return [(codes, start + len(piece)) for piece in pieces if (codes := _areas_cut_short(piece))]


def countries_at(words: Sequence[str], start: int) -> list[Found]:
    """The countries that can be named from here on: names, rulers (`the Pope`), adjectives (`Florentine`)."""
    begin = start + 1 if start < len(words) and words[start] in ("the", "king", "duke") else start
    found = []
    for length in range(LONGEST_NAME, 0, -1):
        piece = tuple(words[begin : begin + length])
        if len(piece) == length and piece in COUNTRIES:
            found.append((tuple(sorted(COUNTRIES[piece])), begin + length))
    if not found and begin < len(words) and words[begin] in COUNTRY_ADJECTIVES:
        found.append(((COUNTRY_ADJECTIVES[words[begin]],), begin + 1))
    return found


def signs(role: str, words: Sequence[str]) -> bool:
    """Is this the writer's own country and nothing else, as it stands below a letter?"""
    return any(role in codes and end == len(words) for codes, end in countries_at(words, 0))


def _names_a_place(words: Sequence[str], at: int) -> bool:
    """Does a word stand behind a unit's letter, or beside an arrow, as the code of an area does?"""
    return (at > 0 and words[at - 1] in ("a", "f", "g", ">")) or words[at + 1 : at + 2] == [">"]


_NO_NAMES = frozenset(("unit", "units", "past", "over", "army", "armies", "fleet", "fleets", "their", "them", "mine"))
"""Words that look like names (`units` like Tunis), and are none."""


def suggestion(words: Sequence[str]) -> str:
    """`did you mean Arezzo?` for words that are nearly a name; else empty."""
    names, likeness = _nameable()
    for at, word in enumerate(words):
        if len(word) == SHORTEST_PREFIX and _names_a_place(words, at) and not areas_at(words, at):
            codes = nearly(word.upper(), BOARD.areas)
            if codes:
                return f"did you mean {' or '.join(f'{code} ({BOARD.areas[code].name})' for code in codes[:2])}?"
        if word in _NO_NAMES:
            continue
        if len(word) > SHORTEST_PREFIX and (word,) not in AREAS and (word,) not in COUNTRIES:
            near = likeness.near(word, n=2, cutoff=0.8)
            if near:
                return f"did you mean {' or '.join(dict.fromkeys(names[each] for each in near))}?"
    return ""


@cache
def _nameable() -> tuple[dict[str, str], Likeness]:
    names = {" ".join(name): BOARD.areas[code].name for name, codes in AREAS.items() for code in codes}
    names |= {" ".join(name): BOARD.countries[code].name for name, codes in COUNTRIES.items() for code in codes}
    return names, Likeness(names)
