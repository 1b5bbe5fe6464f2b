"""What is wrong with a line of a letter, in its writer's own words, and the nearest line that is right."""

from __future__ import annotations

from judge.reading.lexer import Text
from judge.reading.lexicon import lexicon, tells_of
from judge.reading.sheet import Line, Statement, Stray, Verdict
from judge.rules.machiavelli.reading.names import WORDS_READ, names, suggestion
from judge.rules.machiavelli.reading.units import Unclear


def fault_of(line: Line) -> Unclear:
    """Return what to tell of a line that is not filed."""
    alone = "; ".join(each.text for each in line.statements)
    hint = f"write `{alone}` alone on the line" if alone else f"for example: `{_example(line.text)}`"
    if line.verdict is Verdict.BROKEN:
        pieces = " and ".join(f"`{each.text.strip()}`" for each in (line.line, *line.tails))
        hint = "write the order on one line, or leave an empty line between two separate orders"
        return Unclear("line/broken", f"{pieces} may be one order or two, so neither is filed", hint)
    if line.verdict is Verdict.DOUBT and line.stray is not None:
        return _doubt(line.stray, hint)
    if line.stray is not None:
        message = f"I read `{line.reached}`, but not `{line.stray.piece}`, so nothing of this line is filed"
        return Unclear("line/not-understood", message, suggestion(line.stray.piece) or hint)
    hint = suggestion(line.stopped) or suggestion(line.text) or hint
    if not line.reached:
        return Unclear("no-order", f"`{line.text.strip()}` is not an order", hint)
    stop = f" and stopped at `{line.stopped}`" if line.stopped else ""
    return Unclear("no-order", f"I read `{line.reached}`{stop}, which is no whole order", hint)


def in_brackets(statement: Statement) -> Unclear:
    """Return what to tell of a statement with words in brackets that may change it."""
    return _doubt(statement.stray or Stray(""), f"write `{statement.text}` alone on the line")


def _doubt(stray: Stray, hint: str) -> Unclear:
    return Unclear("line/doubt", f"`{stray.piece}` may change what you order, so this is not filed", hint)


def _example(text: str) -> str:
    """Return a right line with the verb of a wrong one."""
    kinds = {kind for edges in Text(text, lexicon(*WORDS_READ), names()).edges for kind in edges}
    return next(example for kind, example in tells_of("machiavelli").items() if kind in kinds or kind == "ANY")
