"""A movement phase from offer sheets to results: the auction, its payments, and the orders carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from judge.rules.diplomacy.game import Step, play_movement
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.diplomacy.orders import HOLD, MOVE, Order, full_text
from judge.rules.diplomacy.table import Table
from judge.rules.payola.auction import Determination, determine
from judge.rules.payola.contest import Lot
from judge.rules.payola.offers import OfferSheet
from judge.rules.payola.variants import Variant
from judge.rules.system import Json


class Auctioned(NamedTuple):
    """A movement phase adjudicated: `balances` are those right after the orders were paid (5.6)."""

    determination: Determination
    step: Step
    balances: Mapping[str, int]


def is_move(order: Order) -> bool:
    return order.verb == MOVE


def play_offers(
    table: Table,
    sheets: Mapping[str, OfferSheet],
    balances: Mapping[str, int],
    list_of: Callable[[str], tuple[str, ...]],
    dummies: tuple[str, ...],
) -> Auctioned:
    """`sheets` of whoever has written, `balances` of all powers, `list_of` the expanded list of a played power."""
    available = {
        power: max(0, balance - (sheets[power].savings if power in sheets else 0))
        for power, balance in balances.items()
    }
    lots = {unit: Lot(unit.power, Order(unit.province, HOLD), unit.power in dummies) for unit in table.units}
    found = determine(lots, {power: sheet.offers for power, sheet in sheets.items()}, available, list_of, is_move)
    step = play_movement(table, {unit.province: order for unit, order in found.issued.items()})
    return Auctioned(found, step, {power: balance - found.expended(power) for power, balance in balances.items()})


def statement(table: Table, power: str, played: Auctioned) -> dict[str, Json]:
    """What rule 5.7 tells one power, and nobody else (ruling P19)."""
    found = played.determination
    return {
        "phase": str(table.label),
        "title": table.label.title,
        "units": [
            {"unit": str(unit), "order": full_text(table.position, found.issued[unit]), "total": found.totals[unit]}
            for unit in table.units_of(power)
        ],
        "accepted": [
            {"order": full_text(table.position, found.issued[unit]), "amount": amount}
            for unit, amount in found.payments[power]
        ],
        "expended": found.expended(power),
        "reductions": found.reductions[power],
        "balance": played.balances[power],
    }


def incomes(before: Table, after: Table, variant: Variant) -> dict[str, int]:
    """What each power with a center gets as a Spring movement phase begins (2.1); dummies too (ruling P31)."""
    if after.label == before.label or (after.label.season, after.label.kind) != ("S", MOVEMENT):
        return {}
    victory = after.board.victory
    return {power: variant.income(len(centers), victory) for power, centers in after.centers.items()}
