"""What units are told to do (chapter 9): which of the meanings of a statement the board allows."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from judge.reading.grammar import Node
from judge.rules.machiavelli.board import BOARD, GARRISON
from judge.rules.machiavelli.canonical import ORDERS
from judge.rules.machiavelli.orders import (
    ADVANCE,
    BESIEGE,
    CONVERT,
    HOLD,
    SUPPORT,
    TRANSPORT,
    Order,
    conversions,
    impossible,
    instead_of,
)
from judge.rules.machiavelli.position import INDEPENDENTS, Unit
from judge.rules.machiavelli.reading.names import CITY_OF
from judge.rules.machiavelli.reading.units import (
    Context,
    Said,
    Unclear,
    choose,
    codes_of,
    group_of,
    kind_of,
    party_of,
    unit_named,
    units_named,
)

_MOST_READINGS = 40
_SUPPORT_IT = Node("act", 0, 0, None, (Node("support", 0, 0),))


def orders_of(context: Context, node: Node) -> list[Said]:
    """Return the orders of an `order`. Raises Unclear."""
    subjects = node.below("subject")
    units = _subjects(context, subjects[0]) if subjects else [[_it(context)]]
    whole = node.get("act") or node.get("verb_first") or node
    act = whole._replace(children=tuple(each for each in whole.children if each.name != "subject"))
    orders = [order_of(context, each, act) for each in units]
    helped = node.get("helped")
    return [Said(ORDERS, each) for each in (orders if helped is None else _with_supports(context, orders, helped))]


def _subjects(context: Context, subject: Node) -> list[list[Unit]]:
    """Return the units that are told something: for each of them, those that its name can mean."""
    inner = subject.children[0]
    if inner.name in ("PRONOUN", "THEN"):
        return [[_it(context)]]
    if inner.name in ("group", "only"):
        return [[unit] for unit in group_of(context, inner)]
    return [units_named(context, each) for each in inner.all("unit")]


def _it(context: Context) -> Unit:
    if context.it is None:
        raise Unclear("no-order", "which unit is `it`?", "name the unit")
    return context.it


def order_of(context: Context, units: Sequence[Unit], act: Node) -> Order:
    """Return what an act tells a unit, of which the name can mean several. Raises Unclear."""
    readings = list(
        itertools.islice((order for unit in units for order in _orders(context, unit, act)), _MOST_READINGS)
    )
    if not readings:
        raise Unclear("no-order", "this is not an order", context.whose)

    def why(order: Order) -> str:
        reason = impossible(context.position, order)
        return reason and f"that cannot be done: {reason}"

    as_written = [order for order in readings if str(order) == context.text.upper() and not why(order)]
    return choose(as_written or readings, why, instead_of)


def _orders(context: Context, unit: Unit, act: Node) -> Iterator[Order]:
    """Yield what an act can mean for a unit."""
    verb = act.below("hold", "advance", "besiege", "transport", "convert", "support", "HOLD", "CONVERT")[0]
    place = verb.get("place")
    here = Order(unit.kind, unit.area, HOLD)
    match verb.name.lower():
        case "hold" if place is None or unit.area in codes_of(place):
            yield here
        case "advance":
            yield from _advances(here._replace(verb=ADVANCE), verb)
        case "besiege":
            targets = (context.position.siege_target(unit.area),) if place is None else codes_of(place)
            yield from (here._replace(verb=BESIEGE, target=target) for target in targets)
        case "transport":
            players = dict.fromkeys(_carried(context, verb))
            yield from (here._replace(verb=TRANSPORT, player=_favor(context, unit, each)) for each in players)
        case "convert" if place is None or unit.area in codes_of(place):
            named, side = act.below("becomes"), act.below("CITY")
            kinds = (kind_of(named[0]),) if named else conversions(unit.kind, unit.area)
            if not side or (side[0].value == "INSIDE") == (unit.kind != GARRISON):
                yield from (here._replace(verb=CONVERT, becomes=kind) for kind in kinds)
        case "support":
            for target, player in _goals(context, verb):
                yield here._replace(verb=SUPPORT, target=target, player=_favor(context, unit, player))


def _advances(order: Order, node: Node) -> Iterator[Order]:
    *route, targets = [codes_of(each) for each in node.all("place")]
    if route and route[0] == (order.area,):
        route = route[1:]  # `is transported from Napoli to Pisa`
    route += [codes_of(hop) for via in node.all("via") for hop in via.children if hop.name in ("place", "hop")]
    for target in targets:
        for way in itertools.islice(itertools.product(*route), _MOST_READINGS):
            yield order._replace(target=target, route=tuple(way))


def _carried(context: Context, node: Node) -> Iterator[str]:
    """Yield for whom a transport can be."""
    people, units = node.below("people"), node.below("unit")
    if units:
        yield from (each.owner for each in units_named(context, units[0]) if each.kind != GARRISON)
    else:
        yield party_of(people[0]) if people else ""


def _favor(context: Context, unit: Unit, player: str) -> str:
    """Return the player as an order names them: not at all if they own the unit. A unit of others, operated by a bribe,
    has to be told whom it helps.
    """
    return "" if unit.owner == context.role and player in ("", context.role) else player or context.role


def _goals(context: Context, node: Node) -> Iterator[tuple[str, str]]:
    """Yield (area, player or empty) of what a support can be for."""
    whom = node.get("whom")
    if whom is None:
        yield _goal_of_last(context)
        return
    unit, people, place, favor = (whom.get(each) for each in ("unit", "people", "place", "favor"))
    player = _player(context, favor) if favor is not None else ""
    if unit is not None:
        named = unit.get("place")
        if place is None and named is not None and len(unit.children) == 1:
            yield from ((code, player) for code in codes_of(named))
            return
        for each in units_named(context, unit):
            side = context.side(each)
            if place is not None:  # `Urbino's advance to Arezzo`
                yield from ((code, player or side) for code in codes_of(place))
            elif player in ("", side):
                yield each.area, side
    elif people is not None and place is not None:
        yield from _of_people(context, people, place, player, does=bool(whom.get("deed")))


def _of_people(context: Context, people: Node, place: Node, player: str, *, does: bool) -> Iterator[tuple[str, str]]:
    """Yield the goals of `Milan's attack on Perugia`, of Milan or of whose unit is in Milano; `the rebels in Siena`."""
    owner = player or ("" if people.below("PEOPLE") else _player(context, people))
    yield from ((code, owner) for code in codes_of(place))
    units = context.position.units_in(CITY_OF[owner]) if does and owner in CITY_OF else ()
    yield from ((code, context.side(each)) for each in units if each.kind != GARRISON for code in codes_of(place))


def _player(context: Context, node: Node) -> str:
    if node.below("SELF"):
        return context.role
    return INDEPENDENTS if node.below("INDEPENDENT") else party_of(node)


def _goal_of_last(context: Context) -> tuple[str, str]:
    """Return the area and the player that a support of the last orders is for. Raises Unclear."""
    bribed = context.it if not context.last else None
    goals = {(bribed.area, context.side(bribed))} if bribed is not None else set()
    for order in context.last:
        unit = context.position.units.get(order.place)
        area = order.target if order.verb in (ADVANCE, BESIEGE, SUPPORT) else order.area
        goals.add((area, context.side(unit) if unit is not None else context.role))
    if len(goals) != 1:
        raise Unclear("which-area", "what do they support?", "name the area, and write each support by itself")
    return goals.pop()


def _with_supports(context: Context, orders: Sequence[Order], helped: Node) -> list[Order]:
    """Return orders and the supports beside them. Where one's own units support what others' do, only the supports are
    one's own orders. Raises Unclear if one of them cannot be given.
    """
    context.last = tuple(orders)
    mine = [order for order in orders if context.is_mine(context.position.units[order.place])]
    for unit in (unit_named(context, node) for node in helped.all("unit")):
        if not context.is_mine(unit):
            lord = BOARD.countries[unit.owner].name if unit.owner else "its owner"
            raise Unclear("others-order", f"{lord} has to write that support", "name units of your own")
        mine.append(order_of(context, [unit], _SUPPORT_IT))
    return mine
