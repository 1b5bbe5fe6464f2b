"""The computer players of Absence of Plague: `random` draws lots, `novice` goes for what is near, `steady` plans."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from judge.rules.computers import NOVICE, RANDOM, STEADY, ComputerPlayer, RoleByRole, improve
from judge.rules.machiavelli.adjustment import FIRST_SPRING, NOTHING, RAISE, SALARY, Salary, default_payments, no_raise
from judge.rules.machiavelli.board import ARMY, BOARD, FLEET, GARRISON
from judge.rules.machiavelli.expenses import DISBAND, Expense, forbidden, least
from judge.rules.machiavelli.orders import ADVANCE, BESIEGE, CONVERT, SUPPORT, Order, conversions, hold, impossible
from judge.rules.machiavelli.position import Position, Unit, city_place
from judge.rules.machiavelli.state import ADJUSTMENT
from judge.rules.machiavelli.view import PlagueView
from judge.rules.rng import Stream

PROVINCE, CITY, INCOME = 30, 120, 30
"""What a province counts, a city beside it, and each ducat that the city yields above the first."""
KEPT = 55
"""Of 100, what it counts to keep a place that others can reach."""
BEHIND_WALLS = 35
"""Of 100, what a city counts while somebody else's garrison is in it: the siege is still to come."""
AT_SEA = 10
HOME, LAST, FEW = 120, 220, 2
NEAR = (1000, 260, 110, 45, 18, 7)
"""What the worth of so many steps around an area counts."""

Node = tuple[str, str]
"""(kind of unit, area)"""


class Worth(NamedTuple):
    """`areas`: what a unit of that kind is worth there after the season; `prizes`: area -> what it is worth to have it;
    `rivals`: area -> how many units the one other player can have there that can bring most.
    """

    areas: Mapping[Node, int]
    prizes: Mapping[str, int]
    rivals: Mapping[str, int]


@cache
def _ways() -> Mapping[Node, tuple[Node, ...]]:
    """Each area for each kind of unit that can stand there, and all next to it."""
    return {
        (kind, area): tuple((kind, other) for other in sorted({area, *BOARD.reach(kind, area)}))
        for kind in (ARMY, FLEET)
        for area in BOARD.areas
        if BOARD.stands(kind, area)
    }


def city_worth(area: str) -> int:
    magnitude = BOARD.areas[area].magnitude
    return CITY + INCOME * (magnitude - 1) if magnitude else 0


def rivals_at(position: Position, player: str) -> dict[str, int]:
    """Area -> how many field units the one other player can have there that can bring most."""
    by_player: dict[str, dict[str, int]] = {}
    for unit in position.units.values():
        if unit.owner and unit.owner != player:
            near = by_player.setdefault(unit.owner, {})
            for area in {unit.area, *BOARD.reach(unit.kind, unit.area)}:
                near[area] = near.get(area, 0) + 1
    rivals: dict[str, int] = {}
    for near in by_player.values():
        for area, many in near.items():
            rivals[area] = max(rivals.get(area, 0), many)
    return rivals


def prize(position: Position, player: str, area: str) -> int:
    """What it is worth to get an area."""
    if BOARD.areas[area].sea:
        return AT_SEA
    if position.control(area) == player:
        return 0
    garrison = position.garrison(area)
    city = city_worth(area)
    if garrison is not None and garrison.owner != player:
        city = city * BEHIND_WALLS // 100
    return PROVINCE + city


def home_worth(position: Position, player: str) -> int:
    """Of 100, what an area of one's home counts: units are raised there, and who loses its last city is out."""
    left = sum(position.control(area) == player and position.in_home(area, player) for area in BOARD.cities)
    return HOME if left > FEW else LAST


