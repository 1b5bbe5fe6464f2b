"""The names of the board, as people write them: areas, countries, adjectives, letters of units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from judge.reading.lexer import Edge, Lexicon, Token, fold, tokens_of
from judge.reading.lexicon import lexicon
from judge.reading.nearness import Likeness, nearly
from judge.rules.machiavelli.board import BOARD

WORDS_READ = ("talk", "orders", "payola", "machiavelli")
_MOST_TOKENS = 8
_LONGEST = 4
"""Words of the longest name."""
_LEAST = 3
_SHORT = 4
"""Letters of the last word of a name that may have a stop: `Adr. Cent.`."""
_PLAIN = 5
"""Letters of a word without capitals that may be a name cut short."""
_LIKENESS = 0.8
_BEFORE_CODES = ("s", "to")
_LETTERS = ("a", "f", "g")


class Place(NamedTuple):
    """What a name can mean: codes of areas, and the words as written."""

    codes: tuple[str, ...]
    text: str


def _words(name: str) -> tuple[str, ...]:
    return tuple(token.word for token in tokens_of(name) if token.shape == "word")


def _areas() -> dict[tuple[str, ...], set[str]]:
    found: dict[tuple[str, ...], set[str]] = {}
    for code, area in BOARD.areas.items():
        for name in (code, area.name, *area.also, *([f"{code} sea"] if area.sea else [])):
            found.setdefault(_words(name), set()).add(code)
    return found


def _countries() -> dict[tuple[str, ...], str]:
    found: dict[tuple[str, ...], str] = {}
    for code, country in BOARD.countries.items():
        for name in (code, country.title, *country.also):
            words = _words(name)
            found[words] = code
            if words[0] == "the":
                found[words[1:]] = code
        for adjective in country.adjectives:
            found[_words(adjective)] = found[_words(f"{adjective}s")] = code
    return found


AREAS, COUNTRIES = _areas(), _countries()
_BEGINNING: dict[str, list[tuple[tuple[str, ...], set[str]]]] = {}
for _name, _codes in AREAS.items():
    _BEGINNING.setdefault(_name[0][0], []).append((_name, _codes))
ADJECTIVES: dict[str, tuple[str, ...]] = {}
"""Adjective of areas -> their codes."""
for _code, _area in BOARD.areas.items():
    for _adjective in _area.adjectives:
        ADJECTIVES[fold(_adjective)] = (*ADJECTIVES.get(fold(_adjective), ()), _code)
CITY_OF = {country: code for name, country in COUNTRIES.items() for code in AREAS.get(name, ())}
"""Country -> the area that is called as the country is."""
CALLED = {
    "".join(name).upper(): code for name, code in COUNTRIES.items() if "".join(name).upper() not in BOARD.countries
}
"""What letters, and people, call a country by, beside its name: POPE, SULTAN, VENETIANS, HOLYSEE."""
PARTIES = tuple(sorted({*CALLED, "INDEPENDENT", "INDEPENDENTS", "REBELS"}))
"""The same of all parties."""


class PlagueNames:
    """PLACE; SURE, where it is written in full or in capitals; CODE; POWER; PEOPLE, an adjective of areas; LETTER, and
    CAPITAL where it is one; PHASE, as `A.4`.
    """

    def __init__(self, words: Lexicon) -> None:
        self._ordinary = words

    def edges(self, tokens: Sequence[Token], at: int) -> Iterator[tuple[str, Edge]]:
        first = tokens[at]
        if first.shape != "word":
            return
        if first.word in _LETTERS:
            yield "LETTER", Edge(at + 1, first.word.upper())
            if first.text.isupper():
                yield "CAPITAL", Edge(at + 1, first.text)
        if first.word in "abcdef" and [token.shape for token in tokens[at + 1 : at + 3]] == ["mark", "number"]:
            yield "PHASE", Edge(at + 3, first.text)  # `A.4` (chapter 2)
        pieces = _pieces(tokens, at)
        for words, end in reversed(pieces):
            if words in COUNTRIES:
                yield "POWER", Edge(end, COUNTRIES[words])
                break
        people = pieces[0][0][0]
        if people in ADJECTIVES:
            yield "PEOPLE", Edge(at + 1, Place(ADJECTIVES[people], first.text))
        for words, end in reversed(pieces):
            if words in AREAS and not self._is_talk(tokens, at, end):
                stops = len(words) > 1 and len(words[-1]) <= _SHORT and _is_stop(tokens, end)
                yield from self._place(tokens, at, end + stops, AREAS[words], is_full=len("".join(words)) > _LEAST)
                return
        for words, end in reversed(pieces):
            codes = _cut_short(words)
            if codes and not self._is_cut_talk(tokens[at:end]):
                yield from self._place(tokens, at, end + _is_stop(tokens, end), codes, is_full=False)
                return

    def _is_talk(self, tokens: Sequence[Token], at: int, end: int) -> bool:
        """Tell whether a code in small letters is an ordinary word: `for`, `per`, `are`; not in `- sie`, `a are -`."""
        before = tokens[at - 1].word if at else ""
        is_moved = before in _LETTERS and end < len(tokens) and tokens[end].shape == "arrow"
        return (
            end == at + 1
            and len(tokens[at].word) <= _LEAST
            and not tokens[at].text.isupper()
            and tokens[at].word in self._ordinary
            and not (is_moved or before in _BEFORE_CODES or (at and tokens[at - 1].shape == "arrow"))
        )

    def _is_cut_talk(self, tokens: Sequence[Token]) -> bool:
        """Tell whether a piece of a name may be an ordinary word."""
        first = tokens[0]
        if len(tokens) > 1:
            return False
        small = not first.text[0].isupper() and len(first.word) < _PLAIN
        return small or len(first.word) < _LEAST or first.word in self._ordinary

    @staticmethod
    def _place(
        tokens: Sequence[Token], at: int, end: int, codes: Iterable[str], *, is_full: bool
    ) -> Iterator[tuple[str, Edge]]:
        place = Place(tuple(sorted(codes)), " ".join(token.text for token in tokens[at:end] if token.shape == "word"))
        yield "PLACE", Edge(end, place)
        if tokens[at].text in BOARD.areas and end == at + 1:
            yield "CODE", Edge(end, place)
        if is_full or tokens[at].text.isupper():
            yield "SURE", Edge(end, place)

    def nearly(self, token: Token, *, surely: bool = False) -> Sequence[str]:
        """Return the names that a word is nearly, which is none. `surely`: a short word counts in capitals only."""
        word = token.word.removesuffix("'s")
        if token.shape != "word" or word in self._ordinary or (word,) in AREAS or (word,) in COUNTRIES:
            return ()
        if word in ADJECTIVES or len(word) < _LEAST:
            return ()
        if len(word) == _LEAST:
            return nearly(word.upper(), BOARD.areas) if token.text.isupper() else ()
        if surely and not token.text.isupper():
            return ()
        names, likeness = _nameable()
        return tuple(dict.fromkeys(names[each] for each in likeness.near(word, n=2, cutoff=_LIKENESS)))


def _pieces(tokens: Sequence[Token], at: int) -> list[tuple[tuple[str, ...], int]]:
    """Return the words from here on, shortest first, each with where they end. Stops may stand between them."""
    found: list[tuple[tuple[str, ...], int]] = []
    words: tuple[str, ...] = ()
    for end in range(at, min(len(tokens), at + _MOST_TOKENS)):
        token = tokens[end]
        if token.shape == "word" and len(words) < _LONGEST:
            words = (*words, token.word.removesuffix("'s"))
            found.append((words, end + 1))
        elif token.text != "." or token.spaced:
            break
    return found


def _is_stop(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether a stop belongs to the name before it, and ends no sentence."""
    if at >= len(tokens) or tokens[at].text != ".":
        return False
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    return after is not None and not (after.shape == "word" and after.text[0].isupper() and not after.text.isupper())


