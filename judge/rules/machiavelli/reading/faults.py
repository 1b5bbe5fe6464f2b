"""What is wrong with a line of a letter, in its writer's own words, and the nearest line that is right."""

from __future__ import annotations

from judge.reading import faults
from judge.reading.lexer import Text
from judge.reading.lexicon import lexicon, tells_of
from judge.reading.sheet import Line
from judge.rules.machiavelli.reading.names import WORDS_READ, names, suggestion
from judge.rules.machiavelli.reading.units import Unclear


def fault_of(line: Line) -> Unclear:
    """Return what to tell of a line that is not filed."""
    alone = "; ".join(each.text for each in line.statements)
    example = suggestion(line.text) or f"for example: `{_example(line.text)}`"
    return Unclear(*faults.fault_of(line, alone, example, suggestion))


def _example(text: str) -> str:
    """Return a right line with the verb of a wrong one."""
    kinds = {kind for edges in Text(text, lexicon(*WORDS_READ), names()).edges for kind in edges}
    return next(example for kind, example in tells_of("machiavelli").items() if kind in kinds or kind == "ANY")
