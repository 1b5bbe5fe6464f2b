"""Drawing a phase: SVG from its public events, PNG from the SVG."""

from __future__ import annotations

import time
from collections.abc import Callable

from bench._sheets import board, legal_orders, position
from judge.maps.draw import draw
from judge.maps.picture import phase_picture
from judge.maps.png import can_paint, png_of
from judge.rules.diplomacy.game import play_movement
from judge.rules.diplomacy.labels import read_label
from judge.rules.diplomacy.table import Table, sorted_units

TRIES = 10


def _best(work: Callable[[], object]) -> float:
    """Milliseconds, the best of some tries."""
    best = float("inf")
    for _ in range(TRIES):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best * 1000


def rows() -> list[tuple[str, str, str]]:
    where = position(34)
    owned = {power: board().homes[power] for power in board().powers}
    table = Table("standard", read_label("S1901M"), sorted_units(list(where.units.values())), owned)
    orders = {unit.province: legal_orders(where, unit)[-1] for unit in where.units.values()}
    events = play_movement(table, orders).events
    svg = draw(phase_picture(table, events))
    measured = [
        ("map of a phase with 34 units, SVG", f"{_best(lambda: draw(phase_picture(table, events))):.1f} ms", "")
    ]
    if can_paint():
        measured.append(("the same, PNG 1000 pixels wide", f"{_best(lambda: png_of.__wrapped__(svg)):.0f} ms", ""))
    return measured
