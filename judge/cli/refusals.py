"""What a use case refuses, as the end of a command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from judge.cli.console import printable
from judge.cli.errors import Failed
from judge.play.archives import Unfaithful
from judge.rules.problems import Refused


@contextmanager
def refusals() -> Iterator[None]:
    """Turns Refused into a message on standard error and exit code 1."""
    try:
        yield
    except Refused as refusal:
        problem = refusal.problem
        raise Failed(f"{problem.message.rstrip('.')}. {problem.hint}".rstrip(" .") + ".") from None


@contextmanager
def unfaithful(what: str) -> Iterator[None]:
    """Turns Unfaithful into a message that names the first differences, and exit code 1."""
    try:
        yield
    except Unfaithful as error:
        raise Failed("\n  ".join((what, *map(printable, error.findings[:20])))) from None
