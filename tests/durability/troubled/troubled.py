"""A rule system with faults, installed as anybody's would be: plain Diplomacy that stumbles over certain words."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Mapping
from pathlib import Path

from judge.rules.diplomacy.system import Diplomacy, DiplomacyState
from judge.rules.diplomacy.view import BoardView
from judge.rules.rng import Rng
from judge.rules.values import Orders, Outcome, Reading, Sheet
from judge.workers import time_limit

HERE = Path(__file__).parent
time_limit.STUCK_SECONDS = 0.5


class Troubled(Diplomacy):
    name = "troubled"
    title = "Troubled Diplomacy"
    aliases = ()
    templates: Path | None = HERE / "letters"

    def read(self, view: BoardView, role: str, sheet: Sheet) -> Reading:
        for line in sheet.lines:
            if "STUMBLE" in line.text:
                raise RuntimeError("a fault in the reader of sheets")
            if "FALL DEAD" in line.text:
                os.kill(os.getpid(), signal.SIGKILL)
            if "FALL ASLEEP" in line.text:
                re.match(r"(a*)*b", "a" * 50)  # one call, which would take years
        return super().read(view, role, sheet)

    def adjudicate(self, state: DiplomacyState, orders: Mapping[str, Orders], rng: Rng) -> Outcome:
        if (HERE / "broken").exists():
            raise RuntimeError("a fault in the rules")
        return super().adjudicate(state, orders, rng)


SYSTEM = Troubled()
