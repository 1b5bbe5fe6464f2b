"""Milliseconds a campaign of Absence of Plague takes: letters on file in, the next state and all events out."""

from __future__ import annotations

import random
import time

from judge.rules.machiavelli.board import ARMY, BOARD, FLEET, GARRISON
from judge.rules.machiavelli.position import Position, Unit, marked, opening
from judge.rules.machiavelli.state import State, read_label
from judge.rules.machiavelli.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.values import Orders, only, sheet_of

UNITS = 60
TABLES = 30
ROUNDS = 5
TARGET = 5.0


def crowded(drawn: random.Random) -> State:
    """Sixty units of thirteen players, each in or near his home, twelve of them garrisons, beside the independents."""
    start = opening()
    units = dict(start.units)
    players = list(BOARD.countries)
    while len(units) < UNITS + len(start.units):
        player = drawn.choice(players)
        home = drawn.choice(BOARD.homes[player])
        area = drawn.choice([home, *sorted(BOARD.beside[home])])
        kind = drawn.choice((ARMY, ARMY, ARMY, FLEET, GARRISON))
        unit = Unit(player, kind, area)
        if BOARD.stands(kind, area) and unit.place not in units and area not in units:
            units[unit.place] = unit
    position = Position(units, start.markers)
    position = Position(units, marked(position))
    ducats = dict.fromkeys(players, 40)
    return State(read_label("SPR1460C"), position, ducats, dict(ducats))


def letters(state: State, drawn: random.Random) -> dict[str, Orders]:
    """An order for every unit, mostly advances and supports, and two bribes each, as they stand on file."""
    found: dict[str, Orders] = {}
    for player in BOARD.countries:
        lines = []
        for unit in state.position.units_of(player):
            near = sorted(BOARD.reach(unit.kind, unit.area))
            verb = drawn.choice("---S")
            lines.append(f"{unit} {verb} {drawn.choice(near)}" if near else f"{unit} H")
        others = [unit for unit in state.position.units.values() if unit.owner != player]
        lines += [f"COUNTER {unit} 3" for unit in drawn.sample(others, 2)]
        lines += [f"DISBAND {unit} 12" for unit in drawn.sample(others, 2)]
        view = SYSTEM.view(state, only(player))
        found[player] = dict(SYSTEM.read(view, player, sheet_of("\n".join(lines))).parts)
    return found


def measure() -> tuple[float, float]:
    """Milliseconds a campaign, the middle one and the slowest of many positions; the best of some rounds each."""
    times = []
    for number in range(TABLES):
        drawn = random.Random(number)
        state = crowded(drawn)
        filed = letters(state, drawn)
        best = float("inf")
        for _ in range(ROUNDS):
            start = time.perf_counter()
            SYSTEM.adjudicate(state, filed, Rng(b""))
            best = min(best, time.perf_counter() - start)
        times.append(best * 1e3)
    times.sort()
    return times[len(times) // 2], times[-1]


def rows() -> list[tuple[str, str, str]]:
    """(what, measured, target) for `make bench`."""
    middle, slowest = measure()
    return [
        (f"campaign of Absence of Plague, {UNITS} units", f"{middle:.2f} ms", f"{TARGET:g} ms"),
        ("the slowest of them", f"{slowest:.2f} ms", ""),
    ]
