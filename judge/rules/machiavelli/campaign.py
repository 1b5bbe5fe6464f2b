"""Phase F: the orders of one season carried out; sieges, retreats, rebellions, and who controls what afterwards."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from judge.rules.machiavelli.board import BOARD, GARRISON, VENICE
from judge.rules.machiavelli.conflict import CITY, Resolution, resolve
from judge.rules.machiavelli.orders import (
    ADVANCE,
    AGAINST_A_FRIEND,
    BESIEGE,
    CONVERT,
    SUPPORT,
    TRANSPORT,
    Legal,
    Order,
    helped_by,
    hold,
    legal_orders,
)
from judge.rules.machiavelli.position import INDEPENDENT, INDEPENDENTS, Position, Unit, city_place, marked
from judge.rules.machiavelli.retreats import Beaten, Retreats, retreat

MOVED = "moved"
BOUNCED = "bounced"
HELD = "held"
SUPPORTED = "supported"
CUT = "cut"
TRANSPORTED = "transported"
IDLE = "idle"
DISRUPTED = "disrupted"
BESIEGING = "besieging"
TAKEN = "taken"
CONVERTED = "converted"
VOID = "void"

PUT_DOWN = "put down"
LIBERATED = "liberated"


@dataclass(frozen=True)
class Line:
    """What one unit of this power, or INDEPENDENTS, was ordered and what came of it. retreat: area it went to, `city`,
    `removed`, or empty.

    why: the reason where the order was void, or where an independent unit was told to hold; cause: the units that kept
    it from being carried out; help: the rebellion and the independent garrison that support this advance of themselves.
    """

    power: str
    unit: str
    order: str
    outcome: str
    dislodged: bool = False
    retreat: str = ""
    why: str = ""
    cause: tuple[str, ...] = ()
    help: tuple[str, ...] = ()


@dataclass(frozen=True)
class Campaign:
    """The position after Phase F, and what happened.

    taken: (city's area, besieger's owner, owner of the garrison or None for a rebellion); ended: (province, victim,
    how) for rebellions; paradox: places of conflicts that were judged standoffs for want of anything better.
    """

    position: Position
    lines: tuple[Line, ...]
    taken: tuple[tuple[str, str, str | None], ...]
    ended: tuple[tuple[str, str, str], ...]
    paradox: tuple[str, ...]


def fight(
    position: Position,
    orders: Mapping[str, Order],
    allowed: Collection[tuple[str, ...]] = (),
    stunned: Collection[str] = (),
    freed: Collection[str] = (),
) -> Campaign:
    """orders: place -> order by the unit's present owner. freed: rebelling provinces in which a unit was bribed to
    another owner (11.3). For `allowed` and `stunned` see `legal_orders`.
    """
    legal = legal_orders(position, orders, allowed, stunned)
    told = legal.deliberate | legal.void.keys()
    found = resolve(position, legal.orders, told)
    units = _moved(position, legal.orders, found)
    going, taken = _sieges(position, legal.orders, found, units)
    of_rebels = frozenset(area for area in going if position.city_rebels(position.siege_target(area)))
    after = replace(position, units=units, sieges=going, of_rebels=of_rebels)
    beaten = _beaten(position, legal.orders, found)
    ways = retreat(position, replace(after, markers=marked(after)), beaten, found.attacked)
    for unit, area in ways.went.items():
        units[area] = unit._replace(area=area)
    for unit in ways.converted:
        units[city_place(unit.area)] = unit._replace(kind=GARRISON)
    rebellions, ended = _rebellions(position, after, legal, found, freed, taken)
    after = replace(after, rebellions=rebellions)
    markers = marked(after)
    for area, besieger, _ in taken:
        if area == VENICE and VENICE not in units:
            markers.pop(VENICE, None)  # where an independent fleet took it nobody controls it (4.1)
            if besieger != INDEPENDENT:
                markers[VENICE] = besieger
    given = {place: order for place, order in orders.items() if position.units[place].owner not in stunned}
    lines = _lines(position, legal, given, found, taken, _ways_by_place(position, legal.orders, found, ways))
    return Campaign(replace(after, markers=markers), lines, taken, ended, found.paradox)


def _helped(position: Position, order: Order, unit: Unit, found: Resolution) -> tuple[str, ...]:
    """Who supports this advance by itself: `rebellion`, `G SIE` (ruling 12.4). A void order helped nobody, nor does
    one that waits behind a friend, which is a Hold.
    """
    ahead = position.units.get(order.target)
    waits = ahead is not None and ahead.owner == unit.owner != INDEPENDENT and order.target not in found.goes
    void = order.verb != ADVANCE or waits or unit.place in found.beaten or unit.place in found.broken
    return () if void else found.helped.get((order.target, unit.owner), ())


def _moved(position: Position, orders: Mapping[str, Order], found: Resolution) -> dict[str, Unit]:
    """The units that are where they stay or got to; those forced out are left aside."""
    units: dict[str, Unit] = {}
    for place, unit in position.units.items():
        order = orders[place]
        now = unit
        if place in found.beaten or place in found.ousted:
            continue
        if place in found.walled:
            now = unit._replace(kind=GARRISON)
        elif order.verb == ADVANCE and place in found.goes:
            now = unit._replace(area=order.target)
        elif order.verb == CONVERT:
            done = place not in found.refused if BOARD.areas[unit.area].single else place in found.goes
            now = unit._replace(kind=order.becomes) if done else unit
        units[now.place] = now
    return units


def _beaten(position: Position, orders: Mapping[str, Order], found: Resolution) -> list[Beaten]:
    def winners(area: str, origins: Collection[str]) -> frozenset[str]:
        places = (city_place(area) if origin == CITY else origin for origin in origins)
        return frozenset(position.units[place].owner for place in places if place in position.units)

    out = [Beaten(position.units[place], origins, winners(place, origins)) for place, origins in found.beaten.items()]
    for place, origins in found.ousted.items():
        unit = position.units[place]._replace(kind=orders[place].becomes)
        out.append(Beaten(unit, origins, winners(unit.area, origins), came_out=True))
    return out


def _sieges(
    position: Position, orders: Mapping[str, Order], found: Resolution, units: dict[str, Unit]
) -> tuple[frozenset[str], tuple[tuple[str, str, str | None], ...]]:
    """Sieges that go on, and those that have succeeded after two seasons: their garrisons are gone (9.4, ruling 4)."""
    going: set[str] = set()
    taken: list[tuple[str, str, str | None]] = []
    for place, order in orders.items():
        if order.verb != BESIEGE or place in found.beaten:
            continue
        city = city_place(order.target)
        garrison = units.get(city)
        inside = garrison is not None and garrison.kind == GARRISON
        if not inside and not position.city_rebels(order.target):
            continue
        if not position.siege_goes_on(place):
            going.add(place)
        else:
            taken.append((order.target, position.units[place].owner, garrison.owner if garrison else None))
            if inside:
                del units[city]
    return frozenset(going), tuple(taken)


def _rebellions(
    before: Position,
    after: Position,
    legal: Legal,
    found: Resolution,
    freed: Collection[str],
    taken: Collection[tuple[str, str, str | None]],
) -> tuple[dict[str, str], tuple[tuple[str, str, str], ...]]:
    """The rebellions that go on, and (province, victim, how) of those that end (11.3, rulings 2.3 to 2.5)."""
    left: dict[str, str] = {}
    ended: list[tuple[str, str, str]] = []
    for area, victim in before.rebellions.items():
        there = after.units.get(area)
        if area in freed or any(unit.owner != victim for unit in after.units_in(area)):
            ended.append((area, victim, LIBERATED))
        elif any(area == city and garrison is None for city, _, garrison in taken) or (
            area in legal.deliberate
            and area not in found.beaten
            and there is not None
            and there.kind != GARRISON
            and not before.city_rebels(area)
            and not after.city_rebels(area)
        ):
            ended.append((area, victim, PUT_DOWN))
        else:
            left[area] = victim
    return left, tuple(ended)


def _ways_by_place(
    position: Position, orders: Mapping[str, Order], found: Resolution, ways: Retreats
) -> dict[str, str]:
    """Place before the season -> where its unit retreated to: an area, `city` or `removed`."""
    by_unit = dict(ways.went.items())
    by_unit |= dict.fromkeys(ways.converted, CITY) | dict.fromkeys(ways.removed, "removed")
    places = {}
    for place, unit in position.units.items():
        if place not in found.beaten and place not in found.ousted:
            continue
        came_out = unit._replace(kind=orders[place].becomes) if unit.kind == GARRISON else unit
        if came_out in by_unit:
            places[place] = by_unit[came_out]
    return places


def _spares_a_friend(position: Position, order: Order, unit: Unit) -> bool:
    """Was the support for others where a unit of its own side stood?"""
    friend = position.field_unit(order.target)
    return friend is not None and friend.owner == unit.owner != INDEPENDENT and helped_by(order, unit) != unit.owner


def _lines(
    position: Position,
    legal: Legal,
    given: Mapping[str, Order],
    found: Resolution,
    taken: Collection[tuple[str, str, str | None]],
    ways: Mapping[str, str],
) -> tuple[Line, ...]:
    """In the order in which they are told."""
    # An attack that fails has been carried there all the same (13.3).
    attacks = legal.orders.keys() - found.broken
    carrying = {link for place in attacks for link in legal.orders[place].route}
    stranded = {link for place in found.broken for link in legal.orders[place].route}
    fallen = {area for area, _, _ in taken}
    lines = []
    for place, unit in position.units.items():
        order = legal.orders[place]
        if place in legal.void:
            outcome = VOID
        elif order.verb == ADVANCE:
            outcome = MOVED if place in found.goes else DISRUPTED if place in found.broken else BOUNCED
        elif order.verb == SUPPORT:
            outcome = SUPPORTED if place in found.given else CUT
        elif order.verb == TRANSPORT:
            broken = place in found.beaten or place in stranded
            outcome = DISRUPTED if broken else TRANSPORTED if place in carrying else IDLE
        elif order.verb == BESIEGE:
            ended = place in found.beaten or place in found.escaped
            outcome = DISRUPTED if ended else TAKEN if order.target in fallen else BESIEGING
        elif order.verb == CONVERT:
            single = BOARD.areas[unit.area].single
            # One that comes out, and must retreat at once, has converted (13.5).
            came_out = place in found.goes or place in found.ousted
            outcome = CONVERTED if came_out or (single and place not in found.refused) else BOUNCED
        else:
            outcome = HELD
        out = place in found.beaten or place in found.ousted or place in found.walled
        way = CITY if place in found.walled else ways.get(place, "")
        shown = given.get(place, hold(unit))
        why, cause = legal.void.get(place, ""), found.causes[place]
        if any(place in origins for origins in found.walled.values()):
            # A superior force from the Lagoon gets its way, and stays there (14).
            why, cause = f"drives {position.units[order.target]} into the city, and stays outside", ()
        if outcome == CUT and order.target not in found.goes and _spares_a_friend(position, order, unit):
            # Nobody cut it: the friend who was to leave has stayed, and so it was a Hold (13.4).
            outcome, why, cause = VOID, AGAINST_A_FRIEND, cause if out else ()
        if outcome == HELD and unit.owner == INDEPENDENT and place in legal.deliberate:
            why = "a bribe told it to"  # that is why it gave no support of itself (ruling 12.2)
        power = unit.owner or INDEPENDENTS
        helpers = _helped(position, order, unit, found)
        lines.append(Line(power, str(unit), str(shown), outcome, out, way, why, cause, helpers))
    powers = [*BOARD.countries, INDEPENDENTS]
    return tuple(sorted(lines, key=lambda line: (powers.index(line.power), line.unit)))
