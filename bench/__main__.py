"""`python -m bench [NAME...]`: every module of this folder that has rows(), or only those named; one table.

Machines differ: the calibration loop is the same few million steps of plain Python everywhere, so that figures from
two machines can be compared by dividing each by its own.
"""

from __future__ import annotations

import pkgutil
import platform
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from rich.console import Console
from rich.table import Table

CALIBRATION_STEPS = 2_000_000
CALIBRATION_TRIES = 5


def calibrate(clock: Callable[[], float] = time.perf_counter) -> float:
    """Nanoseconds a step of a plain loop over integers and a dict; the best of some tries."""
    best = float("inf")
    for _ in range(CALIBRATION_TRIES):
        seen: dict[int, int] = {}
        total = 0
        start = clock()
        for step in range(CALIBRATION_STEPS):
            key = step & 1023
            total += seen.get(key, 0)
            seen[key] = step
        best = min(best, clock() - start)
    return best / CALIBRATION_STEPS * 1e9


def main(names: list[str]) -> int:
    there = sorted(found.name for found in pkgutil.iter_modules([str(Path(__file__).parent)]) if found.name[0] != "_")
    unknown = [name for name in names if name not in there]
    if unknown:
        print(f"no such bench: {', '.join(unknown)}; there are: {', '.join(there)}", file=sys.stderr)
        return 2
    console = Console(highlight=False)
    table = Table("What", "Measured", "Target", title=f"Python {platform.python_version()}", title_justify="left")
    table.add_row("calibration loop", f"{calibrate():.1f} ns a step", "")
    for name in names or there:
        module = import_module(f"bench.{name}")
        if hasattr(module, "rows"):
            with console.status(f"measuring {name} ..."):
                measured = module.rows()
            table.add_section()
            for what, figure, target in measured:
                table.add_row(what, figure, target)
    console.print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
