"""Adjudication of a movement phase, as DATC 3.0 chapter 5 defines it, with its recommended choices.

Three steps, each of which leaves nothing open for the next:

1. Convoys. Whether a convoying fleet is dislodged hangs on attacks and supports alone, never on who leaves a
   province, so the routes are a closed system of fail, success and unknown; its paradoxes fall to Szykman's rule.
2. Supports. One attacked from where it is aimed is cut only by dislodgement, and that attack can be judged at once.
3. Moves. What stays unknown when nothing more follows are cycles of moves, and they succeed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from judge.rules.diplomacy.adjudication.conflict import (
    BOUNCED,
    BROKEN,
    CONVOYED,
    CUT,
    DISRUPTED,
    FAIL,
    LAND,
    MOVED,
    NO_CHAIN,
    SEA,
    SUCCESS,
    UNKNOWN,
    VOID,
    WAITING,
    Conflict,
)
from judge.rules.diplomacy.adjudication.convoys import has_chain
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.orders import MOVE, Order
from judge.rules.diplomacy.position import Dislodged, Position, Unit


def settle_routes(conflict: Conflict) -> None:
    """Find out which convoyed armies have an unbroken chain of fleets."""
    chains = {number: [fleet for fleet, army in conflict.convoys if army == number] for number in conflict.convoyed}
    for number, chain in chains.items():
        whole = has_chain(conflict.board, conflict.seas(chain), conflict.source[number], conflict.target[number])
        conflict.route[number] = WAITING if whole else NO_CHAIN
    waiting = [number for number in conflict.convoyed if conflict.route[number] == WAITING]
    while waiting:
        for number in waiting:
            conflict.route[number] = _route_of(conflict, number, chains[number])
        left = [number for number in waiting if conflict.route[number] == WAITING]
        if len(left) == len(waiting):
            for number in _core(conflict, left, chains):
                conflict.route[number] = BROKEN
            left = [number for number in waiting if conflict.route[number] == WAITING]
        waiting = left


def _route_of(conflict: Conflict, number: int, chain: list[int]) -> int:
    fate = {fleet: _dislodgement(conflict, fleet) for fleet in chain}
    source, target = conflict.source[number], conflict.target[number]
    if has_chain(conflict.board, conflict.seas([fleet for fleet in chain if fate[fleet] == FAIL]), source, target):
        return SEA
    if has_chain(conflict.board, conflict.seas([fleet for fleet in chain if fate[fleet] != SUCCESS]), source, target):
        return WAITING
    return BROKEN


def _dislodgement(conflict: Conflict, fleet: int) -> int:
    """Is this convoying fleet dislodged? It does not move, so there are neither head-to-head battles nor cycles."""
    attackers = conflict.attackers.get(conflict.source[fleet])
    if not attackers:
        return FAIL
    owner = conflict.power[fleet]
    least_hold, most_hold = _bounds(conflict, fleet, "")
    prevent = {each: _bounds(conflict, each, "") for each in attackers}
    possible = FAIL
    for each in attackers:
        if conflict.power[each] == owner:
            continue
        least, most = _bounds(conflict, each, owner)
        others = [bounds for other, bounds in prevent.items() if other != each]
        if least > most_hold and all(least > upper for _, upper in others):
            return SUCCESS
        if most > least_hold and all(most > lower for lower, _ in others):
            possible = UNKNOWN
    return possible


def _bounds(conflict: Conflict, number: int, without: str) -> tuple[int, int]:
    """The least and the most strength a unit can have, supports of the power `without` left out."""
    least = most = 1
    for helper in conflict.helpers[number]:
        if conflict.power[helper] != without:
            cut = _cut(conflict, helper)
            least += cut == FAIL
            most += cut != SUCCESS
    return least, most


def _cut(conflict: Conflict, helper: int) -> int:
    """Is this support cut by an attack from elsewhere than the province it is aimed at?"""
    cut = FAIL
    for attacker in conflict.attackers.get(conflict.source[helper], ()):
        if conflict.power[attacker] != conflict.power[helper] and conflict.source[attacker] != conflict.aim[helper]:
            if conflict.route[attacker] <= SEA:
                return SUCCESS
            if conflict.route[attacker] == WAITING:
                cut = UNKNOWN
    return cut


def _core(conflict: Conflict, waiting: list[int], chains: dict[int, list[int]]) -> list[int]:
    """The convoyed armies in the core of a paradox: all that they hang on hangs on them in turn."""
    reached = {number: _hangs_on(conflict, number, chains[number]) for number in waiting}
    for middle in waiting:
        for number in waiting:
            if middle in reached[number]:
                reached[number] |= reached[middle]
    return [number for number in waiting if all(number in reached[other] for other in reached[number])]


def _hangs_on(conflict: Conflict, number: int, chain: list[int]) -> set[int]:
    found: set[int] = set()
    for fleet in chain:
        if _dislodgement(conflict, fleet) == UNKNOWN:
            for side in (fleet, *conflict.attackers[conflict.source[fleet]]):
                for helper in conflict.helpers[side]:
                    if _cut(conflict, helper) == UNKNOWN:
                        found.update(
                            each
                            for each in conflict.attackers[conflict.source[helper]]
                            if conflict.route[each] == WAITING
                        )
    return found or {number}


UNMATCHED = "unmatched"
"""The unit that a support or a convoy was for did something else, or is not there."""

NO_CONVOY = "no convoy"
"""No chain of fleets was ordered to carry the army."""

BY_LAND = "by land"
"""The army that a convoy was for marched."""


class Cause(NamedTuple):
    """kind: an outcome, or what made an order void; by: provinces, before the moves, of the units it is due to."""

    kind: str
    by: tuple[str, ...]


def causes_of(conflict: Conflict, dislodged: Iterable[str]) -> dict[str, Cause]:
    """Province -> why the order of its unit came to nothing. `dislodged`: the provinces of the units that were."""
    gone = {conflict.at[province] for province in dislodged}
    found: dict[str, Cause] = {}
    for number, outcome in enumerate(conflict.outcome):
        explain = _EXPLAINED.get(outcome)
        if explain is not None:
            kind, by = explain(conflict, number, gone)
            found[conflict.source[number]] = Cause(kind, tuple(sorted(conflict.source[each] for each in by)))
    return found


def _bounce_cause(conflict: Conflict, number: int, gone: set[int]) -> tuple[str, list[int]]:
    """All that by itself would have been enough: the unit that stayed, and whoever came no weaker.

    Supports that do not count against who stayed would have counted against a rival alone. So it may be that only the
    two together were enough.
    """
    del gone
    occupant = conflict.at.get(conflict.target[number], -1)
    attack = against = conflict.strength[number]
    stayed, enough = [], []
    facing = ""  # where the unit that stood in the goal has gone over land
    if occupant >= 0:
        success = conflict.success[occupant] == SUCCESS
        facing = conflict.target[occupant] if success and conflict.route[occupant] == LAND else ""
        head_to_head = (
            conflict.route[occupant] == conflict.route[number] == LAND
            and conflict.target[occupant] == conflict.source[number]
        )
        if not success or head_to_head:
            against = conflict.against(number, occupant)
            holds = 1 if conflict.target[occupant] and not head_to_head else conflict.strength[occupant]
            stayed = [occupant]
            if against <= holds:
                enough.append(occupant)
    rivals = [
        rival
        for rival in conflict.attackers[conflict.target[number]]
        if rival != number
        and conflict.route[rival] <= SEA
        and not (conflict.source[rival] == facing and conflict.route[rival] == LAND)
    ]
    enough += [rival for rival in rivals if attack <= conflict.strength[rival]]
    return BOUNCED, enough or stayed + [rival for rival in rivals if against <= conflict.strength[rival]]


def _cut_cause(conflict: Conflict, number: int, gone: set[int]) -> tuple[str, list[int]]:
    """Whoever attacked it from elsewhere than where it was aimed; if nobody did, who dislodged it."""
    del gone
    foes = [
        foe
        for foe in conflict.attackers[conflict.source[number]]
        if conflict.power[foe] != conflict.power[number] and conflict.route[foe] <= SEA
    ]
    elsewhere = [foe for foe in foes if conflict.source[foe] != conflict.aim[number]]
    return CUT, elsewhere or [foe for foe in foes if conflict.success[foe] == SUCCESS]


def _disruption_cause(conflict: Conflict, number: int, gone: set[int]) -> tuple[str, list[int]]:
    """The fleets of the convoy that were dislodged, but for the one that asks; a paradox can break it without any."""
    armies = {number} | {army for fleet, army in conflict.convoys if fleet == number}
    fleets = {fleet for fleet, army in conflict.convoys if army in armies}
    return DISRUPTED, [fleet for fleet in fleets if fleet in gone and fleet != number]


def _void_cause(conflict: Conflict, number: int, gone: set[int]) -> tuple[str, list[int]]:
    del gone
    order = conflict.orders[conflict.source[number]]
    if order.verb == MOVE:
        return NO_CONVOY, []
    helped = conflict.at.get(order.other, -1)
    if helped < 0:
        return UNMATCHED, []
    carries = (number, helped) in conflict.convoys
    if carries and conflict.route[helped] == LAND:
        return BY_LAND, [helped]
    fits = (carries or number in conflict.helpers[helped]) and conflict.route[helped] == NO_CHAIN
    return NO_CONVOY if fits else UNMATCHED, [helped]


_EXPLAINED: Mapping[str, Callable[[Conflict, int, set[int]], tuple[str, list[int]]]] = {
    BOUNCED: _bounce_cause,
    CUT: _cut_cause,
    DISRUPTED: _disruption_cause,
    VOID: _void_cause,
}


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
