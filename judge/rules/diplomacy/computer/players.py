"""The computer players of Diplomacy: `random` orders what is legal, `novice` goes for what is near, `steady` plans."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from judge.rules.computers import NOVICE, RANDOM, STEADY, ComputerPlayer, Message, RoleByRole, Situation, Writing
from judge.rules.diplomacy.adjudication.adjustments import BUILD, DISBAND, owed, sites
from judge.rules.diplomacy.board import ARMY, FLEET, Unit
from judge.rules.diplomacy.canonical import full_text
from judge.rules.diplomacy.computer.letters import answers, promised, rely, requests
from judge.rules.diplomacy.computer.plan import Node, Planner, Worth, sail, steps, supports, worth_of
from judge.rules.diplomacy.labels import MOVEMENT, RETREATS
from judge.rules.diplomacy.orders import HOLD, MOVE, SUPPORT, Order
from judge.rules.diplomacy.table import Table
from judge.rules.diplomacy.view import BoardView
from judge.rules.rng import Stream


def upkeep(table: Table, power: str, worth: Worth | None, stream: Stream) -> list[str]:
    """The lines for a phase of retreats or adjustments; drawn by lot where nothing is said of worth."""
    return (retreats if table.label.kind == RETREATS else adjustments)(table, power, worth, stream)


def retreats(table: Table, power: str, worth: Worth | None, stream: Stream) -> list[str]:
    lines = []
    taken: set[str] = set()
    for each in table.dislodged_of(power):
        free = [(each.unit.kind, place) for place in each.retreats if table.board.province_of[place] not in taken]
        if not free:
            lines.append(f"{each.unit} DISBAND")
            continue
        _, place = _best(free, worth, stream)
        taken.add(table.board.province_of[place])
        lines.append(f"{each.unit} - {place}")
    return lines


def _best(nodes: Sequence[Node], worth: Worth | None, stream: Stream, liked: str = "") -> Node:
    """Where a unit is worth most, a little more as one of the kind that is liked; any, where nothing says."""
    mixed = stream.shuffled(nodes)
    if worth is None:
        return mixed[0]
    return max(mixed, key=lambda node: worth.places.get(node, 0) * (11 if node[0] == liked else 10))


def adjustments(table: Table, power: str, worth: Worth | None, stream: Stream) -> list[str]:
    due = owed(table, power)
    units = table.units_of(power)
    if due < 0:
        going = list(stream.shuffled(units))
        if worth:
            going.sort(key=lambda unit: worth.places.get((unit.kind, unit.place), 0))
        return [f"{DISBAND} {unit}" for unit in going[:-due]]
    lines: list[str] = []
    built: set[str] = set()
    kinds = [unit.kind for unit in units]
    while len(lines) < due:
        free = [
            (kind, place)
            for home in sites(table, power)
            if home not in built
            for kind, places in ((ARMY, (home,)), (FLEET, table.board.places(home)))
            for place in places
            if table.board.fits(kind, place)
        ]
        if not free:
            break
        few = FLEET if 2 * kinds.count(FLEET) < kinds.count(ARMY) else ARMY
        kind, place = _best(free, worth, stream, few)
        kinds.append(kind)
        built.add(table.board.province_of[place])
        lines.append(f"{BUILD} {kind} {place}")
    return lines


LUCK = 15
"""In so many of 100 cases a steady player does what is nearly as good as the best."""
HELD, FOREIGN, FREE = 1, 6, 10
"""How readily a novice stays, goes into somebody's center, and into one that nobody owns; to go elsewhere counts 2."""


class _Orders(RoleByRole[BoardView]):
    """Writes orders for the units of its own power."""

    chance = "orders"

    def sheet(self, view: BoardView, role: str, stream: Stream) -> tuple[str, str]:
        if view.table.label.kind == MOVEMENT:
            orders, why = self.movement(view.table, role, stream)
            return "\n".join(order_lines(view.table, orders)), why
        return "\n".join(self.rest(view.table, role, stream)), "I keep my units where they are worth most."

    @abstractmethod
    def movement(self, table: Table, power: str, stream: Stream) -> tuple[Mapping[Unit, Order], str]:
        """(an order for each of its units, why)"""

    def rest(self, table: Table, power: str, stream: Stream) -> list[str]:
        """Retreats and adjustments."""
        return upkeep(table, power, worth_of(table, power, "S"), stream)


class Random(_Orders):
    """Any order that is legal, each as likely; of its retreats and builds, too."""

    def movement(self, table: Table, power: str, stream: Stream) -> tuple[Mapping[Unit, Order], str]:
        return random_orders(table, table.units_of(power), stream), "I draw lots."

    def rest(self, table: Table, power: str, stream: Stream) -> list[str]:
        return upkeep(table, power, None, stream)


