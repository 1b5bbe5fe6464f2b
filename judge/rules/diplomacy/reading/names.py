"""The names on a board, as people write them: places, powers, letters of units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from judge.reading.lexer import Edge, Token, fold
from judge.reading.lexicon import phrases_of
from judge.rules.diplomacy.board import Board, names_abroad, squeeze
from judge.rules.diplomacy.reading.orders import Place

_MOST_TOKENS = 9
_LEAST_LAST = 3
"""Letters of the last word of a name that is cut short."""
_SHORT = 4
KINDS = tuple({fold(each) for kind, _, _, each in phrases_of("orders") if kind in ("ARMY", "FLEET")})
"""What units are called in each language: with these, orders begin."""


@cache
def powers_abroad() -> Mapping[str, str]:
    """Return what the powers are called in each language, without accents -> power."""
    return {fold(name).upper(): power for kind, power, _, name in phrases_of("powers") if kind == "POWER"}


def named_abroad(text: str) -> str:
    """Return the power that is called so in one of these languages; empty where none is."""
    return powers_abroad().get(fold(text.strip()).upper(), "")


class BoardNames:
    """The places and powers of a board. PLACE; SURE, where it is written in full or in capitals; CODE, of a few
    capitals; POWER; LETTER, and CAPITAL where it is one.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        abroad = (each for name in board.names.values() for each in names_abroad().get(name, ()) if len(each) > _SHORT)
        self._full = {*map(squeeze, (*board.names.values(), *abroad)), *(f"{code}SEA" for code in board.seas)}
        self._powers = {fold(name): power for _, power, _, name in phrases_of("powers") if power in board.powers}
        for power in board.powers:
            for name in (power, board.adjectives[power]):
                self._powers[fold(name)] = power

    def edges(self, tokens: Sequence[Token], at: int) -> Iterator[tuple[str, Edge]]:
        first = tokens[at]
        if first.shape != "word":
            return
        if first.word in ("a", "f"):
            yield "LETTER", Edge(at + 1, first.word.upper())
            if first.text.isupper():
                yield "CAPITAL", Edge(at + 1, first.text)
        power = self._powers.get(first.word.partition("'")[0])
        if power is not None:
            yield "POWER", Edge(at + 1, power)
        longest: tuple[Place, int, bool] | None = None
        name, capitals = self._squeezed("", first), True
        phrases = self.board.phrases.get(name, ())
        if not phrases and name not in self.board.words:
            return
        for end in range(at, min(len(tokens), at + _MOST_TOKENS) if phrases else at + 1):
            token = tokens[end]
            if token.shape == "word":
                name += self._squeezed(name, token) if end > at else ""
                capitals = capitals and token.text.isupper()
            elif token.text in ".'\u2019" or (token.text == "-" and not token.spaced):
                continue
            else:
                break
            whole = end == at or (name in phrases and len(token.word) > 1)
            begun = whole or any(each.startswith(name) for each in phrases)
            if not begun:
                break
            provinces = self.board.words.get(name, ()) if whole or len(token.word) >= _LEAST_LAST else ()
            if provinces and len(name) > 1:
                stops = end + 1 < len(tokens) and tokens[end + 1].text == "." and len(token.text) <= 3 < len(name)
                is_full = name in self._full
                longest = Place(provinces, "", ""), end + 1 + (stops and not is_full), is_full or capitals
        if longest is not None:
            place, end, sure = longest
            place = place._replace(text=" ".join([token.text for token in tokens[at:end]]))
            yield "PLACE", Edge(end, place)
            if sure:
                yield "SURE", Edge(end, place)
            if first.is_code and end == at + 1:
                yield "CODE", Edge(end, place)

    def _squeezed(self, name: str, token: Token) -> str:
        """Return the next word of a name without the ending of a case: Turkish writes `Viyana'dan Galiçya'ya`."""
        word = squeeze(token.text)
        is_bare = word == token.word.upper() or name + word in self.board.words or word in self.board.phrases
        return word if is_bare else squeeze(token.word.partition("'")[0])

    def nearly(self, token: Token, *, surely: bool = False) -> Sequence[str]:
        """Return the places that a word is nearly. A short word must begin with a capital; `surely`: have
        no others.
        """
        in_capitals = token.text.isupper() if surely else token.text[0].isupper()
        if token.shape != "word" or (len(token.word) <= _SHORT and not in_capitals):
            return ()
        name = token.text.partition("'")[0]
        near = () if self.board.find(name) else self.board.slips(name)
        return [f"{code} ({self.board.names[code]})" for code in near]


@lru_cache(maxsize=100)
def names_of(board: Board) -> BoardNames:
    """Return the names on this board."""
    return BoardNames(board)
