"""Payola by `judge adjudicate`: JSON line in, JSON line out, sheets read, moves carried out. Time of the core; and of
the command as it is called, its start included, with a process for each processor.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

from bench._sheets import position, sheets
from judge.rules.payola.system import SYSTEM

CASES = 100
COMMANDED = 1500
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
    return [
        ("judge adjudicate, Payola, 22 units, 12 offers a power", f"{CASES / best:.0f} cases a second", "500"),
        (f"the command, {COMMANDED} such cases", f"{_commanded(cases):.0f} cases a second", ""),
    ]


def _commanded(cases: list[str]) -> float:
    fed = "\n".join(cases * (COMMANDED // CASES)) + "\n"
    start = time.perf_counter()
    command = [str(Path(sys.executable).with_name("judge")), "adjudicate"]
    subprocess.run(command, input=fed, text=True, stdout=subprocess.DEVNULL, check=True)
    return COMMANDED / (time.perf_counter() - start)
