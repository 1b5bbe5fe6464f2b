"""What becomes public after the end of a game of offers."""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.payola.play import AUCTION
from judge.rules.payola.story import OPENED, ledger_event
from judge.rules.values import PUBLIC, Event, PhaseRecord


def opened_sheets(record: Sequence[PhaseRecord], parts: Sequence[str]) -> tuple[Event, ...]:
    """Every sheet in force at an adjudication (of these parts), every list as written and as expanded, the lists drawn
    for dummies that decided something (ruling P22), what Tin Cup ignored, the ledger (3.6, 4.5, 6.3, ruling P34).
    """
    found = []
    for phase in record:
        for event in phase.events:
            if event.kind == AUCTION:
                sheets = {
                    role: filed[part] for part in parts for role, filed in phase.orders.items() if filed.get(part)
                }
                found.append(Event(PUBLIC, OPENED, {**event.data, "sheets": dict(sorted(sheets.items()))}))
    return (*found, ledger_event(record))
