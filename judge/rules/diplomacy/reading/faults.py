"""What is wrong with a line of orders, in its writer's own words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.reading import faults
from judge.reading.lexer import tokens_of
from judge.reading.lexicon import lexicon
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
_PLACES = frozenset(("PLACE", "SURE"))
_VERBS = (
    *("HOLD", "HOLDS", "STAND", "SUPPORT", "SUPPORTS", "CONVOY", "CONVOYS"),
    *("MOVE", "MOVES", "BUILD", "DISBAND", "RETREAT"),
)


def fault_of(board: Board, line: Line, canonical: str, examples: str) -> BadOrder:
    """Return what to tell of a line that is not filed. `canonical`: what it would order without what is wrong;
    `examples`: what lines look like.
    """
    fault = None
    if line.verdict is Verdict.PROBLEM and line.stray is not None:
        fault = _no_place(board, line.stray.piece) or _no_verb(line.stray.piece)
    elif line.verdict is Verdict.PROBLEM:
        place = _no_place(board, line.stopped, is_wanted=bool(_PLACES & line.expected))
        is_slip = bool(board.slips(line.stopped.partition(" ")[0]))  # Holand is nearer to Holland than to HOLD
        fault = (_no_verb(line.stopped) if "HOLD" in line.expected and not is_slip else None) or place
    return fault or BadOrder(*faults.fault_of(line, canonical, examples))


def problem_of(fault: BadOrder, line: Line, statement: Statement | None = None) -> Problem:
    """Return what to tell of a line, or of one of several statements on it."""
    text = statement.text if statement is not None and len(line.statements) > 1 else line.text
    return Problem(fault.code, fault.message, line.line.number, fault.hint, text, readings=fault.readings)


def in_brackets(statement: Statement, canonical: str = "") -> BadOrder:
    """Return what to tell of an order with words in brackets that may change it."""
    return BadOrder(*faults.in_brackets(statement, canonical))


def _no_place(board: Board, text: str, *, is_wanted: bool = False) -> BadOrder | None:
    """Return that the first word which is nearly a place is none. `is_wanted`: where a place comes next, so is any name
    or word in capitals. None of ordinary words.
    """
    tokens, words = tokens_of(text)[:8], lexicon("talk", "orders")
    for token in tokens:
        near = names_of(board).nearly(token) if token.is_code or token.word not in words else ()
        if near:
            return _no_such_place(board, _name(text, token.start), near)
    if is_wanted and tokens and tokens[0].text[0].isupper() and tokens[0].word not in words:
        name = _name(text, tokens[0].start)
        return _no_such_place(board, name, board.suggest(name))
    return None


def _no_such_place(board: Board, name: str, near: Sequence[str]) -> BadOrder:
    *first, last = [f"{code} ({board.names[code]})" for code in near] or [""]
    which = f"{', '.join(first)} or {last}" if first else last
    hint = f"did you mean {which}?" if near else ""
    return BadOrder("diplomacy/no-such-place", f"{name} is not a place on this map", hint)


def _name(text: str, start: int) -> str:
    """Return the words with capitals that a text has from one column on: `Monte Carlo`."""
    found = re.match(r"\w+(?: [A-Z][^\W\d_]*[a-z]\w*)*", text[start:])
    return found[0] if found else text[start:]


def _no_verb(text: str) -> BadOrder | None:
    """Return that the first word is no word of orders, where it is nearly one."""
    first = next(iter(tokens_of(text)), None)
    near = (
        nearly(first.text.upper(), _VERBS) if first is not None and first.word not in lexicon("talk", "orders") else []
    )
    if first is None or not near:
        return None
    verb = min(near, key=_VERBS.index)
    return BadOrder("diplomacy/no-order", f"{first.text} is not a word of orders", f"did you mean {verb}?")
