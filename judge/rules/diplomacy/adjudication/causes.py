"""Why an order of a movement phase came to nothing: by whom it was bounced, cut or disrupted, and why it was void.

All of it follows from a battle that is settled; nothing here changes what happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from judge.rules.diplomacy.adjudication.conflict import LAND, NO_CHAIN, SEA, SUCCESS, Conflict
from judge.rules.diplomacy.adjudication.outcomes import BOUNCED, CUT, DISRUPTED, VOID
from judge.rules.diplomacy.orders import MOVE

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


def _bounced(conflict: Conflict, number: int, gone: set[int]) -> tuple[str, list[int]]:
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


def _cut(conflict: Conflict, number: int, gone: set[int]) -> tuple[str, list[int]]:
    """Whoever attacked it from elsewhere than where it was aimed; if nobody did, who dislodged it."""
    del gone
    foes = [
        foe
        for foe in conflict.attackers[conflict.source[number]]
        if conflict.power[foe] != conflict.power[number] and conflict.route[foe] <= SEA
    ]
    elsewhere = [foe for foe in foes if conflict.source[foe] != conflict.aim[number]]
    return CUT, elsewhere or [foe for foe in foes if conflict.success[foe] == SUCCESS]


def _disrupted(conflict: Conflict, number: int, gone: set[int]) -> tuple[str, list[int]]:
    """The fleets of the convoy that were dislodged, but for the one that asks; a paradox can break it without any."""
    armies = {number} | {army for fleet, army in conflict.convoys if fleet == number}
    fleets = {fleet for fleet, army in conflict.convoys if army in armies}
    return DISRUPTED, [fleet for fleet in fleets if fleet in gone and fleet != number]


def _void(conflict: Conflict, number: int, gone: set[int]) -> tuple[str, list[int]]:
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
    BOUNCED: _bounced,
    CUT: _cut,
    DISRUPTED: _disrupted,
    VOID: _void,
}
