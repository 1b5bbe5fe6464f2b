"""The computer players of Payola that do without much thought: `random` pays anybody for anything, `novice` its own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from judge.rules.computers import RoleByRole
from judge.rules.diplomacy.canonical import full_text
from judge.rules.diplomacy.computer.legal import reaches, steps
from judge.rules.diplomacy.computer.players import novice_orders, random_orders
from judge.rules.diplomacy.computer.upkeep import upkeep
from judge.rules.diplomacy.computer.worth import worth_of
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.diplomacy.orders import Order
from judge.rules.diplomacy.table import Table
from judge.rules.diplomacy.units import Unit
from judge.rules.payola.view import PayolaView
from judge.rules.rng import Stream

BRIBES = 35
"""In so many of 100 phases a novice offers something to a unit that is not its own."""


class Bid(NamedTuple):
    """A direct offer."""

    amount: int
    unit: Unit
    order: Order


class _Bidder(RoleByRole[PayolaView]):
    """Writes an offer sheet, or what the phase asks for, for each of its roles that is a power."""

    chance = "sheet"

    def sheet(self, view: PayolaView, role: str, stream: Stream) -> tuple[str, str]:
        if view.table.label.kind == MOVEMENT:
            return self.offers(view, role, stream)
        return "\n".join(self.rest(view.table, role, stream)), "I keep my units where they are worth most."

    @abstractmethod
    def offers(self, view: PayolaView, power: str, stream: Stream) -> tuple[str, str]:
        """(the offer sheet, why)"""

    def rest(self, table: Table, power: str, stream: Stream) -> list[str]:
        """Retreats and adjustments."""
        return upkeep(table, power, worth_of(table, power, "S"), stream)


def for_sale(view: PayolaView) -> tuple[Unit, ...]:
    """The units that take money, as far as the viewer sees them."""
    return tuple(unit for unit in view.table.units if not view.variant.loyal or unit.power in view.dummies)


def offer_lines(view: PayolaView, bids: Sequence[Bid], obeying: Mapping[Unit, Order]) -> str:
    """The sheet: what each loyal unit of one's own is told, and the offers. Nobody else's unit is offered nothing."""
    position = view.table.position
    told = [full_text(position, order) for order in obeying.values()]
    amounts = [bid.amount if bid.unit.power == view.power else max(1, bid.amount) for bid in bids]
    paid = [f"{amount} : {full_text(position, bid.order)}" for amount, bid in zip(amounts, bids, strict=True)]
    return "\n".join((*told, *paid))


def _shares(amount: int, many: int, stream: Stream) -> list[int]:
    """So many parts of the amount, some of them twice others."""
    weights = [2 + stream.below(3) for _ in range(many)]
    return [amount * weight // sum(weights) for weight in weights]


class Random(_Bidder):
    """Any legal order for any units, its own or not, for any part of its money."""

    def offers(self, view: PayolaView, power: str, stream: Stream) -> tuple[str, str]:
        units = for_sale(view)
        own = view.table.units_of(power) if view.variant.loyal else ()
        picked = stream.shuffled(units)[: 1 + stream.below(8)]
        orders = random_orders(view.table, picked, stream)
        amounts = _shares(view.balance or 0, len(picked), stream) if picked else []
        bids = [Bid(amount, unit, orders[unit]) for unit, amount in zip(picked, amounts, strict=True)]
        return offer_lines(view, bids, random_orders(view.table, own, stream)), "I draw lots."

    def rest(self, table: Table, power: str, stream: Stream) -> list[str]:
        return upkeep(table, power, None, stream)


class Novice(_Bidder):
    """Sends each of its units to a center near by and pays them alike; now and then it bribes a neighbour."""

    def offers(self, view: PayolaView, power: str, stream: Stream) -> tuple[str, str]:
        table = view.table
        orders = novice_orders(table, power, stream)
        budget = (view.balance or 0) * (50 if table.label.season == "S" else 90) // 100
        strangers = [unit for unit in for_sale(view) if unit.power != power]
        near = [unit for unit in strangers if any(reaches(table, own, unit.province) for own in orders)] or strangers
        hired = [stream.choice(near)] if near and (not orders or stream.below(100) < BRIBES) else []
        obeying = orders if view.variant.loyal else {}
        paid = [(unit, order) for unit, order in orders.items() if unit not in obeying]
        paid += [(unit, stream.choice(steps(table, unit))) for unit in hired]
        amounts = _shares(budget, len(paid), stream) if paid else []
        bids = [Bid(amount, unit, order) for (unit, order), amount in zip(paid, amounts, strict=True)]
        return offer_lines(view, bids, obeying), "I pay my units alike to go for centers near by."
