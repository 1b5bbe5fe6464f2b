"""What units are told to do (chapter 9): which of the meanings of a statement the board allows."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from judge.reading.grammar import Node
from judge.rules.machiavelli.board import BOARD, GARRISON
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
    Unclear,
    check_several,
    codes_of,
    group_of,
    kind_of,
    only_of,
    party_of,
    unit_named,
    units_named,
)

_ACTS = ("hold", "convert", "support", "besiege", "transport", "advance")
_MOST_READINGS = 40


def orders_of(context: Context, node: Node, text: str) -> list[Order]:
    """Return the orders of an `order`. Raises Unclear."""
    first = node.get("verb_first")
    if first is not None:
        found = _verb_first(context, first, text)
    else:
        found = _each(context, _subjects(context, node.children[0]), node.all("act")[0], text)
    helped = node.get("helped")
    return found if helped is None else _with_supports(context, found, helped)


def orders_of_act(context: Context, unit: Unit, act: Node, text: str) -> list[Order]:
    """Return what an `act` tells one unit. Raises Unclear."""
    return _each(context, [[unit]], act, text)


def _subjects(context: Context, node: Node) -> list[list[Unit]]:
    """Return the units that are told something: for each of them, those that its name can mean."""
    inner = node.children[0] if node.name == "subject" else node
    if inner.name in ("PRONOUN", "THEN"):
        return [[_it(context)]]
    if inner.name == "group":
        return [[unit] for unit in group_of(context, inner)]
    if inner.name == "only":
        return [[only_of(context, inner)]]
    nodes = inner.all("unit") or [inner]
    found = [units_named(context, each) for each in nodes]
    check_several(inner, len(nodes))
    return found


def _it(context: Context) -> Unit:
    unit = next((each for each in context.position.units.values() if str(each) == context.it), None)
    if unit is None:
        raise Unclear("no-order", "which unit is `it`?", "name the unit")
    return unit


def _verb_first(context: Context, node: Node, text: str) -> list[Order]:
    """`Hold Perugia`, `Advance Urbino to Arezzo`, `Convert it`, `Besiege Siena with the army in Siena`."""
    if node.get("WITH") is not None:
        return _each(context, _subjects(context, node.get("only") or node.all("unit")[-1]), node, text)
    subject = node.get("group") or node.get("units") or node.get("PRONOUN") or node.get("unit")
    subjects = [[_it(context)]] if subject is None or subject.name == "PRONOUN" else _subjects(context, subject)
    return _each(context, subjects, node, text)


def _each(context: Context, subjects: Sequence[Sequence[Unit]], act: Node, text: str) -> list[Order]:
    """Return the order of each unit: the one of its meanings that is possible. Raises Unclear."""
    found: list[Order] = []
    for units in subjects:
        readings = list(
            dict.fromkeys(itertools.islice((o for unit in units for o in _orders(context, unit, act)), _MOST_READINGS))
        )
        good = [order for order in readings if not impossible(context.position, order)]
        good = [order for order in good if str(order) == text.upper()] or good
        if len(good) > 1:
            hint = "write one of these" if len(subjects) == 1 else "write it once for each unit"
            raise Unclear("ambiguous", "I can read this in more than one way", hint, map(str, good))
        if good:
            found.append(good[0])
        elif readings:
            why = impossible(context.position, readings[0])
            raise Unclear("impossible", f"that cannot be done: {why}", instead_of(readings[0]))
        else:
            raise Unclear("no-order", "this is not an order", context.whose)
    return found


def _orders(context: Context, unit: Unit, act: Node) -> Iterator[Order]:
    """Yield what an act can mean for a unit."""
    kind, area = unit.kind, unit.area
    inner = next((each for each in act.children if each.name in _ACTS), None)
    name = inner.name if inner is not None else next(each.name for each in act.children if each.name in _VERBS)
    node = inner or act
    if name in ("hold", "HOLD"):
        place = node.get("place")
        if place is None or area in codes_of(place):
            yield Order(kind, area, HOLD)
    elif name in ("advance", "MOVE"):
        yield from _advances(unit, node)
    elif name in ("besiege", "BESIEGE"):
        place = node.get("place")
        targets = codes_of(place) if place is not None else (context.position.siege_target(area),)
        yield from (Order(kind, area, BESIEGE, target) for target in targets)
    elif name in ("transport", "TRANSPORT"):
        yield from (
            Order(kind, area, TRANSPORT, player=_favor(context, unit, each)) for each in _carried(context, node)
        )
    elif name in ("convert", "CONVERT"):
        yield from _conversions(unit, node)
    elif name in ("support", "SUPPORT"):
        for target, player in _goals(context, node):
            yield Order(kind, area, SUPPORT, target, _favor(context, unit, player))


_VERBS = ("HOLD", "MOVE", "BESIEGE", "CONVERT", "SUPPORT")


def _advances(unit: Unit, node: Node) -> Iterator[Order]:
    places = [codes_of(each) for each in node.all("place")]
    via = node.get("via")
    hops = [codes_of(each) for each in via.children if each.name in ("place", "hop")] if via is not None else []
    route = [*places[:-1], *hops]
    if route and places[0] == (unit.area,) and len(places) > 1:
        route = route[1:]  # `is transported from Napoli to Pisa`
    for target in places[-1]:
        for way in itertools.islice(itertools.product(*route), _MOST_READINGS):
            yield Order(unit.kind, unit.area, ADVANCE, target, route=tuple(way))


def _conversions(unit: Unit, node: Node) -> Iterator[Order]:
    place = node.get("place")
    if place is not None and unit.area not in codes_of(place):
        return
    named = node.get("becomes")
    kinds = (kind_of(named),) if named is not None else conversions(unit.kind, unit.area)
    side = node.get("CITY")
    if side is None or (side.value == "INSIDE") == (unit.kind != GARRISON):
        yield from (Order(unit.kind, unit.area, CONVERT, becomes=kind) for kind in kinds)


def _carried(context: Context, node: Node) -> Iterator[str]:
    """Yield for whom a transport can be."""
    cargo = node.get("cargo")
    people = cargo.get("people") if cargo is not None else None
    unit = cargo.get("unit") if cargo is not None else None
    if people is not None:
        yield party_of(context, people)
    elif unit is not None:
        yield from dict.fromkeys(each.owner for each in units_named(context, unit) if each.kind != GARRISON)
    else:
        yield ""


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
    if whom.get("INDEPENDENT") and len(whom.children) == 1:
        raise Unclear("which-area", "it does not say where to support them", "name the area")
    helped, people, place = whom.get("unit"), whom.get("people"), whom.get("place")
    favor = whom.get("favor")
    player = _player(context, favor) if favor is not None else None
    if people is not None:
        yield from _of_people(context, people, whom, player)
        return
    if helped is None:
        raise Unclear("which-area", "it does not say where to support them", "name the area")
    if place is not None:
        yield from _of_a_deed(context, helped, place, player)
        return
    named = helped.get("place")
    is_bare = named is not None and len(helped.children) == 1
    if is_bare and named is not None:
        yield from ((code, player or "") for code in codes_of(named))
        return
    for each in units_named(context, helped):
        owner = context.role if str(each) in context.defecting else each.owner or INDEPENDENTS
        if player in (None, owner):
            yield each.area, owner


def _of_people(context: Context, people: Node, whom: Node, player: str | None) -> Iterator[tuple[str, str]]:
    """`Milan's attack on Perugia`, `the independents in Siena`; and `Milan Genoa`, both areas and countries."""
    place = whom.get("place")
    if place is None:
        raise Unclear("which-area", "it does not say where to support them", "name the area")
    if people.get("PEOPLE"):
        yield from ((code, player or "") for code in codes_of(place))
        return
    owner = INDEPENDENTS if people.get("INDEPENDENT") else party_of(context, people)
    yield from ((code, player or owner) for code in codes_of(place))
    city = CITY_OF.get(owner, "")
    others = [country for country, code in CITY_OF.items() if code in codes_of(place)]
    if whom.get("deed"):
        units = [unit for unit in context.position.units_in(city) if unit.kind != GARRISON] if city else []
        yield from ((code, each.owner or INDEPENDENTS) for each in units for code in codes_of(place))
    elif city and player is None:
        yield from ((city, other) for other in others)


def _of_a_deed(context: Context, helped: Node, place: Node, player: str | None) -> Iterator[tuple[str, str]]:
    """`Urbino's advance to Arezzo`."""
    for each in units_named(context, helped):
        owner = context.role if str(each) in context.defecting else each.owner or INDEPENDENTS
        yield from ((code, player or owner) for code in codes_of(place))


def _player(context: Context, favor: Node) -> str:
    if favor.get("SELF"):
        return context.role
    if favor.get("INDEPENDENT"):
        return INDEPENDENTS
    return party_of(context, favor)


def _goal_of_last(context: Context) -> tuple[str, str]:
    """Return the area and the player that a support of the last orders is for. Raises Unclear."""
    if not context.last:
        bribed = next((each for each in context.position.units.values() if str(each) == context.it), None)
        if bribed is None:
            raise Unclear("which-area", "what do they support?", "name the area")
        return bribed.area, context.role if context.it in context.defecting else bribed.owner or INDEPENDENTS
    goals = list(dict.fromkeys((_goal(order), _owner(context, order)) for order in context.last))
    if len(goals) != 1:
        raise Unclear("which-area", "which of these orders do they support?", "write each support by itself")
    return goals[0]


def _goal(order: Order) -> str:
    return order.target if order.verb in (ADVANCE, BESIEGE, SUPPORT) else order.area


def _owner(context: Context, order: Order) -> str:
    unit = context.position.units.get(order.place)
    if unit is None or context.is_mine(unit):
        return context.role
    return unit.owner or INDEPENDENTS


def _with_supports(context: Context, orders: Sequence[Order], helped: Node) -> list[Order]:
    """Return orders and the supports beside them. Where one's own units support what others' do, only the supports are
    one's own orders. Raises Unclear if one of them cannot be given.
    """
    context.last = tuple(orders)
    area, owner = _goal_of_last(context)
    supports: list[Order] = []
    for node in helped.all("unit"):
        unit = unit_named(context, node)
        if not context.is_mine(unit):
            lord = BOARD.countries[unit.owner].name if unit.owner else "its owner"
            raise Unclear("others-order", f"{lord} has to write that support", "name units of your own")
        order = Order(unit.kind, unit.area, SUPPORT, area, _favor(context, unit, owner))
        if why := impossible(context.position, order):
            raise Unclear("impossible", f"{unit} cannot support that: {why}")
        supports.append(order)
    own = {each.place for each in context.mine()}
    return [*(order for order in orders if order.place in own), *supports]
