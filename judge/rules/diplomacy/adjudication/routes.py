"""Which convoyed armies have an unbroken chain of fleets: step 1 of `movement`."""

from __future__ import annotations

from judge.rules.diplomacy.adjudication.conflict import BROKEN, FAIL, NO_CHAIN, SEA, SUCCESS, UNKNOWN, WAITING, Conflict
from judge.rules.diplomacy.adjudication.convoys import has_chain


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
