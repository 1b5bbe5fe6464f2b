"""Convoys in a plan: own fleets carry an own army to where it is worth more than all that they would do otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from judge.rules.diplomacy.adjudication.convoys import has_chain
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.computer.plan import CLASH, Planner, Task
from judge.rules.diplomacy.units import ARMY, Unit
from judge.rules.rng import Stream

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
