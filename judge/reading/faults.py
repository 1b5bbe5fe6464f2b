"""What is wrong with a line that is not filed, quoting what its writer wrote. Each game adds what it alone knows."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from judge.reading.grammar import PLACE
from judge.reading.lexer import Lexicon, Names, tokens_of
from judge.reading.lexicon import phrases_of
from judge.reading.nearness import SHORTEST, nearly
from judge.reading.sheet import Line, Reader, Statement, Verdict

TWO_LINES = "write the order on one line, or leave an empty line between two separate orders"
_VERBS = frozenset(("HOLD", "SUPPORT"))
"""Words that may come instead of a place."""
_MOST_TOKENS = 8
_LONG = 60
"""Letters of what was read from which on it is not repeated: the line stands above."""


class Fault(NamedTuple):
    """What is told of a line: a code, what is wrong, and what would be right."""

    code: str
    message: str
    hint: str


def _alone(right: str, example: str) -> str:
    """Return how to write what can be filed; else `example`."""
    if len(right) > _LONG:
        return "write nothing but your orders on the line"
    return f"to order it without that, on a line of its own, write `{right}`" if right else example


def doubtful(piece: str, right: str, example: str = "") -> Fault:
    """Return that a piece of a line may change it. `right`: what can be filed without it; else `example` is told."""
    return Fault("line/doubt", f"`{piece}` may change what you order, so this is not filed", _alone(right, example))


def in_brackets(statement: Statement) -> Fault:
    """Return what to tell of a statement with words in brackets that may change it."""
    return doubtful(statement.stray.piece if statement.stray is not None else "", statement.text)


def unknown(piece: str, names: Names, lexicon: Lexicon, *, surely: bool = False) -> Fault | None:
    """Return that the first word which is nearly a name, or begins as nearly a verb, is not known; None where none is.
    Ordinary words in small letters are known; `surely`: so are none of them.
    """
    for at, token in enumerate(tokens_of(piece)[:_MOST_TOKENS]):
        if surely or token.is_code or token.word not in lexicon.words:
            near = [*names.nearly(token)]
            is_verb = at == 0 and len(token.text) > SHORTEST
            verbs = [each for each in _verbs() if is_verb and each.lower() in lexicon]
            near = near or sorted(nearly(token.text.upper(), verbs), key=verbs.index)[:1]
            if near:
                return Fault("line/no-such-name", f"I do not know `{token.text}`", f"did you mean {' or '.join(near)}?")
    return None


@cache
def _verbs() -> tuple[str, ...]:
    return tuple(each.upper() for _, _, language, each in phrases_of("orders") if language == "en" and each.isalpha())


def fault_of(line: Line, right: str, example: str, reader: Reader | None = None) -> Fault:
    """Return what to tell of a line that was not read. `right`: what it would say without what is wrong; `example`: a
    right line; `reader`: of which a word may nearly be a name.
    """
    if line.verdict is Verdict.BROKEN:
        pieces = " and ".join(f"`{each.text.strip()}`" for each in (line.line, *line.tails))
        return Fault("line/broken", f"{pieces} may be one order or two, so neither is filed", TWO_LINES)
    if line.names_more or (line.stray is not None and any(map(str.isdigit, line.stray.piece))):
        right = ""  # what is left has lost a number, or an order
    if line.stray is not None and line.verdict is Verdict.DOUBT:
        before = line.text.partition(line.stray.piece)[0].rstrip()
        is_name = bool(before) and before[-1] not in ".!?:;" and not line.statements and line.stray.piece[:1].isupper()
        near = unknown(line.stray.piece, reader.names, reader.lexicon, surely=True) if reader and is_name else None
        return near or doubtful(line.stray.piece, right, example)
    reached = line.reached if len(line.reached) <= _LONG else ""
    before = line.text.partition(line.reached)[0] if line.reached else line.text
    piece = line.stray.piece if line.stray is not None else line.stopped or before
    if reader is not None and (fault := unknown(piece, reader.names, reader.lexicon)):
        return fault
    if line.stray is not None:
        read = f"I read `{reached}`, but not" if reached else "I cannot read"
        message = f"{read} `{line.stray.piece}`, so nothing of this line is filed"
        return Fault("line/not-understood", message, _alone(right, example))
    if not reached:
        return Fault("line/no-order", f"`{line.line.text.strip()}` is not an order", example)
    if line.stopped and PLACE in line.expected and not _VERBS & line.expected:
        return Fault("line/no-order", f"I read `{reached}`, and a place comes next, not `{line.stopped}`", example)
    stop = f" and stopped at `{line.stopped}`" if line.stopped else ""
    return Fault("line/no-order", f"I read `{reached}`{stop}, which is no whole order", example)
