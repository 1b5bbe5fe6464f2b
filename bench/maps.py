"""Drawing: a phase of Diplomacy, of Absence of Plague and of Empires as SVG, and each as PNG."""

from __future__ import annotations

from collections.abc import Callable

from bench._cpu import cpu
from bench._sheets import board, legal_orders, position
from judge.maps.png import can_paint, png_of
from judge.rules.diplomacy.labels import read_label
from judge.rules.diplomacy.match import Match
from judge.rules.diplomacy.play import play_movement
from judge.rules.diplomacy.system import SYSTEM as DIPLOMACY
from judge.rules.diplomacy.table import Table, sorted_units
from judge.rules.diplomacy.view import BoardView, known_fields
from judge.rules.empires.system import SYSTEM as EMPIRES
from judge.rules.game import Game
from judge.rules.machiavelli.system import SYSTEM as MACHIAVELLI
from judge.rules.rng import START_LABEL, Rng
from judge.rules.values import PUBLIC, Event, Phase, View, only
from tests.maps.phases import svg_of

TRIES = 10
SEED = b"maps"


def _best(work: Callable[[], object]) -> float:
    """Milliseconds of CPU, the best of some tries."""
    best = float("inf")
    for _ in range(TRIES):
        start = cpu()
        work()
        best = min(best, cpu() - start)
    return best * 1000


def _diplomacy() -> tuple[Game, View, View, tuple[Event, ...]]:
    where = position(34)
    owned = {power: board().homes[power] for power in board().powers}
    table = Table("standard", read_label("S1901M"), sorted_units(list(where.units.values())), owned)
    orders = {unit.province: legal_orders(where, unit)[-1] for unit in where.units.values()}
    phase = Phase("S1901M", "Spring 1901 Movement", "movement", 0, {}, ())
    view = BoardView(**known_fields(table, PUBLIC, phase, Match(), blind=False))
    return DIPLOMACY, view, view, play_movement(table, orders).events


def _played(system: Game, role: str, phases: int) -> tuple[Game, View, View, tuple[Event, ...]]:
    """The last of some phases by default orders, as this role sees it."""
    options = {option.name: option.default for option in system.options}
    outcome = system.start(options, system.seating(options).names, Rng(SEED, START_LABEL))
    before = outcome.state
    for number in range(phases):
        before = outcome.state
        outcome = system.adjudicate(before, {}, Rng(SEED, str(number)))
    viewer = only(role)
    known = tuple(event for event in outcome.events if event.audience.includes(viewer))
    return system, system.view(outcome.state, viewer), system.view(before, viewer), known


def rows() -> list[tuple[str, str, str]]:
    measured = []
    for name, (system, now, before, events) in (
        ("34 units of Diplomacy", _diplomacy()),
        ("Absence of Plague", _played(MACHIAVELLI, "MILAN", 3)),
        ("Empires", _played(EMPIRES, "NO", 3)),
    ):
        svg = svg_of(system, now, before, events)
        drawing = _best(lambda known=(system, now, before, events): svg_of(*known))  # type: ignore[misc]
        measured.append((f"map of {name}, SVG", f"{drawing:.1f} ms", ""))
        if can_paint():
            painting = _best(lambda svg=svg: png_of.__wrapped__(svg))  # type: ignore[misc]
            measured.append(("the same, PNG 1000 pixels wide", f"{painting:.0f} ms", ""))
    return measured
