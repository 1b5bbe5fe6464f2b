"""A movement phase unit by unit, as the end of a game opens it: who bid what for what, who paid, what was beaten."""

from __future__ import annotations

from judge.rules.diplomacy.canonical import order_text
from judge.rules.diplomacy.position import Position
from judge.rules.diplomacy.table import Table
from judge.rules.diplomacy.units import Unit
from judge.rules.payola.auctions.auction import Determination
from judge.rules.values import Json


def bidding(table: Table, found: Determination) -> list[Json]:
    """A row a unit, in board order: {"unit", "power", "total" as its owner was told, "paid": power -> amount, "bids"}.

    `bids`: {"order", "total", "by": power -> amount offered after the reductions, zeros included}, the order that was
    issued first, then those that it beat, the dearest first. A loyal unit has its order alone.
    """
    paid = {
        unit: {power: own[unit] for power, own in sorted(found.paid.items()) if unit in own} for unit in table.units
    }
    return [
        {
            "unit": str(unit),
            "power": unit.power,
            "total": found.totals[unit],
            "paid": paid[unit],
            "bids": _bids(table.position, unit, found),
        }
        for unit in table.units
    ]


def _bids(position: Position, unit: Unit, found: Determination) -> list[Json]:
    bids = found.details.bids(unit)
    if not bids:
        return [{"order": order_text(position, found.issued[unit]), "total": 0, "by": {}}]
    texts = [(bid, order_text(position, bid.order)) for bid in bids]
    texts.sort(key=lambda each: (not each[0].issued, -each[0].total, each[1]))
    return [{"order": text, "total": bid.total, "by": dict(bid.by)} for bid, text in texts]
