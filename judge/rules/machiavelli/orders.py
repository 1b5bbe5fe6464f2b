"""Operation orders (chapter 9) as values, and their canonical text, which reads back to the same order."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from judge.rules.machiavelli.board import ARMY, BOARD, FLEET, GARRISON
from judge.rules.machiavelli.position import Position, Unit, city_place
from judge.rules.words.prose import listed

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
