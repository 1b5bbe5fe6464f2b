"""How much of what is slow `make test` does; `make soak` does all of it (JUDGE_SOAK=1).

What is left out is drawn evenly and always the same, so that a failure comes again.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Sequence
from typing import TypeVar

WHOLE = os.environ.get("JUDGE_SOAK", "") == "1"
FEWER = 5
"""Of so many examples of a property `make test` draws one."""
FEWEST = 8
BOTH = ("sqlite", "postgresql")
Case = TypeVar("Case")


def examples(many: int) -> int:
    """How many examples of a property to draw, of so many in a soak."""
    return many if WHOLE else max(min(many, FEWEST), many // FEWER)


def stride(whole: int, sampled: int) -> int:
    """The one number in a soak, the other in `make test`."""
    return whole if WHOLE else sampled


def some(cases: Iterable[Case], one_of: int) -> list[Case]:
    """Every so-manieth of these cases; all of them in a soak."""
    return list(cases)[:: stride(1, one_of)]


def databases(test: str) -> Sequence[str]:
    """The kinds on which a test runs that is not about databases: every fortieth on PostgreSQL, by its name."""
    if WHOLE:
        return BOTH
    return ("sqlite",) if zlib.crc32(test.encode()) % 40 else ("postgresql",)
