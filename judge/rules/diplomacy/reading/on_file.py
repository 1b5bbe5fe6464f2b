"""What is on file, read back: canonical text, one order a line."""

from __future__ import annotations

from judge.rules.diplomacy.adjudication.adjustments import Adjustment, read_adjustment
from judge.rules.diplomacy.adjudication.retreats import read_retreat
from judge.rules.diplomacy.orders import Order
from judge.rules.diplomacy.reading.moves import read_own_order
from judge.rules.diplomacy.reading.spelling import BadOrder
from judge.rules.diplomacy.table import Table


def moves_on_file(table: Table, power: str, text: str, *, blind: bool = False) -> dict[str, Order]:
    """Province -> order, from canonical text. In a blind game that may hold lines that do not stand on the whole board:
    they are dropped.
    """
    if not blind:
        return dict(_province_and_order(table, power, line) for line in text.splitlines() if line)
    found: dict[str, Order] = {}
    for line in text.splitlines():
        try:
            unit, order = read_own_order(table, power, line)
        except BadOrder:
            continue
        found[unit.province] = order
    return found


def _province_and_order(table: Table, power: str, line: str) -> tuple[str, Order]:
    unit, order = read_own_order(table, power, line)
    return unit.province, order


def retreats_on_file(table: Table, power: str, text: str) -> dict[str, str]:
    """Province of each dislodged unit -> the place it goes to, or DISBAND; from canonical text."""
    dislodged = {each.unit.province: each for each in table.dislodged_of(power)}
    found = (read_retreat(table.board, dislodged, line) for line in text.splitlines() if line)
    return {retreat.unit.province: place for retreat, place in found}


def adjustments_on_file(table: Table, power: str, text: str) -> list[Adjustment]:
    """What the power ordered, from canonical text."""
    return [each for line in text.splitlines() if line for each in read_adjustment(table, power, line)]
