"""However long a line is, it is read to its end in one pass: one player's mail holds up nobody."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime
from typing import Any

import pytest

from judge.commands.command import Line, commands
from judge.rules.problems import Refused
from judge.rules.registry import systems
from tests.support.patience import patience

LENGTH = 20_000
SHAPES = ("x{0}y", "a {0} b", "FROM x{0}y", "TO x{0}y", "a{0}b WITH c")
RUNS = (" ", "@", "x", ",", ".", "=", "1", "to ", "as ", "but ", "with ", "grey ")


class _DeafDesk:
    """Hears what a command asks for and does nothing: only the reading of the line takes time."""

    zone = "UTC"
    now = datetime(2026, 3, 2, 12, tzinfo=UTC)

    def __getattr__(self, name: str) -> Any:
        return lambda *_args, **_named: ()


@pytest.mark.parametrize("name", sorted(commands()))
def test_no_line_holds_everybody_up(name: str) -> None:
    systems()  # HELP loads the rules, which takes its own time
    for shape in SHAPES:
        for run in RUNS:
            rest = shape.format(run * (LENGTH // len(run)))
            with patience(f"{name} {shape} of {run!r}"), contextlib.suppress(Refused):
                commands()[name].run(_DeafDesk(), Line(1, rest, rest))
