"""Operation orders (chapter 9) as values, and their canonical text, which reads back to the same order."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from judge.rules.machiavelli.board import ARMY, BOARD, FLEET, GARRISON, LAGOON, VENICE
from judge.rules.machiavelli.position import INDEPENDENT, INDEPENDENTS, Position, Unit, city_place
from judge.rules.prose import listed

HOLD = "H"
ADVANCE = "-"
BESIEGE = "B"
SUPPORT = "S"
TRANSPORT = "T"
CONVERT = "C"

KINDS = (ARMY, FLEET, GARRISON)


class Order(NamedTuple):
    """What one unit is to do.

    kind, area: the unit; target: area advanced into, besieged or supported into; player: in whose favor a support or
    transport is given (empty: the unit's own; INDEPENDENTS: a support of independent units, chapter 16); route: areas
    that an army is transported through; becomes: the new kind in a conversion.
    """

    kind: str
    area: str
    verb: str
    target: str = ""
    player: str = ""
    route: tuple[str, ...] = ()
    becomes: str = ""

    @property
    def place(self) -> str:
        return city_place(self.area) if self.kind == GARRISON else self.area

    @property
    def unit_text(self) -> str:
        return f"{self.kind} {self.area}"

    def __str__(self) -> str:
        words = [self.kind, self.area, self.verb]
        if self.verb in (ADVANCE, BESIEGE, SUPPORT):
            words.append(self.target)
        if self.route:
            words += ["VIA", *self.route]
        if self.becomes:
            words.append(self.becomes)
        if self.player:
            words.append(self.player)
        return " ".join(words)


class Permit(NamedTuple):
    """A permission given to another player: to pass one's straits, or to bribe across one's units (9.3, chapter 12).

    what: STRAITS or BRIBES; unit: the only unit (`A PIS`) that they may bribe so, or the province (`MES`) whose straits
    they may pass; empty: any.
    """

    player: str
    what: str
    unit: str = ""

    def __str__(self) -> str:
        return f"ALLOW {self.player} {self.what}" + (f" {self.unit}" if self.unit else "")

    def leave(self, giver: str) -> tuple[str, ...]:
        """(who gives it, who may pass), and behind them the strait where it is for one alone."""
        straits = [strait for strait, keeper in BOARD.keeper.items() if keeper == self.unit and keeper]
        return (giver, self.player, *straits)


STRAITS = "STRAITS"
BRIBES = "BRIBES"


class Excommunication(NamedTuple):
    """An order of the Papacy (chapter 15); against Turkey it is called a Crusade."""

    player: str

    def __str__(self) -> str:
        return f"EXCOMMUNICATE {self.player}"


def hold(unit: Unit) -> Order:
    return Order(unit.kind, unit.area, HOLD)


def across_lagoon(kind: str, here: str, there: str) -> bool:
    """Can a fleet support across the Lagoon, out of Venice or into it, if the Lagoon allows (chapter 14)?"""
    if kind != FLEET or here == there:
        return False
    around = BOARD.fleet["LAG"]
    return (here == "VEN" and there in around) or (there == "VEN" and here in around)


def conversions(kind: str, area: str) -> tuple[str, ...]:
    """What a unit here could become by Convert (9.7); empty where the city is not fortified."""
    found = BOARD.areas[area]
    if not found.fortified:
        return ()
    if kind == GARRISON:
        return (ARMY, FLEET) if found.port else (ARMY,)
    return (GARRISON,) if kind == ARMY or found.port else ()


def impossible(position: Position, order: Order) -> str:
    """Why the board alone makes an order impossible for its unit, as it stands; empty if it does not (8.2).

    Only what lies open is looked at: other orders, permissions and bribes are not.
    """
    kind, area, verb, target = order.kind, order.area, order.verb, order.target
    names = BOARD.areas
    if verb == ADVANCE:
        if kind == GARRISON:
            return "a garrison cannot advance: it converts first"
        if order.route:
            return _impossible_route(order)
        if target not in BOARD.reach(kind, area):
            what = "an army" if kind == ARMY else "a fleet"
            return f"{what} cannot go from {names[area].name} to {names[target].name}"
    elif verb == SUPPORT:
        if kind == GARRISON:
            return "" if target == area else "a garrison supports into its own province only"
        if target not in BOARD.reach(kind, area) and not across_lagoon(kind, area, target):
            return f"it could not itself advance from {names[area].name} to {names[target].name}"
    elif verb == BESIEGE:
        if kind == GARRISON:
            return "a garrison cannot besiege"
        if target != position.siege_target(area):
            return f"from {names[area].name} it cannot besiege {names[target].name}"
        if not names[target].fortified:
            return f"there is no fortified city in {names[target].name}"
        if kind == FLEET and not names[target].port:
            return f"a fleet can besiege port cities only, and {names[target].name} has none"
    elif verb == TRANSPORT:
        if kind != FLEET:
            return "only a fleet can transport"
    elif verb == CONVERT and order.becomes not in conversions(kind, area):
        return f"it cannot become {order.becomes} in {names[area].name}"
    return ""


def _impossible_route(order: Order) -> str:
    """A transport goes from coast to coast over fleet borders (9.3, ruling 1.9)."""
    if order.kind != ARMY:
        return "only an army is transported"
    if not BOARD.stands(ARMY, order.target):
        return f"an army cannot stand in {BOARD.areas[order.target].name}"
    steps = (order.area, *order.route, order.target)
    for here, there in itertools.pairwise(steps):
        if there not in BOARD.fleet[here]:
            return f"no fleet could go from {BOARD.areas[here].name} to {BOARD.areas[there].name}"
    if len(set(steps)) < len(steps):
        return "a transport does not pass an area twice"
    return ""


def instead_of(order: Order) -> str:
    """Where the unit of an advance that is impossible by the board could go; empty for other orders."""
    if order.verb != ADVANCE or order.kind == GARRISON or order.route:
        return ""
    there = listed(sorted(BOARD.reach(order.kind, order.area)))
    hint = f"from {order.area} it can go to {there}"
    over_sea = BOARD.fleet[order.area] and BOARD.fleet[order.target] and BOARD.stands(ARMY, order.target)
    if order.kind != ARMY or not over_sea:
        return hint
    return f"{hint}; fleets can carry it over sea: {order} VIA their areas, and T for each of them"


AGAINST_A_FRIEND = "it would support an attack on its own side"


@dataclass(frozen=True)
class Legal:
    """orders: place -> the order that counts, for every unit; void: places whose own order became a Hold, with the
    reason; deliberate: places of units that were told to hold, who alone can put down a rebellion (ruling 2.3).
    """

    orders: Mapping[str, Order]
    void: Mapping[str, str]
    deliberate: frozenset[str]


def leaves(order: Order) -> bool:
    """Is a unit of a field ordered to give up its place, by advancing or converting into the city (13.4)?"""
    if order.kind == GARRISON:
        return False
    return order.verb == ADVANCE or (order.verb == CONVERT and not BOARD.areas[order.area].single)


def aim(order: Order) -> str:
    """The area that the order attacks: by an advance, or by a conversion out of the city; else empty (13.1)."""
    if order.verb == ADVANCE:
        return order.target
    if order.verb == CONVERT and order.kind == GARRISON and not BOARD.areas[order.area].single:
        return order.area
    return ""


def exchange(one: Order, other: Order) -> bool:
    """Would the two go past each other on one way? With a transport they use different ways (13.2)."""
    return (
        one.verb == other.verb == ADVANCE
        and one.target == other.area
        and other.target == one.area
        and not one.route
        and not other.route
    )


def helped_by(order: Order, unit: Unit) -> str:
    """The owner of the units that a support is for: a player, or INDEPENDENT (chapter 16)."""
    return INDEPENDENT if order.player == INDEPENDENTS else order.player or unit.owner


def legal_orders(
    position: Position, given: Mapping[str, Order], allowed: Collection[tuple[str, ...]], stunned: Collection[str] = ()
) -> Legal:
    """given: place -> order, of each unit's present owner; a unit that is left out holds. allowed: (who keeps a strait,
    who may pass); stunned: players whose leader was assassinated: their units hold (chapter 10).
    """
    orders: dict[str, Order] = {}
    void: dict[str, str] = {}
    deliberate: set[str] = set()
    for place, unit in position.units.items():
        order = given.get(place)
        if order is None or unit.owner in stunned:
            orders[place] = hold(unit)
            continue
        why = impossible(position, order) or forbidden(position, unit, order, allowed)
        if why:
            void[place] = why
        elif order.verb == HOLD:
            deliberate.add(place)
        orders[place] = hold(unit) if why else order
    _check_transports(position, orders, void)
    _part_friends(position, orders, void)
    return Legal(orders, void, frozenset(deliberate))


def friends_in_the_way(position: Position, orders: Mapping[str, Order]) -> Mapping[str, str]:
    """Place -> why a unit will hold for the sake of its own side (13.4), if nobody gave other orders."""
    all_orders = {place: orders.get(place, hold(unit)) for place, unit in position.units.items()}
    void: dict[str, str] = {}
    _part_friends(position, all_orders, void)
    return void


def forbidden(position: Position, unit: Unit, order: Order, allowed: Collection[tuple[str, ...]] = ()) -> str:
    """Why sieges, rebellions, straits or what else lies open on the board make a Hold of it; empty if nothing does."""
    verb, area, target = order.verb, unit.area, order.target
    if unit.kind != GARRISON and position.siege_goes_on(area) and verb not in (HOLD, BESIEGE):
        return "after a season of siege it may only go on with it or hold"
    victim = position.rebellions.get(area)
    oppressed = unit.kind != GARRISON and victim is not None and victim == unit.owner
    if verb == ADVANCE:
        if unit.owner == INDEPENDENT:
            return "an independent unit cannot leave its native area"
        if BOARD.areas[target].single and position.rebellions.get(target) == unit.owner:
            return "the island is in rebellion against it, and has room for one only"
        if position.straits_closed((area, *order.route, target), unit.owner, allowed):
            return "the straits are closed to it"
    elif verb == SUPPORT:
        if oppressed:
            return "in a province that rebels against it, it cannot support"
        if position.straits_closed((area, target), unit.owner, allowed):
            return "the straits are closed to it"
        if unit.kind != GARRISON and target not in BOARD.reach(unit.kind, area):
            return _lagoon_bars(position, unit, order)
    elif verb == BESIEGE:
        garrison = position.garrison(target)
        if garrison is None and not (position.city_rebels(target) and (target == VENICE or oppressed)):
            return "there is nothing to besiege"
        if garrison is not None and garrison.owner == unit.owner:
            return "the garrison is its own side's"
    elif verb == CONVERT and unit.kind != GARRISON and not BOARD.areas[area].single:
        if position.garrison(area) is not None:
            return "the city is occupied"
        if oppressed:
            return "the city is in rebellion against it"
    return ""


def _lagoon_bars(position: Position, unit: Unit, order: Order) -> str:
    if not across_lagoon(unit.kind, unit.area, order.target):
        return "it could not itself advance there"
    there = position.units.get(LAGOON)
    if there is None or there.owner == helped_by(order, unit) or (unit.owner == there.owner != INDEPENDENT):
        return ""
    return "an enemy holds the Lagoon"


def _check_transports(position: Position, orders: dict[str, Order], void: dict[str, str]) -> None:
    """A chain wants every fleet ordered to transport for this player; one army a fleet (ruling 1.9)."""
    cargo: dict[str, list[str]] = {}
    for place, order in orders.items():
        if order.verb == ADVANCE and order.route:
            owner = position.units[place].owner
            if all(_carries(position, orders, link, owner) for link in order.route):
                for link in order.route:
                    cargo.setdefault(link, []).append(place)
            else:
                void[place] = "no fleets to transport it all the way"
                orders[place] = hold(position.units[place])
    for armies in cargo.values():
        if len(armies) > 1:
            for place in armies:
                void[place] = "two armies for one fleet"
                orders[place] = hold(position.units[place])


def _carries(position: Position, orders: Mapping[str, Order], link: str, owner: str) -> bool:
    order = orders.get(link)
    return order is not None and order.verb == TRANSPORT and (order.player or position.units[link].owner) == owner


def _advances(position: Position, orders: Mapping[str, Order], player: str, area: str) -> bool:
    return any(
        order.verb == ADVANCE and order.target == area and position.units[place].owner == player
        for place, order in orders.items()
    )


def _drives_out_its_garrison(
    position: Position, orders: Mapping[str, Order], told: Mapping[str, Order], support: Order, owner: str
) -> bool:
    """Does the support help somebody else to advance where its owner's garrison is told to come out (ruling 1.11)?"""
    garrison = position.garrison(support.target)
    if garrison is None or garrison.owner != owner:
        return False
    return told[garrison.place].verb == CONVERT and _advances(position, orders, support.player, support.target)


