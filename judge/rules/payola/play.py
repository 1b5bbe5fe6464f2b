"""A movement phase from offer sheets to results: the auction, its payments, and the orders carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from judge.rules.diplomacy.game import FREELY, Flow, Step, play_movement
from judge.rules.diplomacy.orders import HOLD, MOVE, Order
from judge.rules.diplomacy.table import Table
from judge.rules.diplomacy.units import Unit
from judge.rules.payola.auctions.auction import Determination, determine
from judge.rules.payola.auctions.contest import Lot
from judge.rules.payola.auctions.treasury import posting
from judge.rules.payola.offers import OfferSheet
from judge.rules.payola.variants import STANDARD, Variant
from judge.rules.values import Posting

AUCTION = "auction"
"""The event in which the GameMaster's record keeps what becomes public at the end: lists and balances."""


class Funds(NamedTuple):
    """Before the auction: the `balances` of all powers and, in a Zero Sum game, what was put `aside` for each."""

    balances: Mapping[str, int]
    aside: Mapping[str, int] = {}


class Auctioned(NamedTuple):
    """A movement phase adjudicated: `balances` are those right after the orders were paid (5.6).

    `aside`: what a Zero Sum game has put aside for each power, this phase's money included (ruling P24). `sheets`: what
    was adjudicated, of whoever had written.
    """

    determination: Determination
    step: Step
    balances: Mapping[str, int]
    aside: Mapping[str, int]
    sheets: Mapping[str, OfferSheet]


def is_move(order: Order) -> bool:
    return order.verb == MOVE


def play_offers(
    table: Table,
    sheets: Mapping[str, OfferSheet],
    funds: Funds,
    list_of: Callable[[str], tuple[str, ...]],
    dummies: tuple[str, ...],
    variant: Variant = STANDARD,
    flow: Flow = FREELY,
) -> Auctioned:
    """`sheets` of whoever has written, `list_of` the expanded list of a power."""
    available = {
        power: max(0, balance - (sheets[power].savings if power in sheets else 0))
        for power, balance in funds.balances.items()
    }
    lots = {
        unit: Lot(unit.power, Order(unit.province, HOLD), unit.power in dummies)
        for unit in table.units
        if not variant.loyal or unit.power in dummies
    }
    offers = {power: sheet.offers for power, sheet in sheets.items()}
    found = determine(lots, offers, available, list_of, is_move, discount=variant.discount)
    if variant.loyal:
        found = _with_loyal(table, found, sheets)
    step = play_movement(table, {unit.province: order for unit, order in found.issued.items()}, flow)
    after = {power: balance - found.expended(power) for power, balance in funds.balances.items()}
    return Auctioned(found, step, after, _put_aside(found, funds.aside) if variant.zerosum else {}, sheets)


def _with_loyal(table: Table, found: Determination, sheets: Mapping[str, OfferSheet]) -> Determination:
    """The same with the units that obey their own power, and hold without an order (ruling P23)."""
    commands = {unit: order for sheet in sheets.values() for unit, order in sheet.commands.items()}
    issued = {unit: found.issued.get(unit) or commands.get(unit) or Order(unit.province, HOLD) for unit in table.units}
    return found._replace(issued=issued, totals={unit: found.totals.get(unit, 0) for unit in table.units})


def _put_aside(found: Determination, aside: Mapping[str, int]) -> dict[str, int]:
    after = dict(aside)
    for unit, amount in paid_for(found).items():
        after[unit.power] = after.get(unit.power, 0) + amount
    return after


def paid_for(found: Determination) -> dict[Unit, int]:
    """What was really paid for each unit, by all powers together; units that nobody paid for are left out."""
    sums: dict[Unit, int] = {}
    for paid in found.paid.values():
        for unit, amount in paid.items():
            sums[unit] = sums.get(unit, 0) + amount
    return dict(sorted(sums.items()))


def payments(table: Table, found: Determination) -> tuple[Posting, ...]:
    """What everybody's account is charged for the orders issued (5.6)."""
    return tuple(
        posting(power, -amount, f"{table.label}: paid to {unit.power} {unit}")
        for power, paid in found.paid.items()
        for unit, amount in paid.items()
    )
