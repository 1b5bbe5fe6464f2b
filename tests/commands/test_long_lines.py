"""Commands are read in time that grows with a line's length, not with its square: one player's mail holds up nobody."""

from __future__ import annotations

import contextlib
import time
from datetime import UTC, datetime
from typing import Any

import pytest

from judge.commands.command import Line, commands
from judge.rules.problems import Refused
from judge.rules.registry import systems

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
def test_a_line_of_any_length_is_read_soon(name: str) -> None:
    systems()  # HELP loads the rules, which takes its own time
    for shape in SHAPES:
        for run in RUNS:
            rest = shape.format(run * (LENGTH // len(run)))
            begun = time.process_time()
            with contextlib.suppress(Refused):
                commands()[name].run(_DeafDesk(), Line(1, rest, rest))
            assert time.process_time() - begun < 1, f"{name} {shape} of {run!r}"
