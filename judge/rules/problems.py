"""What was wrong with a line that somebody wrote, where, and what would have been right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

NO_VOTE = "vote/none"
"""The code of a vote refused because its role has none, in any game."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to tell the writer about one line.

    `code` is stable and machine-readable (`payola/no-such-unit`); `line` counts from 1 within the
    mail or sheet, 0 means the sheet as a whole; `text` is the line as written. A `warning` is legal but
    odd: the line counts all the same. `readings` lists the possible meanings of an ambiguous line.
    """

    code: str
    message: str
    line: int = 0
    hint: str = ""
    text: str = ""
    warning: bool = False
    readings: tuple[str, ...] = ()


class Refused(Exception):
    """An act that the rules do not allow in the present state; carries the problem to tell the writer."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def refusal(code: str, message: str, hint: str = "", readings: Iterable[object] = ()) -> Refused:
    """Return the exception that tells the writer of this one problem."""
    return Refused(Problem(code, message, hint=hint, readings=tuple(map(str, readings))))


def problem_rows(role: str, problems: Iterable[Problem]) -> list[Any]:
    """The problems of lines that do not count, as `judge adjudicate` lists them: with hint and readings."""
    return [
        {
            "role": role,
            "line": problem.line,
            "text": problem.text,
            "code": problem.code,
            "message": _whole(problem),
        }
        for problem in problems
        if not problem.warning
    ]


def _whole(problem: Problem) -> str:
    more = "; ".join(part for part in (problem.hint, " / ".join(problem.readings)) if part)
    between = " " if problem.message.endswith(".") else "; "
    return f"{problem.message}{between}{more}" if more else problem.message
