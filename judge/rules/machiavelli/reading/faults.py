"""What is wrong with a line of a letter, in its writer's own words."""

from __future__ import annotations

from judge.reading.sheet import Line, Statement, Stray, Verdict
from judge.rules.machiavelli.reading.names import suggestion
from judge.rules.machiavelli.reading.units import Unclear

_EXAMPLES = {
    True: "for example: `Pay all`, `Raise army in Firenze`, `Give 2 ducats to Venice`",
    False: "for example: `A URB - ARE`, `Perugia supp. Arezzo`, `Give 2 ducats to Venice`",
}


class Doubtful(Unclear):
    """A line that is not filed for a reason that every game has."""

    def __init__(self, code: str, message: str, hint: str) -> None:
        super().__init__("", message, hint)
        self.code = code


def fault_of(line: Line, *, is_spring: bool) -> Unclear:
    """Return what to tell of a line that is not filed."""
    examples = _EXAMPLES[is_spring]
    if line.verdict is Verdict.BROKEN:
        pieces = " and ".join(f"`{each.text.strip()}`" for each in (line.line, *line.tails))
        hint = "write the order on one line, or leave an empty line between two separate orders"
        return Doubtful("line/broken", f"{pieces} may be one order or two, so neither is filed", hint)
    if line.verdict is Verdict.DOUBT and line.stray is not None:
        return _doubt(line.stray, "write the order alone on its line; nothing can depend on what happens")
    if line.stray is not None:
        message = f"I read `{line.reached}`, but not `{line.stray.piece}`, so nothing of this line is filed"
        return Doubtful(
            "line/not-understood", message, suggestion(line.stray.piece) or "write the rest apart, or leave it out"
        )
    near = suggestion(line.stopped) or suggestion(line.line.text)
    if not line.reached:
        return Unclear("no-order", f"`{line.line.text.strip()}` is not an order", near or examples)
    stop = f" and stopped at `{line.stopped}`" if line.stopped else ""
    return Unclear("no-order", f"I read `{line.reached}`{stop}, which is no whole order", near or examples)


def in_brackets(statement: Statement) -> Unclear:
    """Return what to tell of a statement with words in brackets that may change it."""
    return _doubt(statement.stray or Stray(""), f"write `{statement.text}` alone on the line")


def _doubt(stray: Stray, hint: str) -> Unclear:
    return Doubtful("line/doubt", f"`{stray.piece}` may change what you order, so this is not filed", hint)
