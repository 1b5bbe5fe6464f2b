"""Text as tokens. A token can be of several kinds at once, and the grammar takes the kind that it needs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

FILLERS = ("ARTICLE", "FILLER")
"""The kinds of words that may stand anywhere within a statement, and mean nothing there: `the`, `my`, `will`."""

PLAYER = "PLAYER"
"""The kind of the names of players. Their words are no fillers, and never harmless."""
NUMBERED = "NUMBERED"
"""The kind of numbers as words."""

PREPOSITIONS = frozenset(("AND", "CEO", "FILLER", "FOR", "FROM", "MOVE", "OR", "PAYEE"))
"""The kinds that a capital A never has, nor a player's name: it is an army, and not the Italian `a`."""

_TOKEN = re.compile(
    r"(?P<word>(?:[dl]|un|dell|all|nell|sull)['\u2019](?=[^\W\d_])|[^\W\d_]+(?:['\u2019][^\W\d_]+)*[0-9]*)|(?P<number>[0-9]+)"
    r"|(?P<arrow>[-\u2010-\u2015\u2212\u2190-\u21ff\u27a1\u27f5-\u27ff\u2794\u279c\u00ad~=>]+)|(?P<mark>\S)",
    re.IGNORECASE,
)
_SPECIAL = str.maketrans(
    {"ł": "l", "ø": "o", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "đ": "d", "\u2019": "'", "ð": "d"}
)
_LONGEST_NUMBER = 12
"""Digits of a number that has a value."""
COMMENT = re.compile(r"(?<![0-9])(?<![0-9]\s)%|(?<=[0-9]\s)%(?!\s*(?:of\b|[,;.]|\Z))|(?<!\S)//")
"""Where a comment begins (Payola 3.5): at `%`, unless it says how much, as in `5 %`; at `//` only behind a blank."""


class Token(NamedTuple):
    """A word, number, arrow or mark. `word`: folded; `start`, `end`: columns; `spaced`: a blank stands before it."""

    text: str
    word: str
    shape: str
    start: int
    end: int
    spaced: bool

    @property
    def is_code(self) -> bool:
        """Whether it is a word of two to four capitals."""
        return self.shape == "word" and self.text.isupper() and 2 <= len(self.text) <= 4


class Edge(NamedTuple):
    """A way to read the tokens from one position up to `end`."""

    end: int
    value: Any


class Names(Hashable, Protocol):
    """The names of a game: places, powers, players."""

    def edges(self, tokens: Sequence[Token], at: int) -> Iterable[tuple[str, Edge]]:
        """Return (kind, edge) of each name that begins here."""

    def nearly(self, token: Token, *, surely: bool = False) -> Sequence[str]:
        """Return the names that a word is nearly, which is none, each with what it stands for: `GAL (Galicia)`.
        `surely`: a short word counts in capitals only.
        """


class Text:
    """The tokens of a line, and the kinds of what begins at each. `edges[at][kind]`: the longest edge."""

    def __init__(self, text: str, lexicon: Lexicon, names: Names) -> None:
        self.text = text
        self.tokens = tokens_of(text)
        self.names = names
        self.edges: list[dict[str, Edge]] = [self._edges(lexicon, at) for at in range(len(self.tokens))]
        self.edges.append({"END": Edge(len(self.tokens), None)})
        self.is_filler = [_is_filler(edges) and not self._is_name(at) for at, edges in enumerate(self.edges)]

    def _is_name(self, at: int) -> bool:
        """Tell whether a word in capitals is an army or a place, and so is never skipped."""
        token = self.tokens[at]
        return token.text == "A" or (token.is_code and "PLACE" in self.edges[at])

    def _edges(self, lexicon: Lexicon, at: int) -> dict[str, Edge]:
        token = self.tokens[at]
        found: dict[str, Edge] = {}
        if token.shape == "arrow":
            found["ARROW"] = Edge(at + 1, token.text)
        elif token.shape == "number":
            found["NUMBER"] = Edge(at + 1, int(token.text) if len(token.text) <= _LONGEST_NUMBER else None)
        elif token.shape == "mark":
            found[f"'{token.text}'"] = Edge(at + 1, token.text)
        elif token.text[0].isupper():
            found["TITLE"] = Edge(at + 1, token.text)
            if token.text.isupper() and len(token.text) > 1:
                found["CAPITALS"] = Edge(at + 1, token.text)
        for kind, edge in (*lexicon.edges(self.tokens, at), *self.names.edges(self.tokens, at)):
            if kind not in found or found[kind].end < edge.end:
                found[kind] = edge
        if token.text == "A" or PLAYER in found:  # `Ann, E and B`: no Italian `e`
            found = {kind: edge for kind, edge in found.items() if kind not in PREPOSITIONS or edge.end > at + 1}
        if "DOUBT" in found and "PLACE" in found and token.is_code and not self.text.isupper():
            del found["DOUBT"]  # `attack PAS`, and no French `pas`
        if "DOUBT" in found and at > 0 and token.text.islower():
            before = self.tokens[at - 1]
            is_whole = before.shape == "number" or (before.shape == "word" and len(before.text) > 1)
            for kind in ("PLACE", "SURE") if is_whole else ():
                if kind in found and found[kind].end == at + 1:  # `F IRI não` is no move
                    del found[kind]
        return found

    def span(self, start: int, end: int) -> str:
        """Return what was written from one token up to another."""
        return self.text[self.tokens[start].start : self.tokens[end - 1].end] if start < end else ""


