"""What a sheet could cost, and a sheet to answer with."""

from __future__ import annotations

from collections.abc import Iterable

from judge.rules.diplomacy.orders import HOLD, MOVE, Order
from judge.rules.diplomacy.units import Unit
from judge.rules.payola.offers import GIFT, HOLDING, MOVING, NEGATIVE, Offer, OfferSheet
from judge.rules.payola.view import PayolaView


def most_spent(offers: Iterable[Offer]) -> int:
    """What the offers cost at most if nothing is reduced: each unit issues the order that costs their writer most."""
    by_unit: dict[Unit, list[Offer]] = {}
    for offer in offers:
        by_unit.setdefault(offer.unit, []).append(offer)
    return sum(_most_for(unit, own) for unit, own in by_unit.items())


def _most_for(unit: Unit, offers: list[Offer]) -> int:
    province = unit.province
    # Besides the orders that are named, promises may pay for HOLD, for some other move and for some other support.
    others = {Order(province, HOLD), Order(province, MOVE), Order(province, "")}
    orders = others.union(*(offer.orders for offer in offers))
    return max(sum(_money(offer) for offer in offers if _pays(offer, order)) for order in orders)


def _money(offer: Offer) -> int:
    return sum(amount.money * amount.repetition for amount in offer.amounts)


def _pays(offer: Offer, order: Order) -> bool:
    if order in offer.orders:
        return offer.kind != NEGATIVE
    moving = order.verb == MOVE
    return offer.kind in (NEGATIVE, GIFT) or (offer.kind == MOVING and moving) or (offer.kind == HOLDING and not moving)


def estimate_sheet(view: PayolaView, sheet: OfferSheet) -> tuple[str, ...]:
    """The cost at most, and what the sheet leaves to defaults; one remark a line."""
    balance = view.balance or 0
    available = max(0, balance - sheet.savings)
    cost = most_spent(sheet.offers)
    remarks = [f"This sheet can cost at most {min(cost, available)} of your {balance} silver pieces."]
    if cost > available:
        remarks.append(f"Your offers could come to {cost}. They are reduced until they fit (5.5).")
    if sheet.savings:
        remarks.append(f"{min(sheet.savings, balance)} is held back (3.4).")
    if sheet.savings > balance:
        remarks.append("You hold back more than you have, so you pay nothing at all.")
    named = {offer.unit for offer in sheet.offers} | set(sheet.commands)
    idle = [str(unit) for unit in view.table.units_of(view.power) if unit not in named]
    if idle and view.variant.loyal:
        remarks.append(f"These units have no order, so they hold: {', '.join(idle)}.")
    elif idle:
        remarks.append(f"You offer nothing to these units, so they have 0 for HOLD: {', '.join(idle)}.")
    return tuple(remarks)


def blank_sheet(view: PayolaView, last: str) -> str:
    """Own units at 0 for HOLD, below what one needs to know as comments (`last`: the sheet of the phase before)."""
    lines = [
        f"% {view.phase.title}, {view.power}: you have {view.balance} silver pieces",
        f"% your acceptance list is {view.accept} (a line `ACCEPT ...` changes it)",
    ]
    earlier = [f"%   {line}" for line in last.splitlines() if line.strip() and not line.startswith("%")]
    if earlier:
        lines += ["% your last sheet:", *earlier]
    lines += [f"{unit} H" if view.variant.loyal else f"0 : {unit} H" for unit in view.own_units]
    return "\n".join(lines)
