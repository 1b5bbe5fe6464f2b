"""A plan: what each unit of a power does, so that they go where it is worth most, and help each other to get there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from judge.rules.computers import improve
from judge.rules.diplomacy.adjudication.convoys import has_chain
from judge.rules.diplomacy.board import ARMY, Board, Unit
from judge.rules.diplomacy.boardfile import load_board
from judge.rules.diplomacy.orders import CONVOY, HOLD, MOVE, SUPPORT, Order, provinces_reached
from judge.rules.diplomacy.table import Table
from judge.rules.rng import Stream


def moves(table: Table, unit: Unit) -> tuple[str, ...]:
    """The places that it borders on, in alphabetical order."""
    return tuple(sorted(table.board.borders(unit.kind, unit.place)))


def reaches(table: Table, unit: Unit, province: str) -> bool:
    """Can it go to the province, to whatever coast of it?"""
    return province in provinces_reached(table.board, unit)


def supports(table: Table, unit: Unit) -> tuple[Order, ...]:
    """Every support that it can give: to units where they stand, and to where they can step."""
    found = []
    for other in table.units:
        if other == unit:
            continue
        if reaches(table, unit, other.province):
            found.append(Order(unit.province, SUPPORT, other.province))
        for place in moves(table, other):
            province = table.board.province_of[place]
            if province != unit.province and reaches(table, unit, province):
                found.append(Order(unit.province, SUPPORT, other.province, place))
    return tuple(found)


def steps(table: Table, unit: Unit) -> tuple[Order, ...]:
    """To hold, and every move."""
    return (
        Order(unit.province, HOLD),
        *(Order(unit.province, MOVE, "", place) for place in moves(table, unit)),
    )


NEUTRAL = 45
"""What a center that nobody owns counts, beside the greatness of owners: a power of three centers counts 37."""
NEAR = {"S": (300, 500, 60, 20, 8, 4, 2), "F": (1000, 150, 40, 14, 6, 3, 2)}
"""Season -> what the worth of so many steps around a place counts: centers change hands after the Fall."""
TAKE, KEEP = 7, 4

Node = tuple[str, str]
"""(kind of unit, place)"""


class Worth(NamedTuple):
    """`places`: what a unit of that kind is worth there; `rivals`: province -> how many units that one power can have
    there, beside its own, that can bring most.
    """

    places: Mapping[Node, int]
    rivals: Mapping[str, int]


@cache
def _ways(name: str) -> Mapping[Node, tuple[Node, ...]]:
    """Each place for each kind of unit, and all next to it, on the board of this name."""
    board: Board = load_board(name)
    return {
        (kind, place): tuple((kind, other) for other in sorted({place, *board.borders(kind, place)}))
        for kind, place in sorted(board.standing.values())
    }


def greatness(table: Table, power: str) -> int:
    """Of a power, by its centers; more than in proportion, so that the leader is everybody's business."""
    centers = table.count(power)
    return centers * centers + 4 * centers + 16


def rivals_at(table: Table, power: str, without: Collection[Unit] = ()) -> dict[str, int]:
    """Province -> how many units the one other power can have there that can bring most, `without` those."""
    by_power: dict[str, dict[str, int]] = {}
    for unit in table.units:
        if unit.power != power and unit not in without:
            near = by_power.setdefault(unit.power, {})
            for province in {unit.province, *provinces_reached(table.board, unit)}:
                near[province] = near.get(province, 0) + 1
    rivals: dict[str, int] = {}
    for near in by_power.values():
        for province, many in near.items():
            rivals[province] = max(rivals.get(province, 0), many)
    return rivals


