"""Why an order came to nothing: the units that kept it from being carried out (13.1 to 13.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from judge.rules.machiavelli.board import BOARD, GARRISON
from judge.rules.machiavelli.campaigns.conflict import CITY, Resolution
from judge.rules.machiavelli.campaigns.legality import aim
from judge.rules.machiavelli.orders import ADVANCE, BESIEGE, CONVERT, SUPPORT, Order
from judge.rules.machiavelli.position import INDEPENDENT, Position, city_place


def causes(position: Position, orders: Mapping[str, Order], found: Resolution, place: str) -> tuple[str, ...]:
    """The units, as they stood when the season began, in order. Empty for an order that was carried out.

    Of a unit that was forced out: those that beat it; of an attack that failed: who got there, or else those of no
    less force who would, or who stood there; of a support that was cut: who attacked; of a broken transport: who beat
    the fleets; of a siege of Venice: the garrison that came out.
    """
    order = orders[place]
    beaten = {**found.ousted, **found.beaten}
    if place in found.walled:
        against = _beaters(order.area, found.walled[place])
    elif place in found.refused:
        against = sorted(found.refused[place])
    elif place in beaten:
        against = _beaters(order.area, beaten[place])
    elif place in found.broken:
        links = [link for link in order.route if link in beaten]
        against = [each for link in links for each in _beaters(link, beaten[link])]
    elif order.verb == BESIEGE and broken_out(position, orders, found, order):
        against = [order.target]
    elif order.verb == SUPPORT and place not in found.given:
        attacks = _attackers(position, orders, found, place, order.area)
        against = [each for each in attacks if _origin(orders[each]) != order.target]
    elif aim(order) and place not in found.goes:
        rivals = [*_attackers(position, orders, found, place, aim(order))]
        got_there = [each for each in rivals if each in found.goes]
        stands = aim(order) in orders and aim(order) not in found.goes and aim(order) not in beaten
        there = [*([aim(order)] if stands else []), *rivals]
        bars = [each for each in there if each in found.bars[place]]
        against = got_there or bars or there
    else:
        against = []
    return tuple(dict.fromkeys(str(position.units[each]) for each in against if each in position.units))


def broken_out(position: Position, orders: Mapping[str, Order], found: Resolution, siege: Order) -> bool:
    """Has the garrison that this is a siege of come out beside its besieger, as in Venice only (14)?"""
    area = siege.target
    inside = BOARD.areas[area].single and position.garrison(area) is not None
    return inside and orders[area].verb == CONVERT and area not in found.refused


def _beaters(area: str, origins: Collection[str]) -> list[str]:
    return [city_place(area) if origin == CITY else origin for origin in sorted(origins)]


def _origin(order: Order) -> str:
    return order.area if order.verb == ADVANCE else CITY


def _attackers(
    position: Position, orders: Mapping[str, Order], found: Resolution, place: str, area: str
) -> Iterator[str]:
    """Who attacks this area besides the unit at `place`, but for its friends and those whose order was void."""
    owner = position.units[place].owner
    for other, order in orders.items():
        friend = owner == position.units[other].owner != INDEPENDENT
        outside = order.verb != CONVERT or order.kind == GARRISON
        void = other in found.beaten or other in found.broken
        if other != place and aim(order) == area and outside and not friend and not void:
            yield other
