"""Seconds of CPU, for machines that others use too."""

from __future__ import annotations

from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage


def cpu() -> float:
    """Of this process and of all that it has waited for, such as painters of pictures."""
    return sum(spent.ru_utime + spent.ru_stime for spent in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))