class _Branch(NamedTuple):
    """What phrases go on with behind some words. values: of the kinds that end here."""

    values: dict[str, Any]
    below: dict[str, _Branch]


class Lexicon:
    """Words and phrases, and their kinds, as a tree of words. `in_cases`: they may end as in `Viyana'dan`."""

    def __init__(self, entries: Iterable[tuple[str, Any, str]], *, in_cases: bool = False) -> None:
        self._tree, self._in_cases = _Branch({}, {}), in_cases
        self.words: set[str] = set()
        for kind, value, phrase in entries:
            elided = phrase.endswith(("'", "\u2019"))  # l', d'
            branch = self._tree
            for word in (fold(phrase),) if elided else [token.word for token in tokens_of(phrase)]:
                branch = branch.below.setdefault(word, _Branch({}, {}))
                self.words.add(word)
            branch.values.setdefault(kind, value)

    def __contains__(self, word: str) -> bool:
        return word in self._tree.below

    def edges(self, tokens: Sequence[Token], at: int) -> Iterable[tuple[str, Edge]]:
        """Yield (kind, edge) of each phrase that begins here, the shortest first."""
        branch = self._tree
        for end in range(at, len(tokens)):
            word = tokens[end].word
            found = branch.below.get(word.partition("'")[0] if self._in_cases else word)
            if found is None:
                return
            branch = found
            for kind, value in branch.values.items():
                yield kind, Edge(end + 1, value)


def _is_filler(edges: Mapping[str, Edge]) -> bool:
    """Tell whether a word may be skipped: no number, as the Spanish `dos`, no player, no beginning of `in place of`."""
    ends = [edges[kind].end for kind in FILLERS if kind in edges]
    if not ends or edges.keys() & {NUMBERED, PLAYER}:
        return False
    return "DOUBT" not in edges or edges["DOUBT"].end <= max(ends)


@lru_cache(maxsize=5000)
def fold(word: str) -> str:
    """Return a word in small letters without accents."""
    small = word.casefold().translate(_SPECIAL)
    if small.isascii():
        return small
    return "".join(each for each in unicodedata.normalize("NFKD", small) if not unicodedata.combining(each))


@lru_cache(maxsize=512)  # the lines of a mail are looked at for one thing after another
def tokens_of(text: str) -> Sequence[Token]:
    """Return the tokens of a text, in O(n)."""
    found: list[Token] = []
    end = 0
    for each in _TOKEN.finditer(text):
        said, (start, stop) = each[0], each.span()
        shape = "mark" if said[:2] == "~~" else each.lastgroup or "mark"  # struck out
        found.append(Token(said, fold(said), shape, start, stop, start > end))
        end = stop
    return found


def without_comment(line: str) -> str:
    """Return the line up to its comment."""
    found = COMMENT.search(line) if "%" in line or "//" in line else None
    return line[: found.start()] if found else line


def comment_of(line: str) -> str:
    """Return the comment of a line, without its sign."""
    found = COMMENT.search(line)
    return line[found.end() :].strip() if found else ""
