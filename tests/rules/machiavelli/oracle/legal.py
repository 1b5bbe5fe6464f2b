"""Which of the given orders can be carried out at all: 8.2, chapter 9, 11.2, 13.4 and 14. Every other is a Hold."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.rules.machiavelli.oracle.ground import (
    AREAS,
    BORDERS,
    CITY,
    FIELD,
    HOLD,
    KALABRIA,
    KEEPERS,
    NEIGHBORS,
    NOBODY,
    Order,
    Place,
    Position,
    Unit,
    besieged_city,
    reach,
    stands,
)


@dataclass
class Front:
    """Everything that is fixed before the first conflict is looked at."""

    position: Position
    given: Mapping[Place, Order]
    permits: set[tuple[str, str]]
    orders: dict[Place, Order] = field(default_factory=dict)

    def unit_in_the_way(self, unit: Unit) -> Unit | None:
        """The unit that stands where this one's attack leads."""
        target = attacked(unit, self.orders[unit.place])
        found = self.position.units.get((target, FIELD))
        return found or (self.position.units.get((target, CITY)) if target == "VEN" and unit.area != "VEN" else None)

    def leaves(self, unit: Unit) -> bool:
        order = self.orders[unit.place]
        return order.verb == "-" or (order.verb == "C" and unit.area != "VEN")

    def closed(self, owner: str, strait: str, area: str = "") -> bool:
        """9.3: a fleet in Messina or Piombino keeps its strait from those whom its owner does not let pass."""
        keeper = self.position.units.get((KEEPERS.get(strait, ""), FIELD))
        if keeper is None or keeper.kind != "F" or (keeper.owner == owner != NOBODY) or keeper.area == area:
            return False
        return keeper.owner == NOBODY or (keeper.owner, owner) not in self.permits


def attacked(unit: Unit, order: Order) -> str:
    """13.1: an advance and a conversion into a province are attacks."""
    if order.verb == "-":
        return order.target
    return unit.area if order.verb == "C" and unit.kind == "G" and unit.area != "VEN" else ""


def legal_orders(front: Front) -> None:
    position = front.position
    for place, unit in position.units.items():
        order = front.given.get(place, HOLD)
        front.orders[place] = order if can(front, unit, order) else HOLD
    _transports(front)
    told = dict(front.orders)
    while _friends(front):
        pass
    _helpers_of_enemies(front, told)


def can(front: Front, unit: Unit, order: Order) -> bool:
    position = front.position
    victim = position.rebellions.get(unit.area) == unit.owner
    if order.verb == "H":
        return True
    if unit.kind != "G" and goes_on(position, unit.area):
        # 9.4: in the second season nothing but the siege, and no siege of a friend.
        return order.verb == "B" and bool(besieges(position, unit)) and order.target == besieged_city(unit.area)
    if order.verb == "B":
        return order.target == besieged_city(unit.area) and bool(besieges(position, unit))
    if order.verb == "T":
        return unit.kind == "F"
    if order.verb == "S":
        if victim and unit.kind != "G":
            return False
        return order.target == unit.area if unit.kind == "G" else can_reach_to_support(front, unit, order)
    if order.verb == "C":
        return converts(position, unit, order.becomes)
    return unit.kind != "G" and unit.owner != NOBODY and can_advance(front, unit, order)


def goes_on(position: Position, area: str) -> bool:
    """9.4: a siege binds its unit, whoever owns it now, as long as what it was of is there."""
    city = besieged_city(area)
    what = position.sieges.get(area)
    there = (city, CITY) in position.units
    return (what == "garrison" and there) or (what == "rebels" and position.rebels_in_city(city))


def besieges(position: Position, unit: Unit, *, friendly_too: bool = False) -> str:
    """9.4, 11.3, 14: "garrison", "rebels", or "" where this unit has nothing to besiege."""
    if unit.kind == "G" or unit.area == "VEN" or (unit.area == "LAG" and unit.kind != "F"):
        return ""
    city = besieged_city(unit.area)
    area = AREAS[city]
    if not area.fortified or (unit.kind == "F" and not area.port):
        return ""
    garrison = position.units.get((city, CITY))
    if garrison is not None:
        friendly = garrison.owner == unit.owner != NOBODY
        return "" if friendly and not friendly_too else "garrison"
    rebels = position.rebels_in_city(city) and position.rebellions[city] == unit.owner
    return "rebels" if rebels else ""


def can_reach_to_support(front: Front, unit: Unit, order: Order) -> bool:
    if order.target in reach(unit.kind, unit.area):
        return not front.closed(unit.owner, BORDERS[unit.area, order.target].strait, unit.area)
    around = set(NEIGHBORS["LAG"])
    across = unit.kind == "F" and unit.area != order.target and "VEN" in (unit.area, order.target)
    if not across or not {unit.area, order.target} <= around:
        return False
    fleet = front.position.units.get(("LAG", FIELD))
    return fleet is None or fleet.owner == (order.player or unit.owner) or unit.owner == fleet.owner != NOBODY


def converts(position: Position, unit: Unit, becomes: str) -> bool:
    """9.7, 2.7 of the rulings, 7.1 for Venice."""
    area = AREAS[unit.area]
    if not area.fortified or becomes == unit.kind or (becomes == "G") == (unit.kind == "G"):
        return False
    if "F" in (unit.kind, becomes) and not area.port:
        return False
    if unit.kind == "G":
        return stands(becomes, unit.area)
    free = (unit.area, CITY) not in position.units
    return free and position.rebellions.get(unit.area) != unit.owner


