"""A made-up game for the tests of the engine: a garden, whose gardener waters flowers and moves pots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.reading.grammar import Grammar
from judge.reading.lexer import Edge, Lexicon, Text, Token
from judge.reading.sheet import Line, Reader, SheetLine

GRAMMAR = """
# A remark. Words in capitals are kinds of tokens, those in small letters rules.
statement <- water / move / rest
water     <- WATER flower amount?
move      <- flower ARROW flower
rest      <- flower REST
flower    <- PLACE
amount    <- NUMBER
          CANS?

heading      <- WATER ':'? END
item         <- flower
continuation <- ARROW PLACE
aside        <- AGREED PLACE
attempt      <- WATER (PLACE / NEAR / NUMBER / END) / PLACE (ARROW / REST)
"""
WORDS = {
    "WATER": "water, waters, sprinkle some water on, to",
    "REST": "rests, stays dry",
    "CANS": "cans, can",
    "AGREED": "as agreed with",
    "AND": "and",
    "ARTICLE": "the, l'",
    "FILLER": "the, l', of, to",
    "HARMLESS": "hello, please, thank you, thanks a lot, in case of doubt",
    "DOUBT": "if, not, thanks a lot but, in case",
}
FLOWERS = {"rose": "ROSE", "oak": "OAK", "elm": "ELM", "tulip": "TULIP"}


class Garden:
    """The names of the garden: its flowers, PLACE."""

    def edges(self, tokens: Sequence[Token], at: int) -> Iterator[tuple[str, Edge]]:
        if tokens[at].word in FLOWERS:
            yield "PLACE", Edge(at + 1, FLOWERS[tokens[at].word])

    def nearly(self, token: Token, *, surely: bool = False) -> Sequence[str]:
        del surely
        same = {name for name in FLOWERS if len(name) == len(token.word) and name != token.word}
        return [FLOWERS[name] for name in same if sum(a != b for a, b in zip(name, token.word, strict=True)) == 1]


LEXICON = Lexicon((kind, kind, each.strip()) for kind, phrases in WORDS.items() for each in phrases.split(","))
READER = Reader(Grammar(GRAMMAR), LEXICON, Garden(), open_ends=("ARROW", "WATER"))


def text_of(text: str) -> Text:
    """Return the tokens of a text, with their kinds."""
    return Text(text, LEXICON, Garden())


def read(text: str) -> list[Line]:
    """Read a sheet of several lines."""
    return READER.read([SheetLine(number, line) for number, line in enumerate(text.splitlines(), 1)])


def read_line(text: str) -> Line:
    """Read a sheet of one line."""
    (line,) = READER.read([SheetLine(1, text)])
    return line


def orders(line: Line) -> list[str]:
    """Return what the statements of a line say, as kinds and values: `WATER ROSE 3`."""
    return [
        " ".join(str(each.value) for each in statement.node.walk() if not each.children and each.name != "CANS")
        for statement in line.statements
    ]