def worth_of(table: Table, power: str, season: str) -> Worth:
    """What every place is worth to the power; `season` is that of the moves to come."""
    board = table.board
    base: dict[str, int] = dict.fromkeys(board.provinces, 0)
    for center in board.centers:
        owner = table.owner.get(center, "")
        if owner == power:
            threat = max((greatness(table, each) for each in _threats(table, power, center)), default=0)
            base[center] = KEEP * threat
        else:
            base[center] = TAKE * (greatness(table, owner) if owner else NEUTRAL)
    ways = _ways(table.map)
    layer = {node: base[board.province_of[node[1]]] for node in ways}
    weights = NEAR[season]
    total = {node: weights[0] * value for node, value in layer.items()}
    for weight in weights[1:]:
        layer = {node: sum([layer[each] for each in near]) // 5 for node, near in ways.items()}
        for node, value in layer.items():
            total[node] += weight * value
    return Worth(total, rivals_at(table, power))


def _threats(table: Table, power: str, center: str) -> set[str]:
    """The powers that have a unit which reaches the center or stands there."""
    return {
        unit.power
        for unit in table.units
        if unit.power != power and (unit.province == center or reaches(table, unit, center))
    }


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

    def varied(self, stream: Stream, luck: int) -> dict[Unit, Order]:
        """Each unit's order. `luck`: where something else is nearly as good, how likely that is done, of 100."""
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


LONGEST = 3
"""Fleets of a convoy."""
MOST = 2
"""Convoys of a power in a phase."""
BROKEN = 60
"""Of 100 convoys over a sea where others can bring two units so many arrive."""


class Voyage(NamedTuple):
    """An army is carried to a place by these fleets."""

    army: Unit
    place: str
    fleets: tuple[Unit, ...]


def sail(planner: Planner, stream: Stream) -> None:
    """Adds convoys to a plan, as long as one makes it better; the other units look for something better to do then."""
    for _ in range(MOST):
        best, found = planner.score(planner.tasks), None
        for voyage in _voyages(planner):
            score = _score(planner, voyage)
            if score > best:
                best, found = score, voyage
        if found is None:
            return
        planner.tasks.update(_tasks(found))
        planner.convoys.update(dict.fromkeys(found.fleets, found.army))
        planner.settled |= {found.army, *found.fleets}
        planner.improve(stream)


def _tasks(voyage: Voyage) -> dict[Unit, Task]:
    return {voyage.army: Task(voyage.place), **{fleet: Task(fleet.place) for fleet in voyage.fleets}}


def _score(planner: Planner, voyage: Voyage) -> int:
    """What the plan is worth with it: as likely as all fleets stay where they are. CLASH where it does not fit in."""
    tasks = _tasks(voyage)
    if any(planner.spoils(unit, task) for unit, task in tasks.items()):
        return CLASH
    together = {**planner.tasks, **tasks}
    score = planner.score(together)
    if score == CLASH:
        return CLASH
    # What the army adds by arriving is at risk wherever a fleet can be driven away.
    stays = planner.score({**together, voyage.army: Task(voyage.army.place)})
    for fleet in voyage.fleets:
        if planner.rivals.get(fleet.province, 0) > 1 and stays > CLASH:
            score = stays + (score - stays) * BROKEN // 100
    return score


def _voyages(planner: Planner) -> Iterator[Voyage]:
    """Every way over the sea by own fleets, the shortest to each place, where no army could walk."""
    board = planner.table.board
    fleets = [unit for unit in planner.tasks if unit.province in board.seas and unit not in planner.settled]
    for army in planner.tasks:
        if army.kind != ARMY or army.province not in board.coastal or army in planner.settled:
            continue
        seen: set[str] = {army.province, *board.army[army.place]}
        for chain in _chains(board, army, fleets):
            seas = sum(board.sea_bit[fleet.province] for fleet in chain)
            for place in sorted(board.coastal - seen):
                if has_chain(board, seas, army.province, place):
                    seen.add(place)
                    yield Voyage(army, place, chain)


def _chains(board: Board, army: Unit, fleets: list[Unit]) -> list[tuple[Unit, ...]]:
    """Rows of fleets side by side, of which the first is at the army's coast, the short ones first."""
    first = [fleet for fleet in fleets if board.sea_bit[fleet.province] & board.shore[army.province]]
    found: list[tuple[Unit, ...]] = [(fleet,) for fleet in first]
    longer = found
    for _ in range(LONGEST - 1):
        longer = [
            (*chain, fleet)
            for chain in longer
            for fleet in fleets
            if fleet not in chain and fleet.province in board.fleet_provinces[chain[-1].place]
        ]
        found = [*found, *longer]
    return found
