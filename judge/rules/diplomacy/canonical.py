"""Canonical text of orders: what stands on file and what programs write. One order a line, in codes, without leeway.

    movement     UNIT H | UNIT - PLACE | UNIT - PLACE VIA | UNIT S UNIT | UNIT S UNIT - PLACE | UNIT C UNIT - PLACE
    retreats     UNIT - PLACE | UNIT DISBAND
    adjustments  BUILD UNIT | DISBAND UNIT | WAIVE

A UNIT is `A VIE` or `F STP/SC`. Parsing and printing are inverse. Text of any other shape raises ValueError; an order
that does not stand on the board raises BadOrder.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from judge.rules.diplomacy.adjudication.adjustments import BUILD, DISBAND, WAIVE, Adjustment, owed, sites
from judge.rules.diplomacy.adjudication.retreats import DISBAND as NOWHERE
from judge.rules.diplomacy.board import ARMY, FLEET, Board, Dislodged, Position, Unit
from judge.rules.diplomacy.labels import ADJUSTMENTS, MOVEMENT, RETREATS
from judge.rules.diplomacy.orders import CONVOY, HOLD, MOVE, SUPPORT, BadOrder, Order, check_legal, support_target
from judge.rules.diplomacy.table import Table

PARTS = {MOVEMENT: "orders", RETREATS: "retreats", ADJUSTMENTS: "adjustments"}
"""Kind of phase -> the part that its orders are filed under."""
NOBODY = ""
"""The power of a unit that is not one's own in a blind game: whose it is, if it exists at all, is not asked."""

_PLACE = "[A-Z]{3}(?:/[NSEW]C)?"
_UNIT = re.compile(f"[AF] {_PLACE}")
_ORDER = re.compile(f"(H)|- ({_PLACE})( VIA)?|S ([AF] {_PLACE})(?: - ({_PLACE}))?|C (A [A-Z]{{3}}) - ([A-Z]{{3}})")


@dataclass(frozen=True, slots=True)
class Parser:
    """Parses units and orders on one board.

    `seer`: the power that reads its own orders of a blind game. It knows its own units and the map alone, so the
    `other` of its orders is a unit as written (`A EDI`). Whether that exists only the whole board tells.
    """

    board: Board
    position: Position
    seer: str = ""

    def begin(self, text: str) -> tuple[Unit, str]:
        """Parse the unit that the text begins with; return it and the text of its order."""
        found = _UNIT.match(text)
        if found is None or text[found.end() : found.end() + 1] != " ":
            raise ValueError(f"not canonical: {text!r}")
        return self.unit(found[0]), text[found.end() + 1 :]

    def unit(self, text: str) -> Unit:
        """Return the unit of this name that stands on the board or, in a blind game, may stand there."""
        unit = self.position.units.get(text[2:5])
        if not self.seer:
            # Who wrote blindly names a fleet without the coast that only its owner sees.
            if unit is None or unit.kind != text[0] or text[2:] not in (unit.place, unit.province):
                raise BadOrder("diplomacy/no-such-unit", f"there is no {text}")
            return unit
        if unit is not None and unit.power == self.seer:
            if str(unit) != text:
                raise BadOrder("diplomacy/no-such-unit", f"your unit in {unit.province} is {unit}")
            return unit
        if text[2:] not in self.board.index:
            raise BadOrder("diplomacy/no-such-unit", f"you do not know {text}")
        return Unit(NOBODY, text[0], text[2:])

    def order(self, unit: Unit, text: str) -> Order:
        """Parse the order of a unit, which must be legal where the whole board is known."""
        order = self._order(unit, text)
        if not self.seer:
            check_legal(self.board, self.position, unit, order)
        return order

    def _order(self, unit: Unit, text: str) -> Order:
        found = _ORDER.fullmatch(text)
        if found is None:
            raise ValueError(f"not canonical: {text!r}")
        hold, place, via, supported, aim, convoyed, coast = found.groups()
        province = unit.province
        if hold:
            return Order(province, HOLD)
        if place:
            self._check_place(unit.kind, place)
            if via and (unit.kind == FLEET or place not in self.board.army[province]):
                raise ValueError(f"not canonical: {text!r}")
            return Order(province, MOVE, "", place, bool(via))
        helped = self.unit(supported or convoyed)
        other = helped.province if not self.seer else str(helped)
        if convoyed:
            self._check_place(ARMY, coast)
            return Order(province, CONVOY, other, coast)
        if not aim:
            return Order(province, SUPPORT, other)
        self._check_place(helped.kind, aim)
        if not self.seer and "/" not in aim:
            aim = support_target(self.board, helped, aim)
        return Order(province, SUPPORT, other, aim)

    def _check_place(self, kind: str, place: str) -> None:
        """ValueError unless the board has this place, and a unit of this kind may be sent there by name."""
        if place not in self.board.province_of or (kind == ARMY and "/" in place):
            raise ValueError(f"not canonical: {place!r}")