@cache
def _cut_short(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the areas whose name begins with these words, each perhaps cut short: `per`, `w tyrr`, `adr sup`."""
    if len(words) == 1 and (len(words[0]) < _LEAST or words[0] == "the"):
        return ()
    found = {
        code
        for name, codes in _BEGINNING.get(words[0][0], ())
        if len(words) <= len(name) and all(full.startswith(cut) for cut, full in zip(words, name, strict=False))
        for code in codes
    }
    return tuple(sorted(found))


@cache
def _nameable() -> tuple[dict[str, str], Likeness]:
    names = {" ".join(name): BOARD.areas[code].name for name, codes in AREAS.items() for code in codes}
    names |= {" ".join(name): BOARD.countries[code].name for name, code in COUNTRIES.items()}
    return names, Likeness(names)


@cache
def names() -> PlagueNames:
    """Return the names of the board."""
    return PlagueNames(lexicon(*WORDS_READ))


def areas_named(text: str) -> tuple[str, ...]:
    """Return the codes of the areas that a text can name, and nothing else."""
    tokens = tokens_of(text)
    edges = names().edges(tokens, 0) if tokens else ()
    return next((edge.value.codes for kind, edge in edges if kind == "PLACE" and edge.end == len(tokens)), ())


def suggestion(text: str) -> str:
    """Return `did you mean Arezzo?` for words that are nearly a name; else empty."""
    for token in tokens_of(text)[:_MOST_TOKENS]:
        if near := names().nearly(token):
            said = [f"{each} ({BOARD.areas[each].name})" if each in BOARD.areas else each for each in near[:2]]
            return f"did you mean {' or '.join(said)}?"
    return ""