def worth_of(position: Position, player: str) -> Worth:
    """What every area is worth to the player."""
    rivals = rivals_at(position, player)
    home = home_worth(position, player)
    prizes = {}
    for area in BOARD.areas:
        value = prize(position, player, area)
        if not value and rivals.get(area, 0):
            value = (PROVINCE + city_worth(area)) * KEPT // 100
        if position.in_home(area, player):
            value = value * home // 100
        prizes[area] = value
    ways = _ways()
    layer = {node: prizes[node[1]] for node in ways}
    total = {node: NEAR[0] * value for node, value in layer.items()}
    for weight in NEAR[1:]:
        layer = {node: sum([layer[each] for each in near]) // 4 for node, near in ways.items()}
        for node, value in layer.items():
            total[node] += weight * value
    return Worth(total, prizes, rivals)


CUT = 70
"""Of 100 supports by units that somebody can attack so many last."""
FIRST, SECOND = 55, 95
"""Of 100, what a city counts in the first season of its siege, and in the second, which opens it."""
CLASH = -(10**9)


class Task(NamedTuple):
    """What a unit is to do: go to an area or stay in its own, as a unit of that kind; help another unit of the plan; or
    besiege the city where it stands.
    """

    area: str
    kind: str
    helps: Unit | None = None
    besieges: bool = False


def staying(unit: Unit) -> Task:
    return Task(unit.area, unit.kind)


class Planner:
    """Looks for good tasks for all units of a player."""

    def __init__(self, position: Position, player: str, worth: Worth) -> None:
        self._position, self._worth = position, worth
        units = sorted(position.units_of(player))
        self._player = player
        self.tasks: dict[Unit, Task] = {unit: staying(unit) for unit in units}
        self._ways = {unit: self._own_ways(unit) for unit in units}

    def improve(self, stream: Stream) -> None:
        """Each unit looks for something better to do, until none finds anything."""
        improve(self.tasks, self._better, stream)

    def orders(self) -> dict[Unit, Order]:
        """What each unit does."""
        return {unit: self._order(unit, task) for unit, task in self.tasks.items()}

    def score(self, tasks: Mapping[Unit, Task]) -> int:
        """What the tasks are worth together: of each unit, where it will be, as likely as that is."""
        strength = dict.fromkeys(tasks, 100)
        for unit, task in tasks.items():
            if task.helps is not None:
                strength[task.helps] += CUT if self._worth.rivals.get(unit.area, 0) else 100
        there: dict[str, Unit] = {}
        total = 0
        for unit, task in tasks.items():
            place = city_place(task.area) if task.kind == GARRISON else task.area
            if there.setdefault(place, unit) != unit:
                return CLASH
            chance = self._chance(unit, task, strength[unit])
            total += chance * self._value(task) + (100 - chance) * self._value(staying(unit))
        for unit, task in tasks.items():
            back = there.get(unit.area)
            if task.area != unit.area and back is not None and back != unit and back.area == task.area:
                return CLASH  # two that change places run into each other
        return total // 100

    def _own_ways(self, unit: Unit) -> list[Task]:
        position, found = self._position, [staying(unit)]
        found += [Task(unit.area, unit.kind, besieges=True) for _ in siege(position, unit)]
        if unit.kind != GARRISON and position.siege_goes_on(unit.area):
            return found
        for area in sorted(BOARD.reach(unit.kind, unit.area)):
            closed = position.straits_closed((unit.area, area), self._player)
            if not closed and not (BOARD.areas[area].single and area in position.rebellions):
                found.append(Task(area, unit.kind))
        if unit.kind == GARRISON and position.field_unit(unit.area) is None and not BOARD.areas[unit.area].single:
            found += [Task(unit.area, kind) for kind in conversions(GARRISON, unit.area)]
        return found

    def _chance(self, unit: Unit, task: Task, strength: int) -> int:
        """How likely it is there after the season, of 100, with so much strength (each unit is 100)."""
        rivals = 100 * self._worth.rivals.get(task.area, 0)
        if task.area == unit.area:
            if unit.kind == task.kind:
                return 100 if strength >= rivals - 100 else 85
            return 100 if not rivals else 70
        other = self._position.field_unit(task.area)
        if other is not None and other.owner != self._player:
            moving = 15 if other.owner else 0
            return moving if strength <= 100 else 60 if strength < rivals + 100 else 90
        if not rivals or strength > rivals:
            return 97
        return 60 if strength == rivals else 50

    def _value(self, task: Task) -> int:
        worth = self._worth
        if task.kind == GARRISON:
            return worth.prizes[task.area] * 900
        value = worth.areas.get((task.kind, task.area), 0)
        if task.besieges:
            target = self._position.siege_target(task.area)
            share = SECOND if self._position.siege_goes_on(task.area) else FIRST
            value += 10 * share * city_worth(target)
        return value

    def _choices(self, unit: Unit) -> list[Task]:
        found = list(self._ways[unit])
        if unit.kind == GARRISON or self._position.siege_goes_on(unit.area) or unit.area in self._position.rebellions:
            return found
        for other, task in self.tasks.items():
            if unit not in (other, task.helps) and task.area != unit.area:
                closed = self._position.straits_closed((unit.area, task.area), self._player)
                if task.area in BOARD.reach(unit.kind, unit.area) and not closed:
                    found.append(Task(unit.area, unit.kind, other))
        return found

    def _better(self, unit: Unit) -> bool:
        tasks, now, best = dict(self.tasks), self.score(self.tasks), self.tasks[unit]
        for task in self._choices(unit):
            tasks[unit] = task
            if self._spoils(unit, task):
                continue
            score = self.score(tasks)
            if score > now:
                now, best = score, task
        changed = best != self.tasks[unit]
        self.tasks[unit] = best
        return changed

    def _spoils(self, unit: Unit, task: Task) -> bool:
        """Would another unit's help fit no longer?"""
        return any(
            other.helps == unit and (task.area == each.area or task.area not in BOARD.reach(each.kind, each.area))
            for each, other in self.tasks.items()
        )

    def _order(self, unit: Unit, task: Task) -> Order:
        kind, area = unit.kind, unit.area
        if task.helps is not None:
            return Order(kind, area, SUPPORT, self.tasks[task.helps].area)
        if task.besieges:
            return Order(kind, area, BESIEGE, self._position.siege_target(area))
        if task.area != area:
            return Order(kind, area, ADVANCE, task.area)
        return hold(unit) if task.kind == kind else Order(kind, area, CONVERT, becomes=task.kind)


class Country(RoleByRole[PlagueView]):
    """Writes the letters of one country."""

    chance = "letter"

    def sheet(self, view: PlagueView, role: str, stream: Stream) -> tuple[str, str]:
        lines, why = (self.spring if view.label.kind == ADJUSTMENT else self.campaign)(view, role, stream)
        return "\n".join(lines), why

    def spring(self, view: PlagueView, player: str, stream: Stream) -> tuple[list[str], str]:
        """All old units that it can pay for, and new ones for most of what is left."""
        position, ducats = view.position, view.balance or 0
        paid = list(default_payments(position, player))[: ducats // SALARY]
        most = ducats // SALARY - len(paid)
        new = self.raised(position, player, stream)[: most if paid else min(most, FIRST_SPRING)]
        lines = [str(each) for each in (*paid, *new)]
        said = f"{len(new)} new" if new else "no new"
        return lines or [NOTHING], f"I pay my units and raise {said} {'one' if len(new) == 1 else 'ones'}."

    def raised(self, position: Position, player: str, stream: Stream) -> list[Salary]:
        """The units that it would like to have, one a province, where none of its own is paid."""
        taken = {unit.area for unit in position.units_of(player)}
        found = []
        for area in stream.shuffled([each for each in BOARD.cities if each not in taken]):
            kinds = [kind for kind in "AFG" if not no_raise(position, player, Salary(RAISE, kind, area))]
            if kinds:
                found.append(Salary(RAISE, self.kind(kinds, stream), area))
        return found

    def kind(self, kinds: Sequence[str], stream: Stream) -> str:
        return stream.choice(kinds)

    @abstractmethod
    def campaign(self, view: PlagueView, player: str, stream: Stream) -> tuple[list[str], str]:
        """(an order for each of its units, why)"""


DUCAT_WORTH = 5000
"""What one ducat is worth, beside the worth of areas."""
MOST_BRIBES, LOOKED_AT = 3, 6
"""So many units are bribed in a season, of so many that look most promising at first."""


class Steady(Country):
    """Plans for all its units together, and pays units of others to disband where that opens the way to a city."""

    def raised(self, position: Position, player: str, stream: Stream) -> list[Salary]:
        """Armies and fleets, those first that are worth most where they are raised."""
        areas = worth_of(position, player).areas
        taken = {unit.area for unit in position.units_of(player)}
        found: list[tuple[int, Salary]] = []
        for area in stream.shuffled([each for each in BOARD.cities if each not in taken]):
            kinds = [kind for kind in (ARMY, FLEET) if not no_raise(position, player, Salary(RAISE, kind, area))]
            if kinds:
                kind = max(kinds, key=lambda kind: areas.get((kind, area), 0))
                found.append((areas.get((kind, area), 0), Salary(RAISE, kind, area)))
        return [salary for _, salary in sorted(found, key=lambda each: -each[0])]

    def campaign(self, view: PlagueView, player: str, stream: Stream) -> tuple[list[str], str]:
        position, money = view.position, view.balance or 0
        bribes: list[Expense] = []
        planner = _planned(position, player, stream)
        while len(bribes) < MOST_BRIBES:
            best = self._best_bribe(view.position, position, player, money, planner, stream)
            if best is None:
                break
            bribe, position, planner = best
            bribes.append(bribe)
            money -= bribe.amount
        orders = planner.orders()
        lines = [str(order) for order in orders.values()]
        return [*lines, *map(str, bribes)], _reason(view.position, player, list(orders.values()), bribes)

    def _best_bribe(
        self, now: Position, position: Position, player: str, money: int, planner: Planner, stream: Stream
    ) -> tuple[Expense, Position, Planner] | None:
        """(bribe, the position without that unit, the plan for it), the one that brings most beyond its price."""
        options = sorted(_bribes(now, position, player, money), key=_promise)[:LOOKED_AT]
        best, found = 0, None
        before = planner.score(planner.tasks)
        for bribe in options:
            after = replace(position, units={k: unit for k, unit in position.units.items() if k != bribe.place})
            plan = _planned(after, player, stream)
            gain = plan.score(plan.tasks) - before - bribe.amount * DUCAT_WORTH
            if gain > best:
                best, found = gain, (bribe, after, plan)
        return found


def _planned(position: Position, player: str, stream: Stream) -> Planner:
    planner = Planner(position, player, worth_of(position, player))
    planner.improve(stream)
    return planner


def _promise(bribe: Expense) -> tuple[int, str]:
    """Those first that promise most for their price."""
    _, area = bribe.target.split()
    return bribe.amount * 100 // (30 + city_worth(area)), bribe.target


def _bribes(now: Position, position: Position, player: str, money: int) -> Iterator[Expense]:
    """Return what can be paid to disband where an own unit is or can go. `position`: without paid ones."""
    own = [unit for unit in position.units_of(player) if unit.kind != GARRISON]
    near = {area for unit in own for area in (unit.area, *BOARD.reach(unit.kind, unit.area))}
    for unit in position.units.values():
        if unit.owner != player and unit.area in near:
            bribe = Expense(DISBAND, str(unit), least(now, Expense(DISBAND, str(unit))))
            if 0 < bribe.amount <= money and not forbidden(now, player, bribe):
                yield bribe


def _reason(position: Position, player: str, orders: list[Order], bribes: list[Expense]) -> str:
    """One sentence about a plan."""
    aims = [
        BOARD.areas[order.target].name
        for order in orders
        if (order.verb == BESIEGE)
        or (order.verb == ADVANCE and BOARD.areas[order.target].city and position.city_of(order.target) != player)
    ]
    goals = aims[0] if len(aims) == 1 else f"{', '.join(aims[:-1])} and {aims[-1]}" if aims else ""
    why = f"I go for {goals}." if goals else "No city can be taken now, so my units go to where they are needed next."
    if bribes:
        why += f" I pay {' and '.join(each.target for each in bribes)} to disband."
    return why


def possible(position: Position, unit: Unit) -> list[Order]:
    """What it can be ordered without money or the help of others."""
    kind, area = unit.kind, unit.area
    ways = sorted(BOARD.reach(kind, area))
    found = [hold(unit)]
    found += [Order(kind, area, ADVANCE, target) for target in ways]
    found += [Order(kind, area, SUPPORT, target) for target in ways]
    found += [Order(kind, area, CONVERT, becomes=each) for each in conversions(kind, area)]
    return [order for order in (*found, *siege(position, unit)) if not impossible(position, order)]


def siege(position: Position, unit: Unit) -> tuple[Order, ...]:
    """The siege that it could lay to somebody else's garrison where it stands; or none."""
    order = Order(unit.kind, unit.area, BESIEGE, position.siege_target(unit.area))
    garrison = position.garrison(order.target)
    hostile = garrison is not None and garrison.owner != unit.owner
    return (order,) if hostile and not impossible(position, order) else ()


class Random(Country):
    """Any orders that the board allows."""

    def campaign(self, view: PlagueView, player: str, stream: Stream) -> tuple[list[str], str]:
        position = view.position
        return [str(stream.choice(possible(position, unit))) for unit in position.units_of(player)], "I draw lots."


class Novice(Country):
    """Each unit by itself goes for a city near by that is not its country's, and besieges what holds it up there."""

    def kind(self, kinds: Sequence[str], stream: Stream) -> str:
        field = [kind for kind in kinds if kind != GARRISON]
        return stream.choice(field or kinds)

    def campaign(self, view: PlagueView, player: str, stream: Stream) -> tuple[list[str], str]:
        position = view.position
        going: set[str] = set()
        lines = []
        for unit in stream.shuffled(position.units_of(player)):
            choices = [each for each in possible(position, unit) if each.verb != ADVANCE or each.target not in going]
            weights = [_liking(position, player, order) for order in choices]
            order = stream.drawn(choices, weights)
            going.add(order.target if order.verb == ADVANCE else unit.area)
            lines.append(str(order))
        return lines, "Each of my units goes for a city near by."


def _liking(position: Position, player: str, order: Order) -> int:
    """How readily a novice orders that; every order has a chance."""
    if order.verb == BESIEGE:
        return 60
    if order.verb == ADVANCE:
        city = order.target in BOARD.cities and position.city_of(order.target) != player
        return 12 if city else 2
    return 1


COMPUTERS: Mapping[str, ComputerPlayer] = {RANDOM: Random(), NOVICE: Novice(), STEADY: Steady()}
