"""`judge adjudicate` of Diplomacy beside what PyPI has: `pydip`, which reads no text, and `diplomacy`, which does.

Cases are openings of 1901 with a random legal order for each of the 22 units. Each peer is installed into a folder of
its own, and timed by itself, in the same run; CPU time, least of some tries. A peer that cannot be had is left out.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time

from bench._sheets import legal_orders
from judge.rules.diplomacy.canonical import order_text
from judge.rules.diplomacy.system import SYSTEM
from judge.rules.diplomacy.table import opening

CASES, TRIES = 100, 5
PYDIP = """
from pydip.map.predefined import vanilla_dip as v
from pydip.player import helpers
from pydip.player.command.command import HoldCommand, MoveCommand
from pydip.player.player import Player
from pydip.turn.resolve import resolve_turn
here = v.generate_map()
def commands():
    made = []
    for name, units in v.generate_starting_player_units().items():
        start = [{'territory_name': u.position, 'unit_type': u.unit_type} for u in units]
        player = Player(name, here, start)
        for unit in player.units:
            places = [p for p in here.adjacency[unit.position] if helpers.unit_can_enter(here, unit, here.name_map[p])]
            to = chance.choice([None, *places])
            made.append(MoveCommand(player, unit, to) if to else HoldCommand(player, unit))
    return made
cases = [commands() for _ in range(CASES)]
work = lambda: [resolve_turn(here, each) for each in cases]
"""
DIPLOMACY = """
from diplomacy import Game
def case():
    game = Game()
    could = game.get_all_possible_orders()
    places = game.get_orderable_locations()
    return game, {power: [chance.choice(could[p]) for p in sorted(theirs)] for power, theirs in places.items()}
def prepare():
    return [case() for _ in range(CASES)]
def work(cases):
    for game, orders in cases:
        for power, own in orders.items():
            game.set_orders(power, own)
        game.process()
"""
TIMED = """
import random, time
CASES, TRIES = {cases}, {tries}
chance = random.Random(1901)
{script}
best = float("inf")
for _ in range(TRIES):
    given = (prepare(),) if "prepare" in globals() else ()
    begun = time.process_time()
    work(*given)
    best = min(best, time.process_time() - begun)
print(best / CASES)
"""


def _peer(name: str, script: str) -> float | None:
    """Seconds a case; None where it cannot be installed or run."""
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", folder, name]
        if subprocess.run(pip, capture_output=True, check=False).returncode:
            return None
        told = TIMED.format(cases=CASES, tries=TRIES, script=script)
        done = subprocess.run(
            [sys.executable, "-c", told], env={"PYTHONPATH": folder}, capture_output=True, text=True, check=False
        )
        return float(done.stdout) if done.returncode == 0 else None


def _ours() -> float:
    """Seconds a case: JSON line in, JSON line out."""
    chance = random.Random(1901)
    where = opening("standard").position
    units: dict[str, list[str]] = {}
    for unit in where.units.values():
        units.setdefault(unit.power, []).append(str(unit))
    cases = []
    for _ in range(CASES):
        orders: dict[str, list[str]] = {power: [] for power in units}
        for unit in where.units.values():
            orders[unit.power].append(f"{unit} {order_text(where, chance.choice(legal_orders(where, unit)))}")
        written = {power: "\n".join(own) for power, own in orders.items()}
        cases.append(json.dumps({"position": {"phase": "S1901M", "units": units}, "orders": written}))
    best = float("inf")
    for _ in range(TRIES):
        begun = time.process_time()
        for each in cases:
            json.dumps(SYSTEM.case(json.loads(each)))
        best = min(best, time.process_time() - begun)
    return best / CASES


def rows() -> list[tuple[str, str, str]]:
    """(what, measured, target) for `make bench`."""
    ours = _ours()
    found = [("judge adjudicate, Diplomacy, text to result", f"{ours * 1e6:.0f} us a case", "")]
    for name, script, target in (("pydip", PYDIP, "3 times"), ("diplomacy", DIPLOMACY, "")):
        theirs = _peer(name, script)
        told = f"{theirs * 1e6:.0f} us a case, the judge {theirs / ours:.1f} times as fast" if theirs else "not there"
        found.append((f"the same by {name}", told, target))
    return found
