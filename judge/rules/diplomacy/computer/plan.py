"""A plan: what each unit of a power does, so that they go where it is worth most, and help each other to get there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from judge.rules.computers import improve
from judge.rules.diplomacy.computer.legal import moves, reaches
from judge.rules.diplomacy.computer.worth import Worth
from judge.rules.diplomacy.orders import CONVOY, HOLD, MOVE, SUPPORT, Order
from judge.rules.diplomacy.table import Table
from judge.rules.diplomacy.units import Unit
from judge.rules.rng import Stream

CUT = 70
"""Of 100 supports by units that somebody can attack so many last."""
CLASH = -(10**9)


class Task(NamedTuple):
    """What a unit is to do: go to a place or stay there, or help another unit of the plan in what that does."""

    place: str
    helps: Unit | None = None


class Planner:
    """Looks for good tasks for some units that act together; `worth` as for the power that they act for.

    `hired`: units of others that help them; `rivals` are then those that are left. `convoys`: fleet -> the army that it
    carries; `settled`: the units that look for nothing better any more.
    """

    def __init__(self, table: Table, units: Sequence[Unit], worth: Worth) -> None:
        self.table = table
        self.hired: dict[Unit, Task] = {}
        self.convoys: dict[Unit, Unit] = {}
        self.settled: set[Unit] = set()
        self._places_worth = worth.places
        self.rivals: Mapping[str, int] = worth.rivals
        self._province_of = table.board.province_of
        self._occupied = {unit.province for unit in table.units if unit not in units}
        self._places = {unit: (unit.place, *moves(table, unit)) for unit in units}
        self.tasks: dict[Unit, Task] = {unit: Task(unit.place) for unit in units}

    def plan(self, stream: Stream, *, luck: int = 0) -> dict[Unit, Order]:
        """Each unit's order. `luck`: where something else is nearly as good, how likely that is done, of 100."""
        self.improve(stream)
        return self.varied(stream, luck)

    def varied(self, stream: Stream, luck: int) -> dict[Unit, Order]:
        """Each unit's order, with so much luck."""
        for unit in sorted(self.tasks):
            if stream.below(100) < luck:
                self._second_best(unit)
        return self.orders()

    def improve(self, stream: Stream) -> None:
        """Each unit looks for something better to do, until none finds anything."""
        improve(self.tasks, self._better, stream)

    def orders(self) -> dict[Unit, Order]:
        """What the units do, the hired ones among them."""
        return {unit: self._order(unit, task) for unit, task in (*self.tasks.items(), *self.hired.items())}

    def score(self, tasks: Mapping[Unit, Task]) -> int:
        """What the tasks are worth together: of each unit, where it will be, as likely as that is."""
        strength: dict[Unit, int] = dict.fromkeys(tasks, 100)
        for unit, task in (*tasks.items(), *self.hired.items()):
            if task.helps is not None:
                strength[task.helps] += CUT if self.rivals.get(unit.province, 0) else 100
        there: dict[str, Unit] = {}
        total = 0
        for unit, task in tasks.items():
            province = self._province_of[task.place]
            other = there.setdefault(province, unit)
            if other != unit:
                return CLASH
            chance = self._chance(unit, province, strength[unit])
            total += chance * self.value(unit, task.place) + (100 - chance) * self.value(unit, unit.place)
        for unit, task in tasks.items():
            back = there.get(unit.province)
            if back is not None and back != unit and self._province_of[task.place] == back.province:
                return CLASH  # two that change places run into each other
        return total // 100

    def _chance(self, unit: Unit, province: str, strength: int) -> int:
        """How likely it is there after the phase, of 100, with so much strength (each unit is 100)."""
        rivals = 100 * self.rivals.get(province, 0)
        if province == unit.province:
            return 100 if strength >= rivals - 100 else 80 if strength + 100 >= rivals - 100 else 60
        if not rivals:
            return 100
        if strength > rivals:
            return 95
        if province in self._occupied:
            return 15 if strength <= 100 else 55
        return 60 if strength == rivals else 75 if strength > 100 else 45

    def value(self, unit: Unit, place: str) -> int:
        return self._places_worth.get((unit.kind, place), 0)

    def _choices(self, unit: Unit) -> list[Task]:
        found = [Task(place) for place in self._places[unit]]
        for other, task in self.tasks.items():
            if unit not in (other, task.helps):
                province = self._province_of[task.place]
                if province != unit.province and reaches(self.table, unit, province):
                    found.append(Task(unit.place, other))
        return found

    def _scored(self, unit: Unit) -> list[tuple[int, Task]]:
        """All that the unit could do while the others do what they do, the best first."""
        tasks = dict(self.tasks)
        found = []
        for task in self._choices(unit):
            tasks[unit] = task
            if task != self.tasks[unit] and self.spoils(unit, task):
                continue
            found.append((self.score(tasks), task))
        return sorted(found, key=lambda each: -each[0])

    def spoils(self, unit: Unit, task: Task) -> bool:
        """Would another unit's help fit no longer?"""
        province = self._province_of[task.place]
        everybody = (*self.tasks.items(), *self.hired.items())
        helpers = [each for each, other in everybody if other.helps == unit]
        return any(province == each.province or not reaches(self.table, each, province) for each in helpers)

    def _better(self, unit: Unit) -> bool:
        if unit in self.settled:
            return False
        scored = self._scored(unit)
        now = self.score(self.tasks)
        if scored and scored[0][0] > now:
            self.tasks[unit] = scored[0][1]
            return True
        return False

    def _second_best(self, unit: Unit) -> None:
        if unit in self.settled:
            return
        scored = self._scored(unit)
        if len(scored) > 1 and scored[1][0] > CLASH and scored[1][0] * 100 >= scored[0][0] * 97:
            self.tasks[unit] = scored[1][1]

    def _order(self, unit: Unit, task: Task) -> Order:
        army = self.convoys.get(unit)
        if army is not None:
            return Order(unit.province, CONVOY, army.province, self.tasks[army].place)
        if task.helps is None:
            return (
                Order(unit.province, HOLD) if task.place == unit.place else Order(unit.province, MOVE, "", task.place)
            )
        other = self.tasks[task.helps]
        moved = other.helps is None and other.place != task.helps.place
        return Order(unit.province, SUPPORT, task.helps.province, other.place if moved else "")
