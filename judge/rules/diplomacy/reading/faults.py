"""What is wrong with a line of orders, and which place or word was perhaps meant."""

from __future__ import annotations

from functools import cache

from judge.reading import faults
from judge.reading.lexer import tokens_of
from judge.reading.lexicon import phrases_of
from judge.reading.nearness import nearly
from judge.reading.sheet import Line, Statement, Verdict
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.labels import ADJUSTMENTS, MOVEMENT, RETREATS
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.reading.names import names_of
from judge.rules.problems import Problem

EXAMPLES = {
    MOVEMENT: "an order is `A LON - YOR`, `A LON H` or `F NTH S A LON - YOR`",
    RETREATS: "write `A BUD - RUM` or `A BUD DISBAND`",
    ADJUSTMENTS: "write `BUILD A VIE`, `DISBAND A VIE` or `WAIVE`",
}
_VERBS = (
    *("HOLD", "HOLDS", "STAND", "SUPPORT", "SUPPORTS", "CONVOY", "CONVOYS"),
    *("MOVE", "MOVES", "BUILD", "DISBAND", "RETREAT"),
)


def fault_of(board: Board, line: Line, canonical: str, examples: str) -> BadOrder:
    """Return what to tell of a line that is not filed. `canonical`: what it would order without what is wrong;
    `examples`: what lines look like.
    """
    near = None
    if line.verdict is Verdict.PROBLEM:
        piece = line.stray.piece if line.stray is not None else line.stopped
        near = _place_meant(board, piece) or _verb_meant(piece)
    return near or BadOrder(*faults.fault_of(line, canonical, examples))


def problem_of(fault: BadOrder, line: Line, statement: Statement | None = None) -> Problem:
    """Return what to tell of a line, or of one of several statements on it."""
    text = statement.text if statement is not None and len(line.statements) > 1 else line.text
    return Problem(fault.code, fault.message, line.line.number, fault.hint, text, readings=fault.readings)


def in_brackets(statement: Statement, canonical: str = "") -> BadOrder:
    """Return what to tell of an order with words in brackets that may change it."""
    return BadOrder(*faults.in_brackets(statement, canonical))


def _place_meant(board: Board, text: str) -> BadOrder | None:
    """Return that the first word which is nearly a place is none. None of ordinary words."""
    for token in tokens_of(text)[:8]:
        near = names_of(board).nearly(token) if token.is_code or token.word not in _ordinary() else ()
        if near:
            *first, last = [f"{code} ({board.names[code]})" for code in near]
            which = f"{', '.join(first)} or {last}" if first else last
            message = f"{token.text} is not a place on this map"
            return BadOrder("diplomacy/no-such-place", message, f"did you mean {which}?")
    return None


def _verb_meant(text: str) -> BadOrder | None:
    """Return that the first word is no word of orders, where it is nearly one."""
    first = next(iter(tokens_of(text)), None)
    if first is None or first.word in _ordinary():
        return None
    near = min(nearly(first.text.upper(), _VERBS), key=_VERBS.index, default="")
    message = f"{first.text} is not a word of orders"
    return BadOrder("diplomacy/no-order", message, f"did you mean {near}?") if near else None


@cache
def _ordinary() -> frozenset[str]:
    """Return each word of talk and of orders: written in small letters it is meant as nothing else."""
    phrases = (phrase for file in ("talk", "orders") for _, _, _, phrase in phrases_of(file))
    return frozenset(token.word for phrase in phrases for token in tokens_of(phrase))
