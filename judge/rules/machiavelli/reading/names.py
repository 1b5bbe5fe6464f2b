"""The names of the board, as people write them: areas, countries, adjectives, letters of units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from judge.reading.lexer import Edge, Lexicon, Token, fold, tokens_of
from judge.reading.lexicon import lexicon
from judge.reading.nearness import nearly
from judge.rules.machiavelli.board import BOARD

WORDS_READ = ("talk", "orders", "payola", "machiavelli")
_MOST_TOKENS = 8
_LONGEST = 4
"""Words of the longest name."""
_CODE = 3
"""Letters of a code, and of the shortest piece of a name."""
_SHORT = 4
"""Letters of the last word of a name that may have a stop: `Adr. Cent.`."""
_PLAIN = 5
"""Letters of a word without capitals that may be a name cut short."""
_LETTERS = ("a", "f", "g")
_BEFORE_CODES = ("s", "to")

Words = tuple[str, ...]


def _words(name: str) -> Words:
    return tuple(token.word for token in tokens_of(name) if token.shape == "word")


def _areas() -> dict[Words, set[str]]:
    found: dict[Words, set[str]] = {}
    for code, area in BOARD.areas.items():
        for name in (code, area.name, *area.also, *([f"{code} sea"] if area.sea else [])):
            found.setdefault(_words(name), set()).add(code)
    return found


def _countries() -> dict[Words, str]:
    found: dict[Words, str] = {}
    for code, country in BOARD.countries.items():
        plural = (f"{each}s" for each in country.adjectives)
        for words in map(_words, (code, country.title, *country.also, *country.adjectives, *plural)):
            found[words] = found[words[words[0] == "the" :]] = code
    return found


AREAS, COUNTRIES = _areas(), _countries()
_BEGINNING: dict[str, list[tuple[Words, set[str]]]] = {}
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
    """PLACE, with the codes that it can mean; SURE, in full or in capitals; CODE; POWER; PEOPLE, an adjective of areas;
    LETTER, and CAPITAL where it is one; PHASE, as `A.4`.
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
        yield from [("POWER", Edge(end, COUNTRIES[words])) for words, end in pieces if words in COUNTRIES][:1]
        people = pieces[-1][0][0]
        if people in ADJECTIVES:
            yield "PEOPLE", Edge(at + 1, ADJECTIVES[people])
        for words, end in pieces:
            if words in AREAS and not self._is_talk(tokens, at, end):
                stops = len(words) > 1 and len(words[-1]) <= _SHORT and _is_stop(tokens, end)
                yield from _place(tokens, at, end + stops, AREAS[words], is_full=len("".join(words)) > _CODE)
                return
        for words, end in pieces:
            if (codes := _cut_short(words)) and not (len(words) == 1 and self._is_cut_talk(first)):
                yield from _place(tokens, at, end + _is_stop(tokens, end), codes, is_full=False)
                return

    def _is_talk(self, tokens: Sequence[Token], at: int, end: int) -> bool:
        """Tell whether a code in small letters is an ordinary word: `for`, `per`, `are`; not in `- sie`, `A Are`,
        `a are h`.
        """
        if len(tokens[at].word) > _CODE or tokens[at].text.isupper() or tokens[at].word not in self._ordinary:
            return False
        before = tokens[at - 1] if at else tokens[at]
        is_ordered = end < len(tokens) and (tokens[end].shape == "arrow" or len(tokens[end].word) == 1)
        is_unit = before.word in _LETTERS and (is_ordered or tokens[at].text[0].isupper())
        return not (is_unit or before.word in _BEFORE_CODES or before.shape == "arrow")

    def _is_cut_talk(self, token: Token) -> bool:
        """Tell whether a piece of a name may be an ordinary word."""
        least = _CODE if token.text[0].isupper() else _PLAIN
        return len(token.word) < least or token.word in self._ordinary

    def nearly(self, token: Token, *, surely: bool = False) -> Sequence[str]:
        """Return the names that a word is nearly, which is none. `surely`: a short word counts in capitals only."""
        word = token.word.partition("'")[0]
        is_name = word in self._ordinary or (word,) in AREAS or (word,) in COUNTRIES or word in ADJECTIVES
        is_short = len(word) < _CODE or ((surely or len(word) == _CODE) and not token.text.isupper())
        if token.shape != "word" or is_name or is_short:
            return ()
        if len(word) == _CODE:
            return [f"{code} ({BOARD.areas[code].name})" for code in nearly(word.upper(), BOARD.areas)]
        names = _nameable()
        return tuple(dict.fromkeys(names[each] for each in nearly(word, names)))


def _pieces(tokens: Sequence[Token], at: int) -> list[tuple[Words, int]]:
    """Return the words from here on, longest first, each with where they end. Stops may stand between them."""
    found: list[tuple[Words, int]] = []
    words: Words = ()
    for end in range(at, min(len(tokens), at + _MOST_TOKENS)):
        token = tokens[end]
        if token.shape == "word" and len(words) < _LONGEST:
            words = (*words, token.word.partition("'")[0])
            found.insert(0, (words, end + 1))
        elif token.text != "." or token.spaced:
            break
    return found


def _place(
    tokens: Sequence[Token], at: int, end: int, codes: Iterable[str], *, is_full: bool
) -> Iterator[tuple[str, Edge]]:
    place = Edge(end, tuple(sorted(codes)))
    yield "PLACE", place
    if tokens[at].text in BOARD.areas and end == at + 1:
        yield "CODE", place
    if is_full or tokens[at].text.isupper():
        yield "SURE", place


def _is_stop(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether a stop belongs to the name before it, and ends no sentence: the next word does not begin one."""
    if at + 1 >= len(tokens) or tokens[at].text != ".":
        return False
    after = tokens[at + 1]
    return after.shape != "word" or not after.text[0].isupper() or after.text.isupper()


@lru_cache(maxsize=5000)
def _cut_short(words: Words) -> tuple[str, ...]:
    """Return the areas whose name begins with these words, each perhaps cut short: `per`, `w tyrr`, `adr sup`."""
    if len(words) == 1 and (len(words[0]) < _CODE or words[0] == "the"):
        return ()
    fits = (
        codes
        for name, codes in _BEGINNING.get(words[0][0], ())
        if len(words) <= len(name) and all(full.startswith(cut) for cut, full in zip(words, name, strict=False))
    )
    return tuple(sorted(set().union(*fits)))


@cache
def _nameable() -> dict[str, str]:
    names = {" ".join(name): BOARD.areas[code].name for name, codes in AREAS.items() for code in codes}
    return names | {" ".join(name): BOARD.countries[code].name for name, code in COUNTRIES.items()}


@cache
def names() -> PlagueNames:
    """Return the names of the board."""
    return PlagueNames(lexicon(*WORDS_READ))


def areas_named(text: str) -> tuple[str, ...]:
    """Return the codes of the areas that a text can name, and nothing else."""
    tokens = tokens_of(text)
    edges = names().edges(tokens, 0) if tokens else ()
    return next((edge.value for kind, edge in edges if kind == "PLACE" and edge.end == len(tokens)), ())
