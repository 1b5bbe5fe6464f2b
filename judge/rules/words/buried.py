"""An order within other words: `so A PAR - BUR then` is none, but a part of it would be, alone on a line."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import chain

from judge.rules.game import Game
from judge.rules.problems import Problem
from judge.rules.values import LineRead, View, sheet_of
from judge.rules.words.courtesies import without_courtesies

A_HEADING = "a heading"
"""The meaning of a line that only says what those below it are about: it is no order."""
MOST_LINES = 10
"""Lines of a sheet in which an order is looked for."""
MOST_PARTS = 30
"""Parts of one line that are tried."""

_NEXT = re.compile(r"(?<=[^\W\d_]{2}[.!])\s+(?=[^\W_])")
_LONGEST = 200
_FEWEST = 2
_MARKS = " \t,;:.!?\"'()[]\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb"


def order_within(system: Game, view: View, role: str, line: str, done: Collection[str] = ()) -> str:
    """The part of the line, a word or more shorter at its ends, that is read as it stands; empty if none is. Never
    raises; the longest part is taken. What the line has filed as it is (`done`, its meanings) is none.
    """
    if len(line) > _LONGEST:
        return ""
    for number, part in enumerate(chain(_sentences(line), _parts(line.split()))):
        if number >= MOST_PARTS:
            break
        if _is_order(system, view, role, part, done):
            return without_courtesies(part).strip(_MARKS)
    return ""


def with_orders_within(
    system: Game, view: View, role: str, problems: Iterable[Problem], read: Iterable[LineRead] = ()
) -> tuple[Problem, ...]:
    """The problems of a sheet; those of a line that holds an order which was not read say how it would have to stand,
    the first few. read: what was understood.
    """
    filed: dict[str, set[str]] = {}
    for line in read:
        filed.setdefault(line.text, set()).update(line.meaning.split("; "))
    found: list[Problem] = []
    tried: dict[str, str] = {}
    for problem in problems:
        text = problem.text
        if problem.warning or not problem.line or (text not in tried and len(tried) >= MOST_LINES):
            found.append(problem)
            continue
        if text not in tried:
            # What is an order by itself, and refused for what stands beside it, has none within.
            whole = _is_order(system, view, role, text)
            tried[text] = "" if whole else order_within(system, view, role, text, filed.get(text, ()))
        hint = f"Alone on a line this would be an order: {tried[text]}."
        found.append(replace(problem, hint=hint, readings=()) if tried[text] else problem)
    return tuple(found)


def _is_order(system: Game, view: View, role: str, text: str, done: Collection[str] = ()) -> bool:
    reading = system.read(view, role, sheet_of(text))
    if any(problem.line and not problem.warning for problem in reading.problems):
        return False
    meanings = {meaning for line in reading.lines for meaning in line.meaning.split("; ")}
    return not meanings <= {A_HEADING, *done}


def sentences_of(line: str) -> list[str]:
    return _NEXT.split(line.strip())


def _sentences(line: str) -> Iterator[str]:
    """Each of several sentences on the line."""
    said = sentences_of(line)
    yield from said if len(said) > 1 else ()


def _parts(words: list[str]) -> Iterator[str]:
    for dropped in range(1, len(words) - _FEWEST + 1):
        for first in range(dropped + 1):
            last = len(words) - dropped + first
            part = " ".join(words[first:last]).strip(_MARKS)
            # An amount or a unit's letter is no word around an order: without it the order is another.
            around = (word.strip(_MARKS) for word in (*words[:first], *words[last:]))
            if part and all(not word or (word.isalpha() and (len(word) > 1 or word == "I")) for word in around):
                yield part