def can_advance(front: Front, unit: Unit, order: Order) -> bool:
    if order.target == unit.area or not stands(unit.kind, order.target):
        return False
    barred = AREAS[order.target].single and front.position.rebellions.get(order.target) == unit.owner
    if barred:
        return False
    if order.route:
        return unit.kind == "A" and can_be_carried(front, unit, order)
    if order.target not in reach(unit.kind, unit.area):
        return False
    return not front.closed(unit.owner, BORDERS[unit.area, order.target].strait)


def can_be_carried(front: Front, unit: Unit, order: Order) -> bool:
    """9.3: a chain over areas that fleets could follow one after the other, each with a fleet."""
    steps = (unit.area, *order.route, order.target)
    if len(set(steps)) < len(steps) or AREAS[unit.area].sea or AREAS[order.target].sea:
        return False
    for one, other in itertools.pairwise(steps):
        border = BORDERS.get((one, other))
        if border is None or not border.fleet or front.closed(unit.owner, border.strait):
            return False
    for before, link, after in zip(steps, steps[1:], steps[2:], strict=False):
        west, east = KALABRIA
        around = (before in west and after in east) or (before in east and after in west)
        if link == "KAL" and around and front.closed(unit.owner, "messina"):
            return False
    fleets = [front.position.units.get((link, FIELD)) for link in order.route]
    return all(fleet is not None and fleet.kind == "F" for fleet in fleets)


def _transports(front: Front) -> None:
    """9.6: each fleet was told to carry for that player; one army a fleet."""
    units = front.position.units
    carried = [unit for unit in units.values() if front.orders[unit.place].route]
    for unit in carried:
        for link in front.orders[unit.place].route:
            fleet = units[link, FIELD]
            order = front.orders[fleet.place]
            if order.verb != "T" or (order.player or fleet.owner) != unit.owner:
                front.orders[unit.place] = HOLD
                break
    named: dict[str, list[Unit]] = {}
    for unit in carried:
        for link in front.orders[unit.place].route:
            named.setdefault(link, []).append(unit)
    for rivals in named.values():
        for unit in rivals if len(rivals) > 1 else ():
            front.orders[unit.place] = HOLD


def _friends(front: Front) -> bool:
    """13.4: friends hold instead of attacking each other. True if something changed."""
    units = list(front.position.units.values())
    stopped = []
    for unit in units:
        order = front.orders[unit.place]
        target = attacked(unit, order)
        if target and unit.owner != NOBODY:
            rival = any(
                other != unit and other.owner == unit.owner and attacked(other, front.orders[other.place]) == target
                for other in units
            )
            friend = front.unit_in_the_way(unit)
            stays = friend is not None and friend.owner == unit.owner and not front.leaves(friend)
            # They attack each other (13.3), unless a transport gives them different ways.
            facing = friend is not None and friend.owner == unit.owner and _face_each_other(front, unit, friend)
            if rival or stays or facing:
                stopped.append(unit)
    for unit in stopped:
        front.orders[unit.place] = HOLD
    return bool(stopped)


def _helpers_of_enemies(front: Front, told: Mapping[Place, Order]) -> None:
    """13.4: nor do friends help others against each other. Whom nobody attacks after all needs nobody's Hold."""
    stopped = []
    for unit in front.position.units.values():
        order = front.orders[unit.place]
        if order.verb == "S" and order.player not in ("", unit.owner) and unit.owner != NOBODY:
            friend = front.position.units.get((order.target, FIELD))
            stays = friend is not None and friend.owner == unit.owner and not front.leaves(friend)
            met = friend is not None and friend.owner == unit.owner and _met_on_the_way(front, order, friend)
            if stays or met or _thrown_out(front, told, unit.owner, order):
                stopped.append(unit)
    for unit in stopped:
        front.orders[unit.place] = HOLD


def _face_each_other(front: Front, unit: Unit, friend: Unit) -> bool:
    one, other = front.orders[unit.place], front.orders[friend.place]
    by_land = not one.route and not other.route
    return one.verb == other.verb == "-" and (one.target, other.target) == (friend.area, unit.area) and by_land


def _met_on_the_way(front: Front, support: Order, friend: Unit) -> bool:
    """1.8: who helps those on whom a friend marches helps them to beat that friend."""
    helped = [unit for unit in front.position.units.values() if unit.owner == support.player]
    return any(_face_each_other(front, unit, friend) for unit in helped)


def _thrown_out(front: Front, told: Mapping[Place, Order], owner: str, support: Order) -> bool:
    """1.11: who helps another into a province from whose city their own garrison comes out would throw it out. Whoever
    advances to Venice attacks its garrison, whatever that does (1.8).
    """
    garrison = front.position.units.get((support.target, CITY))
    if garrison is None or garrison.owner != owner:
        return False
    if told[garrison.place].verb != "C" and support.target != "VEN":
        return False
    return any(
        unit.owner == support.player and (order.verb, order.target) == ("-", support.target)
        for unit in front.position.units.values()
        for order in [front.orders[unit.place]]
    )
