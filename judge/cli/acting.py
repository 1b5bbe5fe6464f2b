"""What a use case refuses, as the end of a command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from judge.cli.errors import Failed
from judge.rules.problems import Refused


@contextmanager
def refusals() -> Iterator[None]:
    """Turns Refused into a message on standard error and exit code 1."""
    try:
        yield
    except Refused as refusal:
        problem = refusal.problem
        raise Failed(f"{problem.message}. {problem.hint}".rstrip(" .") + ".") from None
