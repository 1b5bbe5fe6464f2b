"""Ends what would hold up everybody: asks whether an end comes at all, not how fast; `make bench` measures that."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

PATIENCE = 5
"""Seconds of work; hundreds of times what any line takes that is read in one pass."""


class NoEnd(AssertionError):
    """It was still at work when patience ended."""


@contextmanager
def patience(what: str) -> Iterator[None]:
    """Raises NoEnd out of a block that works longer than PATIENCE. In the main thread only."""

    def give_up(_: int, __: FrameType | None) -> None:
        raise NoEnd(what)

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
