"""The computer players of Diplomacy: `random` orders what is legal, `novice` goes for what is near, `steady` plans."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from typing_extensions import override

from judge.rules.computers import NOVICE, RANDOM, STEADY, ComputerPlayer, Letters, RoleByRole, Situation
from judge.rules.diplomacy.adjudication.adjustments import BUILD, DISBAND, owed, sites
from judge.rules.diplomacy.board import ARMY, FLEET, Unit
from judge.rules.diplomacy.canonical import full_text
from judge.rules.diplomacy.computer.letters import Request, answers, promised, rely, requests
from judge.rules.diplomacy.computer.plan import Node, Planner, Worth, sail, steps, supports, worth_of
from judge.rules.diplomacy.labels import MOVEMENT, RETREATS
from judge.rules.diplomacy.orders import HOLD, MOVE, SUPPORT, Order
from judge.rules.diplomacy.story import Seen
from judge.rules.diplomacy.table import Table
from judge.rules.diplomacy.view import BoardView
from judge.rules.prose import listed
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
        free = [node for home in sites(table, power) if home not in built for node in table.board.stands(home)]
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


KEPT = "I keep my units where they are worth most."


class OnBoard(RoleByRole[Seen]):
    """Writes what the phase asks for, for the units of its own power."""

    chance = "orders"
    careful: ClassVar[bool] = True
    """Whether it keeps its units where they are worth most; else retreats and adjustments are drawn by lot."""

    def sheet(self, view: Seen, role: str, stream: Stream) -> tuple[str, str]:
        table = view.table
        if table.label.kind == MOVEMENT:
            return self.movement(view, role, stream)
        lines = upkeep(table, role, worth_of(table, role, "S") if self.careful else None, stream)
        return "\n".join(lines), KEPT

    @abstractmethod
    def movement(self, view: Seen, power: str, stream: Stream) -> tuple[str, str]:
        """(the sheet of a movement phase, why)"""


class Random(OnBoard[BoardView]):
    """Any order that is legal, each as likely; of its retreats and builds, too."""

    careful = False

    def movement(self, view: BoardView, power: str, stream: Stream) -> tuple[str, str]:
        table = view.table
        return "\n".join(order_lines(table, random_orders(table, table.units_of(power), stream))), "I draw lots."


class Novice(OnBoard[BoardView]):
    """Each unit by itself goes for a center near by; two of a power seldom help each other, by chance."""

    def movement(self, view: BoardView, power: str, stream: Stream) -> tuple[str, str]:
        orders = novice_orders(view.table, power, stream)
        return "\n".join(order_lines(view.table, orders)), "Each of my units goes for a center near by."


class Steady(RoleByRole[BoardView]):
    """All units together, by a plan, with convoys in it, and with supports that are agreed upon by press."""

    chance = "orders"

    def sheet(self, view: BoardView, role: str, stream: Stream) -> tuple[str, str]:
        return "\n".join(upkeep(view.table, role, worth_of(view.table, role, "S"), stream)), KEPT

    @override
    def written(self, situation: Situation, view: BoardView, role: str, stream: Stream) -> tuple[str, str, Letters]:
        table = view.table
        if table.label.kind != MOVEMENT:
            return super().written(situation, view, role, stream)
        planner, orders = planned(table, role, stream, promised(table, situation))
        orders, letters = answers(planner, situation, role, orders)
        letters = [*letters, *requests(planner, situation, role, orders)]
        return "\n".join(order_lines(table, orders)), reason(table, role, orders), letters


def planned(
    table: Table, power: str, stream: Stream, promises: Sequence[Request] = ()
) -> tuple[Planner, dict[Unit, Order]]:
    """(a plan that relies on these promises, the orders for the own units)"""
    planner = Planner(table, table.units_of(power), worth_of(table, power, table.label.season))
    planner.improve(stream)
    sail(planner, stream)
    if rely(planner, promises):
        planner.improve(stream)
    orders = planner.varied(stream, luck=LUCK)
    return planner, {unit: order for unit, order in orders.items() if unit.power == power}


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
    return f"I go for {listed(aims)}" + (f", with {helped} of my units in support." if helped else ".")


COMPUTERS: Mapping[str, ComputerPlayer] = {RANDOM: Random(), NOVICE: Novice(), STEADY: Steady()}
