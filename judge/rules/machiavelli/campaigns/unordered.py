"""Support that nobody orders: a rebellion's (11.2) and an independent garrison's (16)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from judge.rules.machiavelli.orders import ADVANCE, HOLD, Order
from judge.rules.machiavelli.position import INDEPENDENT, Position

REBELLION = "rebellion"
"""What helps an attack where the province rebels; a garrison is called by its name."""


def automatic_support(
    position: Position, orders: Mapping[str, Order], told: Collection[str] = ()
) -> dict[tuple[str, str], tuple[str, ...]]:
    """(area, player) -> who supports by itself there, a rebellion or an independent garrison: for the only player who
    advances.

    Never for a rebellion's victim; a second player's advance, the victim's included, takes it from all (rulings 2.6,
    12.2). A garrison that was bribed to do something else, if only to hold, does that.
    """
    advancing: dict[str, set[str]] = {}
    for place, order in orders.items():
        if order.verb == ADVANCE:
            advancing.setdefault(order.target, set()).add(position.units[place].owner)
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for area, players in advancing.items():
        if len(players) > 1:
            continue
        (player,) = players
        helpers: tuple[str, ...] = ()
        if area in position.rebellions and position.rebellions[area] != player:
            helpers = (REBELLION,)
        there = position.field_unit(area)
        garrison = position.garrison(area)
        besieged = there is not None and there.owner != INDEPENDENT
        if garrison is not None and garrison.owner == INDEPENDENT and besieged:
            helpers += (str(garrison),) if orders[garrison.place].verb == HOLD and garrison.place not in told else ()
        if helpers:
            found[area, player] = helpers
    return found
