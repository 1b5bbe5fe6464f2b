"""Seconds of CPU, for machines that others use too."""

from __future__ import annotations

from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import clock_gettime

from judge.maps import png


def cpu() -> float:
    """Of this process, of all that it has waited for, and of the painter of pictures, which goes on."""
    spent = sum(each.ru_utime + each.ru_stime for each in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))
    # The clock of another process, as clock_getcpuclockid(3) names it.
    return spent + sum(clock_gettime(~painter.pid << 3 | 2) for painter in png._idle)
