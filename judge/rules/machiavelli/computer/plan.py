"""A plan for a country's units: who advances, who helps, who besieges, so that they are worth most together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from judge.rules.computers import improve
from judge.rules.machiavelli.board import ARMY, BOARD, GARRISON
from judge.rules.machiavelli.computer.worth import Worth, city_worth
from judge.rules.machiavelli.orders import ADVANCE, BESIEGE, CONVERT, SUPPORT, Order, conversions, hold
from judge.rules.machiavelli.position import Position, Unit, city_place
from judge.rules.rng import Stream

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
        garrison = position.garrison(position.siege_target(unit.area))
        target = BOARD.areas[position.siege_target(unit.area)]
        hostile = garrison is not None and garrison.owner != self._player
        if unit.kind != GARRISON and hostile and target.fortified and (unit.kind == ARMY or target.port):
            found.append(Task(unit.area, unit.kind, besieges=True))
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