class Novice(_Orders):
    """Each unit by itself goes for a center near by; two of a power seldom help each other, by chance."""

    def movement(self, table: Table, power: str, stream: Stream) -> tuple[Mapping[Unit, Order], str]:
        return novice_orders(table, power, stream), "Each of my units goes for a center near by."


class Steady(_Orders):
    """All units together, by a plan, with convoys in it, and with supports that are agreed upon by press."""

    def write(self, situation: Situation) -> Writing:
        sheets, messages, whys = {}, [], []
        for role, view in situation.views.items():
            seen: Any = view
            stream = situation.rng.at(self.chance, role)
            if seen.table.label.kind == MOVEMENT:
                orders, letters = self._agreed(situation, seen.table, role, stream)
                sheets[role], why = "\n".join(order_lines(seen.table, orders)), reason(seen.table, role, orders)
                messages += [Message((to,), text) for to, text in letters if to in situation.addressees]
            else:
                sheets[role], why = self.sheet(seen, role, stream)
            whys.append(why)
        return Writing(sheets, tuple(messages), " ".join(filter(None, whys)))

    def movement(self, table: Table, power: str, stream: Stream) -> tuple[Mapping[Unit, Order], str]:
        orders = _planned(table, power, stream).varied(stream, luck=LUCK)
        return orders, reason(table, power, orders)

    def _agreed(
        self, situation: Situation, table: Table, power: str, stream: Stream
    ) -> tuple[Mapping[Unit, Order], list[tuple[str, str]]]:
        """(an order for each of its units, letters to others)"""
        planner = _planned(table, power, stream)
        if rely(planner, promised(table, situation)):
            planner.improve(stream)
        orders = {unit: order for unit, order in planner.varied(stream, luck=LUCK).items() if unit.power == power}
        orders, letters = answers(planner, situation, power, orders)
        return orders, [*letters, *requests(planner, situation, power, orders)]


def _planned(table: Table, power: str, stream: Stream) -> Planner:
    planner = Planner(table, table.units_of(power), worth_of(table, power, table.label.season))
    planner.improve(stream)
    sail(planner, stream)
    return planner


def random_orders(table: Table, units: Sequence[Unit], stream: Stream) -> dict[Unit, Order]:
    """Any legal order for each, without convoys. A support may be for something that nobody orders."""
    return {unit: stream.choice((*steps(table, unit), *supports(table, unit))) for unit in units}


def novice_orders(table: Table, power: str, stream: Stream) -> dict[Unit, Order]:
    """An order for each of its units: to where it likes to go, and no two to the same place."""
    orders: dict[Unit, Order] = {}
    going: dict[str, Unit] = {}
    for unit in stream.shuffled(table.units_of(power)):
        choices = [order for order in steps(table, unit) if _goal(table, order) not in going]
        weights = [_liking(table, power, order) for order in choices]
        order = stream.drawn(choices, weights) if choices else Order(unit.province, HOLD)
        going[_goal(table, order)] = unit
        orders[unit] = order
    for unit, order in list(orders.items()):
        helped = [each for each in supports(table, unit) if _is_ordered(table, orders, each)]
        if order.verb == HOLD and helped:
            orders[unit] = stream.choice(helped)
    return orders


def _goal(table: Table, order: Order) -> str:
    return table.board.province_of[order.target] if order.verb == MOVE else order.province


def _liking(table: Table, power: str, order: Order) -> int:
    province = _goal(table, order)
    if order.verb == HOLD:
        return HELD
    if province not in table.board.centers or table.owner.get(province) == power:
        return 2
    return FOREIGN if table.owner.get(province) else FREE


def _is_ordered(table: Table, orders: Mapping[Unit, Order], support: Order) -> bool:
    """Is that support for what an own unit is ordered to do?"""
    helped = orders.get(table.position.units[support.other])
    return helped is not None and helped.verb == MOVE and helped.target == support.target


def order_lines(table: Table, orders: Mapping[Unit, Order]) -> list[str]:
    """As lines of a sheet, in board order."""
    return [full_text(table.position, orders[unit]) for unit in table.units if unit in orders]


def reason(table: Table, power: str, orders: Mapping[Unit, Order]) -> str:
    """One sentence about a plan."""
    aims = [
        table.board.names[province]
        for order in orders.values()
        if order.verb == MOVE
        and (province := table.board.province_of[order.target]) in table.board.centers
        and table.owner.get(province) != power
    ]
    helped = sum(order.verb == SUPPORT for order in orders.values())
    if not aims:
        return "Nothing can be taken now, so my units go to where they are needed next."
    goals = aims[0] if len(aims) == 1 else f"{', '.join(aims[:-1])} and {aims[-1]}"
    return f"I go for {goals}" + (f", with {helped} of my units in support." if helped else ".")


COMPUTERS: Mapping[str, ComputerPlayer] = {RANDOM: Random(), NOVICE: Novice(), STEADY: Steady()}