def _hits_its_friend(position: Position, orders: Mapping[str, Order], support: Order, owner: str) -> bool:
    """Does the support help somebody else against a friend who stays, or who would exchange places with them (1.8)?"""
    friend = position.units.get(support.target)
    if friend is None or friend.owner != owner:
        return False
    if friend.kind == GARRISON:
        # In Venice, which has room for one. A siege of it is no attack (ruling 4.5).
        return _advances(position, orders, support.player, support.target)
    return not leaves(orders[support.target]) or _meets_its_friend(position, orders, support)


def _meets_its_friend(position: Position, orders: Mapping[str, Order], support: Order) -> bool:
    """Does the support help somebody who would exchange places with its friend? These two attack each other (13.2)."""
    return any(
        position.units[place].owner == support.player and exchange(order, orders[support.target])
        for place, order in orders.items()
    )


def _part_friends(position: Position, orders: dict[str, Order], void: dict[str, str]) -> None:
    """Friends attack each other neither themselves nor by support: they hold instead (13.4, rulings 1.8, 1.11). First
    those who attack: what is a Hold is no attack that a support could be for.
    """
    told = dict(orders)

    def part(wrong: Mapping[str, str]) -> None:
        void.update(wrong)
        orders.update((place, hold(position.units[place])) for place in wrong)

    while wrong := _at_their_friends(position, orders):
        part(wrong)
    part(
        {
            place: AGAINST_A_FRIEND
            for place, order in orders.items()
            if order.verb == SUPPORT
            and (owner := position.units[place].owner) != INDEPENDENT
            and order.player not in ("", owner)
            and (
                _hits_its_friend(position, orders, order, owner)
                or _drives_out_its_garrison(position, orders, told, order, owner)
            )
        }
    )


def _at_their_friends(position: Position, orders: Mapping[str, Order]) -> dict[str, str]:
    """Places of the units that attack a friend, or one place with a friend -> how."""
    units = position.units
    wrong: dict[str, str] = {}
    aims: dict[tuple[str, str], list[str]] = {}
    for place, order in orders.items():
        owner, target = units[place].owner, aim(order)
        if owner == INDEPENDENT or not target:
            continue
        aims.setdefault((owner, target), []).append(place)
        friend = units.get(target)
        if friend is not None and friend.owner == owner and target != place:
            if not leaves(orders[target]):
                wrong[place] = "a unit of its own side is there and stays"
            elif exchange(order, orders[target]):
                wrong[place] = "two units of one side would exchange places"
    for together in aims.values():
        if len(together) > 1:
            wrong.update(dict.fromkeys(together, "two units of one side into one area"))
    return wrong
