"""Payola by `judge adjudicate`: JSON line in, JSON line out, sheets read, moves carried out. Time of the core."""

from __future__ import annotations

import json
import time

from bench._sheets import position, sheets
from judge.rules.payola.system import SYSTEM

CASES = 100
TRIES = 3


def lines(units: int, offers: int) -> list[str]:
    cases = []
    for seed in range(CASES):
        where = position(units, seed)
        by_power: dict[str, list[str]] = {}
        for unit in where.units.values():
            by_power.setdefault(unit.power, []).append(str(unit))
        written = sheets(where, offers, 1, 12, seed)
        case = {
            "id": str(seed),
            "system": "payola",
            "position": {"phase": "S1901M", "units": by_power, "balances": dict.fromkeys(written, 48)},
            "orders": written,
        }
        cases.append(json.dumps(case))
    return cases


def rows() -> list[tuple[str, str, str]]:
    cases = lines(22, 12)
    best = float("inf")
    for _ in range(TRIES):
        start = time.process_time()
        for line in cases:
            json.dumps(SYSTEM.case(json.loads(line)))
        best = min(best, time.process_time() - start)
    return [("judge adjudicate, Payola, 22 units, 12 offers a power", f"{CASES / best:.0f} cases a second", "500")]
