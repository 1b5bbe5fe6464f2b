"""How much of the processor a piece of work takes, whatever else the machine is at."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

TRIES = 3


def cpu_seconds(work: Callable[[], object], enough: float) -> float:
    """The least of a few runs, the first of them alone where it took less than `enough`. What else runs on the machine
    adds to a run and takes nothing from it: work that grows too fast is slow each time.
    """
    least = float("inf")
    for _ in range(TRIES):
        start = process_time()
        work()
        least = min(least, process_time() - start)
        if least < enough:
            break
    return least
