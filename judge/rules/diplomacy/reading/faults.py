"""What is wrong with a line of orders, and which place or word was perhaps meant."""

from __future__ import annotations

from judge.reading import faults
from judge.reading.sheet import Line, Statement
from judge.rules.diplomacy.labels import ADJUSTMENTS, MOVEMENT, RETREATS
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.problems import Problem

EXAMPLES = {
    MOVEMENT: "an order is `A LON - YOR`, `A LON H` or `F NTH S A LON - YOR`",
    RETREATS: "write `A BUD - RUM` or `A BUD DISBAND`",
    ADJUSTMENTS: "write `BUILD A VIE`, `DISBAND A VIE` or `WAIVE`",
}


def problem_of(fault: BadOrder, line: Line, statement: Statement | None = None) -> Problem:
    """Return what to tell of a line, or of one of several statements on it."""
    text = statement.text if statement is not None and len(line.statements) > 1 else line.text
    return Problem(fault.code, fault.message, line.line.number, fault.hint, text, readings=fault.readings)


def in_brackets(statement: Statement, canonical: str = "") -> BadOrder:
    """Return what to tell of an order with words in brackets that may change it."""
    return BadOrder(*faults.in_brackets(statement, canonical))
