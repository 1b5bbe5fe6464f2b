"""The names of those in a room, and gold, as people write them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from judge.reading.grammar import Grammar
from judge.reading.lexer import PLAYER, Edge, Lexicon, Token, fold
from judge.reading.lexicon import lexicon, phrases_of
from judge.reading.nearness import nearly
from judge.reading.sheet import Reader

WORDS = lexicon("talk", "pirates")
_OF_THE_GAME = frozenset(fold(phrase) for kind, _, _, phrase in phrases_of("pirates") if kind != "FOR")
GRAMMAR = Grammar.of(Path(__file__).parent / "grammar.peg")
_SHORT = 4
"""Letters of a misspelled name that is known by its capital alone."""
_MOST_DIGITS = 6
_MOST_TOKENS = 3
"""Tokens of a name such as `R2D2`."""


class RoomNames:
    """PLAYER, one of the room; OWN, the writer; SEVERAL, the beginning of several; STRANGER, one of the other room;
    NOBODY, a word that stands for a name and is none; GOLD, a number, with no value if it is no gold; WORD; FIRST, a
    word that begins a sentence.
    """

    def __init__(self, own: str, room: Sequence[str], strangers: Sequence[str]) -> None:
        self.room = room
        self._own = own
        kinds = ((PLAYER, room), ("STRANGER", strangers))
        self._names = Lexicon((kind, name, name) for kind, names in kinds for name in names)

    def edges(self, tokens: Sequence[Token], at: int) -> Iterator[tuple[str, Edge]]:
        token = tokens[at]
        below = [each.text for each in tokens[at + 1 : at + 3] if not each.spaced]
        if token.shape == "number":
            is_parted = len(below) > 1 and below[0] in ".," and below[1].isdecimal()
            value = int(token.text) if len(token.text) <= _MOST_DIGITS else None
            yield "GOLD", Edge(at + 3, None) if is_parted else Edge(at + 1, value)
        elif token.text == "-" and below and below[0].isdecimal() and (token.spaced or tokens[at - 1].text == ":"):
            yield "GOLD", Edge(at + 2, None)
        elif token.shape == "word":
            yield "WORD", Edge(at + 1, token.text)
            if at == 0 or tokens[at - 1].shape in ("mark", "arrow"):
                yield "FIRST", Edge(at + 1, None)
            named = list(self._named(tokens[at : at + _MOST_TOKENS]))
            for kind, edge in named:
                yield kind, Edge(at + edge.end, edge.value)
                if edge.value == self._own:
                    yield "OWN", Edge(at + edge.end, edge.value)
            is_unknown = not named and len(token.text) > 1 and token.word not in WORDS
            has_colon = at + 1 < len(tokens) and tokens[at + 1].text in ":=" and token.text[0].isupper()
            if is_unknown and (token.text.isupper() or has_colon or self.nearly(token)):
                yield "NOBODY", Edge(at + 1, token.text)

    def nearly(self, token: Token, *, surely: bool = False) -> Sequence[str]:
        """Return the names of the room that a word is nearly. A short word must begin with a capital."""
        del surely
        word = token.word.removesuffix("'s")
        is_small = len(word) <= _SHORT and token.text[0].islower()
        none = token.shape != "word" or is_small or word in WORDS or word in self._names
        return () if none else nearly(word.upper(), self.room)

    def _named(self, tokens: Sequence[Token]) -> Iterator[tuple[str, Edge]]:
        """Yield the name that words are, or begin. A word of talk in small letters is none: `will`, `max`, `a`."""
        first = tokens[0]._replace(word=tokens[0].word.removesuffix("'s"))
        is_talk = first.word in WORDS
        is_code = (
            first.text.isupper() and (first.word not in _OF_THE_GAME or len(first.word) == 1) and first.word != "i"
        )
        found = [] if is_talk and first.text.islower() else list(self._names.edges([first, *tokens[1:]], 0))
        yield from found
        if not found and (is_code or not is_talk):
            meant = tuple(name for name in self.room if fold(name).startswith(first.word))
            if meant:
                yield (PLAYER, Edge(1, meant[0])) if len(meant) == 1 else ("SEVERAL", Edge(1, meant))


@lru_cache(maxsize=200)
def reader_of(own: str, room: tuple[str, ...], strangers: tuple[str, ...]) -> Reader:
    """Return what reads a player's lines in this room."""
    return Reader(GRAMMAR, WORDS, RoomNames(own, room, strangers))