def parse_moves(table: Table, power: str, text: str, *, blind: bool = False) -> dict[Unit, Order]:
    """Parse the movement orders of a power; `blind`: as the power itself reads a blind game."""
    parser = _parser(table, power, blind=blind)
    return dict(_own_move(parser, power, line) for line in _lines(text))


def standing_moves(table: Table, power: str, text: str, *, blind: bool = False) -> dict[Unit, Order]:
    """Parse those movement orders of a power that stand on this table: not all do, of a blind game or of last time."""
    parser = _parser(table, power, blind=blind)
    orders: dict[Unit, Order] = {}
    for line in _lines(text):
        try:
            unit, order = _own_move(parser, power, line)
        except BadOrder:
            continue
        orders[unit] = order
    return orders


def _parser(table: Table, power: str, *, blind: bool) -> Parser:
    return Parser(table.board, table.position, power if blind else "")


def _own_move(parser: Parser, power: str, line: str) -> tuple[Unit, Order]:
    unit, rest = parser.begin(line)
    if unit.power != power or not line.startswith(unit.place, 2):
        raise BadOrder("diplomacy/not-yours", f"{power} has no such unit: {line!r}")
    return unit, parser.order(unit, rest)


def parse_retreats(table: Table, power: str, text: str) -> dict[str, str]:
    """Parse retreats: province of each dislodged unit -> the place it goes to, or nowhere."""
    dislodged = {str(each.unit): each for each in table.dislodged_of(power)}
    choices: dict[str, str] = {}
    for line in _lines(text):
        name, _, place = line.removesuffix(f" {DISBAND}").partition(" - ")
        unit = dislodged.get(name)
        if unit is None or place not in (NOWHERE, *unit.retreats) or line != retreat_text(unit, place):
            raise ValueError(f"no retreat of {power}: {line!r}")
        choices[unit.unit.province] = place
    return choices


def parse_adjustments(table: Table, power: str, text: str) -> list[Adjustment]:
    """Parse builds, disbands and waived builds, which the power must be able to do together."""
    due = owed(table, power)
    free = set(sites(table, power))
    standing = set(table.units_of(power))
    found: list[Adjustment] = []
    for line in _lines(text):
        verb, _, name = line.partition(" ")
        unit = Unit(power, *table.board.standing[name]) if name in table.board.standing else None
        if line == WAIVE and due > 0:
            found.append(Adjustment(WAIVE))
        elif verb == BUILD and due > 0 and unit is not None and unit.province in free:
            free.remove(unit.province)
            found.append(Adjustment(BUILD, unit))
        elif verb == DISBAND and due < 0 and unit is not None and unit in standing:
            standing.remove(unit)
            found.append(Adjustment(DISBAND, unit))
        else:
            raise ValueError(f"nothing that {power} can do: {line!r}")
    if len(found) > abs(due):
        raise ValueError(f"more than {power} can do: {len(found)}, not {abs(due)}")
    return found


def _lines(text: str) -> list[str]:
    return text.split("\n") if text else []


def order_text(position: Position, order: Order) -> str:
    """The order without its unit: `H`, `- YOR`, `- BEL VIA`, `S A EDI - YOR`, `S A EDI`, `C A LON - NWY`."""
    if order.verb == HOLD:
        return "H"
    if order.verb == MOVE:
        return f"- {order.target} VIA" if order.via else f"- {order.target}"
    helped = position.units.get(order.other)
    words = f"{order.verb} {helped or order.other}"
    return f"{words} - {order.target}" if order.target else words


def full_text(position: Position, order: Order) -> str:
    """The order with its unit: `A VIE - GAL`."""
    return f"{position.units[order.province]} {order_text(position, order)}"


def print_moves(position: Position, orders: Iterable[Order]) -> str:
    """Print movement orders, a line each."""
    return "\n".join(full_text(position, order) for order in orders)


def retreat_text(retreat: Dislodged, place: str) -> str:
    """`A BUD - VIE` or `A BUD DISBAND`."""
    return f"{retreat.unit} - {place}" if place else f"{retreat.unit} {DISBAND}"


def print_retreats(dislodged: Iterable[Dislodged], choices: Mapping[str, str]) -> str:
    """Print the retreats of those dislodged units that have one in `choices`, by province."""
    chosen = ((each, choices[each.unit.province]) for each in dislodged if each.unit.province in choices)
    return "\n".join(retreat_text(each, place) for each, place in chosen)


def print_adjustments(ordered: Sequence[Adjustment]) -> str:
    """Print builds and disbands, a line each."""
    return "\n".join(str(each) for each in ordered)
