"""Adjudication of a movement phase, as DATC 3.0 chapter 5 defines it, with its recommended choices.

Three steps, each of which leaves nothing open for the next:

1. Convoys. Whether a convoying fleet is dislodged hangs on attacks and supports alone, never on who leaves a
   province, so the routes are a closed system of fail, success and unknown; its paradoxes fall to Szykman's rule.
2. Supports. One attacked from where it is aimed is cut only by dislodgement, and that attack can be judged at once.
3. Moves. What stays unknown when nothing more follows are cycles of moves, and they succeed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.rules.diplomacy.adjudication.causes import Cause, causes_of
from judge.rules.diplomacy.adjudication.conflict import BROKEN, LAND, NO_CHAIN, SEA, Conflict
from judge.rules.diplomacy.adjudication.outcomes import BOUNCED, CONVOYED, DISRUPTED, MOVED, VOID
from judge.rules.diplomacy.adjudication.routes import settle_routes
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.orders import Order
from judge.rules.diplomacy.position import Dislodged, Position
from judge.rules.diplomacy.units import Unit


@dataclass(frozen=True, slots=True)
class MovementResult:
    """What a movement phase led to.

    outcomes: province of each unit before the phase -> what became of its order (a dislodged unit keeps it);
    position: the units afterwards, and the dislodged ones with their retreats;
    contested: the provinces that a standoff left empty, sorted.
    """

    outcomes: Mapping[str, str]
    position: Position
    contested: tuple[str, ...]
    _battle: Conflict = field(compare=False, repr=False)

    def causes(self) -> dict[str, Cause]:
        """Province of each unit whose order came to nothing -> why."""
        return causes_of(self._battle, self.position.dislodged)


def adjudicate_movement(board: Board, position: Position, orders: Mapping[str, Order]) -> MovementResult:
    """The outcome of these orders (by province of the ordered unit). A unit without an order holds.

    Orders are taken as legal (`check_legal`) and normalized; orders for provinces without a unit are ignored.
    """
    conflict = Conflict(board, position, orders)
    if conflict.convoyed:
        settle_routes(conflict)
    conflict.settle_supports()
    conflict.settle_moves()
    return _result(conflict)


def _result(conflict: Conflict) -> MovementResult:
    source, target, units, success, route, outcome = (
        conflict.source,
        conflict.target,
        conflict.units,
        conflict.success,
        conflict.route,
        conflict.outcome,
    )
    at, orders = conflict.at, conflict.orders
    after: dict[str, Unit] = {}
    beaten: list[tuple[int, int]] = []
    number = -1
    for goal in target:
        number += 1
        if not goal:
            continue
        if success[number]:
            outcome[number] = MOVED
            unit = units[number]
            after[goal] = Unit(unit[0], unit[1], orders[source[number]][3])
            occupant = at.get(goal, -1)
            if occupant >= 0 and not success[occupant]:
                beaten.append((occupant, number))
        elif route[number] <= SEA:
            outcome[number] = BOUNCED
        else:
            outcome[number] = DISRUPTED if route[number] == BROKEN else VOID
            for helper in conflict.helpers[number] if route[number] == NO_CHAIN else ():
                outcome[helper] = VOID
    lost = {occupant for occupant, _ in beaten}
    number = -1
    for province in source:
        number += 1
        if not success[number] and number not in lost:
            after[province] = units[number]
    for fleet, army in conflict.convoys:
        if route[army] == BROKEN or (fleet in lost and route[army] == SEA):
            outcome[fleet] = DISRUPTED
        elif route[army] == SEA:
            outcome[fleet] = CONVOYED
    contested = tuple(sorted(goal for goal in conflict.attackers if goal not in after and _standoff(conflict, goal)))
    dislodged = {source[loser]: _dislodged(conflict, loser, winner, after, contested) for loser, winner in beaten}
    outcomes = dict(zip(source, outcome, strict=True))
    return MovementResult(outcomes, Position(after, dislodged), contested, conflict)


def _standoff(conflict: Conflict, goal: str) -> bool:
    """Did anyone try to come here who was not beaten head to head by the unit that stood here?"""
    occupant = conflict.at.get(goal, -1)
    facing = (
        conflict.target[occupant]
        if occupant >= 0 and conflict.route[occupant] == LAND and conflict.success[occupant]
        else ""
    )
    return any(
        conflict.route[number] <= SEA and not (conflict.route[number] == LAND and conflict.source[number] == facing)
        for number in conflict.attackers[goal]
    )


def _dislodged(
    conflict: Conflict, loser: int, winner: int, after: Mapping[str, Unit], contested: tuple[str, ...]
) -> Dislodged:
    """A unit may go anywhere that is empty and uncontested, but back where its attacker came from over land."""
    unit = conflict.units[loser]
    origin = conflict.source[winner]
    closed = origin if conflict.route[winner] == LAND else ""
    province_of = conflict.board.province_of
    places = [
        place
        for place in conflict.board.borders(unit[1], unit[2])
        if (province := province_of[place]) not in after and province != closed and province not in contested
    ]
    return Dislodged(unit, origin, tuple(sorted(places)))
