"""The names of a game of Payola: those of its board, amounts, types of offers, lists of letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from typing_extensions import override

from judge.reading.lexer import Edge, Token, fold
from judge.reading.lexicon import phrases_of
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.reading.names import BoardNames

TYPES = ":!>@&"
_IN_AMOUNTS = "*#+"
_QUOTES = "\"'\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb"


class PayolaNames(BoardNames):
    """AMOUNTS, their text, and SIGNED_AMOUNTS where that is no number; TYPE, and TYPE_OF_AMOUNT behind one; LETTERS,
    the text of an acceptance list, and LIST_WITH_REST, of one with a `?`; WORD, any word; FIRST, of the line; EQUALS;
    QUOTE, a quotation mark; and the names of the board.
    """

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self._letters = frozenset("".join(board.letters.values()).casefold())

    @override
    def edges(self, tokens: Sequence[Token], at: int) -> Iterator[tuple[str, Edge]]:
        token = tokens[at]
        if at == 0 or (at == 1 and tokens[0].shape == "arrow"):
            yield "FIRST", Edge(at + 1, None)
        if token.shape == "word":
            yield from super().edges(tokens, at)
            yield "WORD", Edge(at + 1, token.text)
        elif token.shape == "number":
            amounts = self._amounts(tokens, at)
            yield "AMOUNTS", amounts
            if not str(amounts.value).isdigit():
                yield "SIGNED_AMOUNTS", amounts
        elif token.text in TYPES:
            yield "TYPE", Edge(at + 1, token.text)
            if at and (tokens[at - 1].shape == "number" or tokens[at - 1].text == "#"):
                yield "TYPE_OF_AMOUNT", Edge(at + 1, token.text)
        elif token.text in _QUOTES:
            yield "QUOTE", Edge(at + 1, token.text)
        elif token.text == "=":
            yield "EQUALS", Edge(at + 1, token.text)
        if token.text == "?" or self._is_list(token, first=True):
            end = at + 1
            while end < len(tokens) and (tokens[end].text in "?," or self._is_list(tokens[end], first=False)):
                end += 1
            letters = " ".join([each.text for each in tokens[at:end]])
            yield "LETTERS", Edge(end, letters)
            if "?" in letters and len(letters) > 1:
                yield "LIST_WITH_REST", Edge(end, letters)

    def _is_list(self, token: Token, *, first: bool) -> bool:
        if token.shape not in ("word", "number"):
            return False
        if token.text.isupper() or token.text.isdigit():
            return True
        return self._letters.issuperset(token.word) and (first or len(token.text) == 1 or token.word not in _doubts())

    @staticmethod
    def _amounts(tokens: Sequence[Token], at: int) -> Edge:
        """Return the amounts that begin at a number: numbers with `*`, `#` and `+` between."""
        end = at + 1
        while end < len(tokens):
            sign = tokens[end].text
            follows = end + 1 < len(tokens) and tokens[end + 1].shape == "number"
            if len(sign) == 1 and sign in _IN_AMOUNTS and (follows or sign == "#"):
                end += 2 if follows else 1
            else:
                break
        return Edge(end, "".join(token.text for token in tokens[at:end]))


@cache
def _doubts() -> frozenset[str]:
    """Return the words of doubt: `if` is no list of letters."""
    return frozenset(fold(phrase) for kind, _, _, phrase in phrases_of("talk") if kind == "DOUBT")


@lru_cache(maxsize=100)
def payola_names(board: Board) -> PayolaNames:
    """Return the names on this board."""
    return PayolaNames(board)
