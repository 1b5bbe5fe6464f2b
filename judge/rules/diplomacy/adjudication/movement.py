"""Adjudication of a movement phase, as DATC 3.0 chapter 5 defines it, with its recommended choices.

Three steps, each of which leaves nothing open for the next:

1. Convoys. Whether a convoying fleet is dislodged hangs on attacks and supports alone, never on who leaves a
   province, so the routes are a closed system of fail, success and unknown; its paradoxes fall to Szykman's rule.
2. Supports. One attacked from where it is aimed is cut only by dislodgement, and that attack can be judged at once.
3. Moves. What stays unknown when nothing more follows are cycles of moves, and they succeed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from judge.rules.diplomacy.adjudication.convoys import fleets_at_sea, has_chain, on_short_chain
from judge.rules.diplomacy.board import ARMY, Board, Dislodged, Position, Unit
from judge.rules.diplomacy.orders import CONVOY, MOVE, SUPPORT, Order

MOVED = "moved"
BOUNCED = "bounced"
HELD = "held"
SUPPORTED = "supported"
CUT = "cut"
CONVOYED = "convoyed"
DISRUPTED = "disrupted"
VOID = "void"


FAIL = 0
SUCCESS = 1
UNKNOWN = 2

# How a move goes. A convoyed one is WAITING until it is known whether it goes by SEA or fails.
LAND = 0
SEA = 1
WAITING = 2
BROKEN = 3
NO_CHAIN = 4


class Conflict:
    """The tables of one adjudication. Numbers are those of the units in the position's order."""

    def __init__(self, board: Board, position: Position, orders: Mapping[str, Order]) -> None:
        self.board = board
        self.position = position
        self.orders = orders
        self.units = units = list(position.units.values())
        self.source = source = list(position.units)
        self.at = at = dict(zip(source, range(len(source)), strict=True))
        self.power = [unit[0] for unit in units]
        self.target = target = [""] * len(units)  # the province moved to
        self.aim = [""] * len(units)  # the province a support is for
        self.route = [LAND] * len(units)
        self.success = [FAIL] * len(units)
        self.outcome = outcome = [HELD] * len(units)
        self.attackers: dict[str, list[int]] = {}  # province -> who moves there
        self.helpers: list[list[int]] = [[] for _ in units]  # the supports that fit the unit's order
        self.strength = [1] * len(units)  # with all its uncut supports
        self.supports: list[int] = []  # those that fit, see `helpers`
        # fleet and army it is ordered to carry, where that fits the army's move
        self.convoys: list[tuple[int, int]] = []
        self.convoyed: list[int] = []  # armies that go by sea
        self.lost: set[int] = set()  # units that are dislodged

        attackers = self.attackers
        province_of = board.province_of
        helping: list[tuple[int, Order]] = []
        carrying: list[tuple[int, Order]] = []
        armies: list[int] = []
        number = -1
        for province in source:
            number += 1
            order = orders.get(province)
            if order is None:
                continue
            verb = order[1]
            if verb == MOVE:
                place = order[3]
                target[number] = goal = province_of[place]
                if goal in attackers:
                    attackers[goal].append(number)
                else:
                    attackers[goal] = [number]
                if units[number][1] == ARMY:
                    armies.append(number)
            elif verb == SUPPORT:
                helping.append((number, order))
            elif verb == CONVOY:
                carrying.append((number, order))
        for number, order in carrying:
            army = at.get(order[2], -1)
            outcome[number] = VOID
            if army >= 0 and target[army] == order[3] and units[army][1] == ARMY:
                self.convoys.append((number, army))
        self._match_supports(helping)
        land = board.army
        for number in armies:
            if (
                target[number] not in land[source[number]]
                or orders[source[number]][4]
                or (self.convoys and self._means_convoy(number))
            ):
                self.convoyed.append(number)

    def _match_supports(self, helping: list[tuple[int, Order]]) -> None:
        """Enter each support that fits the order of the unit it helps; the others are void."""
        at, target, aim, helpers, outcome = self.at, self.target, self.aim, self.helpers, self.outcome
        orders, province_of = self.orders, self.board.province_of
        for number, (_, _, other, place, _) in helping:
            helped = at.get(other, -1)
            outcome[number] = VOID
            if helped < 0:
                continue
            if not place:
                if target[helped]:
                    continue
                aim[number] = other
            else:
                if not target[helped]:
                    continue
                # A support without a coast fits a move to any coast.
                moved = orders[other][3]
                if moved != place and province_of[moved] != place:
                    continue
                aim[number] = target[helped]
            helpers[helped].append(number)
            outcome[number] = SUPPORTED
            self.supports.append(number)

    def _means_convoy(self, number: int) -> bool:
        """DATC 4.A.3: an army that could go by land goes by sea if a fleet of its own power is ordered to carry it.

        That fleet must be needed in some chain of fleets (6.G.7, 6.G.19), and the chain that was ordered must be whole.
        """
        fleets = [fleet for fleet, army in self.convoys if army == number]
        own = [fleet for fleet in fleets if self.power[fleet] == self.power[number]]
        if not own:
            return False
        board, source, aim = self.board, self.source, self.target[number]
        present = fleets_at_sea(board, self.position)
        return has_chain(board, self.seas(fleets), source[number], aim) and any(
            on_short_chain(board, present, source[fleet], source[number], aim) for fleet in own
        )

    def seas(self, fleets: list[int]) -> int:
        return sum(self.board.sea_bit.get(self.source[fleet], 0) for fleet in fleets)

    def settle_supports(self) -> None:
        """Count each unit's strength, cut supports left out."""
        power, source, aim, route, attackers = self.power, self.source, self.aim, self.route, self.attackers
        doubtful: list[tuple[int, int]] = []
        for number in self.supports:
            foes = attackers.get(source[number])
            if foes is None:
                continue
            own = power[number]
            for foe in foes:
                if power[foe] != own and route[foe] <= SEA:
                    if source[foe] != aim[number]:
                        self.outcome[number] = CUT
                        break
                    doubtful.append((number, foe))
        strength, outcome = self.strength, self.outcome
        number = -1
        for helpers in self.helpers:
            number += 1
            if helpers:
                for helper in helpers:
                    if outcome[helper] == SUPPORTED:
                        strength[number] += 1
        for number, foe in doubtful:
            # The unit attacked stands still, so this verdict needs no other move's.
            if outcome[number] == SUPPORTED and self._verdict(foe) == SUCCESS:
                outcome[number] = CUT
                helped = next(each for each, helpers in enumerate(self.helpers) if number in helpers)
                strength[helped] -= 1

    def settle_moves(self) -> None:
        success, route = self.success, self.route
        open_moves = [number for foes in self.attackers.values() for number in foes if route[number] <= SEA]
        for number in open_moves:
            success[number] = UNKNOWN
        while open_moves:
            left = []
            for number in open_moves:
                verdict = self._verdict(number)
                if verdict == UNKNOWN:
                    left.append(number)
                else:
                    success[number] = verdict
            if len(left) == len(open_moves):
                for number in self._cycle(left[0]):
                    success[number] = SUCCESS
                left = [number for number in left if success[number] == UNKNOWN]
            open_moves = left

    def _cycle(self, number: int) -> list[int]:
        """The cycle of moves that the unknown move `number` leads into."""
        trail: list[int] = []
        while number not in trail:
            trail.append(number)
            number = self.at[self.target[number]]
        return trail[trail.index(number) :]

    def _verdict(self, number: int) -> int:
        """Does this move succeed? DATC 5.B: it must beat what holds its target and everyone else who wants it."""
        strength, source, target, route, success = self.strength, self.source, self.target, self.route, self.success
        goal = target[number]
        attack = best = strength[number]
        occupant = self.at.get(goal, -1)
        facing = ""  # where the occupant of the goal moves to over land
        if occupant >= 0:
            if target[occupant] and route[occupant] <= SEA:
                if route[occupant] == LAND:
                    facing = target[occupant]
                if facing == source[number] and route[number] == LAND:
                    best = attack = self.against(number, occupant)
                    if attack <= strength[occupant]:
                        return FAIL
                elif success[occupant] != SUCCESS:
                    attack = self.against(number, occupant)
                    if attack <= 1:
                        attack = 0
                    if success[occupant] == FAIL:
                        best = attack
            else:
                best = attack = self.against(number, occupant)
                # Supports to a move that has no route do not help to hold.
                if attack <= (1 if target[occupant] else strength[occupant]):
                    return FAIL
        if not best:
            return FAIL
        for rival in self.attackers[goal]:
            if rival != number and route[rival] <= SEA:
                prevent = strength[rival]
                if facing and facing == source[rival] and route[rival] == LAND:
                    # Who is beaten head to head keeps nobody out of the province that beat it.
                    if success[occupant] == SUCCESS:
                        continue
                    if success[occupant] == UNKNOWN:
                        if attack <= prevent:
                            attack = 0
                        continue
                if best <= prevent:
                    return FAIL
                if attack <= prevent:
                    attack = 0
        return SUCCESS if attack else UNKNOWN

    def faced(self, goal: str) -> str:
        """Where the unit that stood here has gone over land: whoever came from there was beaten head to head."""
        occupant = self.at.get(goal, -1)
        gone = occupant >= 0 and self.route[occupant] == LAND and self.success[occupant] == SUCCESS
        return self.target[occupant] if gone else ""

    def comes(self, number: int, facing: str) -> bool:
        """Does this move count in its goal? Not without a route, nor if it was beaten head to head there."""
        route = self.route[number]
        return route <= SEA and not (route == LAND and self.source[number] == facing)

    def against(self, number: int, occupant: int) -> int:
        """Attack strength against a unit that stays: nobody helps to dislodge a unit of their own power."""
        owner = self.power[occupant]
        power = self.power
        if power[number] == owner:
            return 0
        attack = self.strength[number]
        for helper in self.helpers[number]:
            if power[helper] == owner and self.outcome[helper] == SUPPORTED:
                attack -= 1
        return attack


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


def _bounce_cause(conflict: Conflict, number: int) -> tuple[str, list[int]]:
    """All that by itself would have been enough: the unit that stayed, and whoever came no weaker.

    Supports that do not count against who stayed would have counted against a rival alone. So it may be that only the
    two together were enough.
    """
    occupant = conflict.at.get(conflict.target[number], -1)
    attack = against = conflict.strength[number]
    stayed, enough = [], []
    facing = conflict.faced(conflict.target[number])
    if occupant >= 0:
        success = conflict.success[occupant] == SUCCESS
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
        if rival != number and conflict.comes(rival, facing)
    ]
    enough += [rival for rival in rivals if attack <= conflict.strength[rival]]
    return BOUNCED, enough or stayed + [rival for rival in rivals if against <= conflict.strength[rival]]


def _cut_cause(conflict: Conflict, number: int) -> tuple[str, list[int]]:
    """Whoever attacked it from elsewhere than where it was aimed; if nobody did, who dislodged it."""
    foes = [
        foe
        for foe in conflict.attackers[conflict.source[number]]
        if conflict.power[foe] != conflict.power[number] and conflict.route[foe] <= SEA
    ]
    elsewhere = [foe for foe in foes if conflict.source[foe] != conflict.aim[number]]
    return CUT, elsewhere or [foe for foe in foes if conflict.success[foe] == SUCCESS]


def _disruption_cause(conflict: Conflict, number: int) -> tuple[str, list[int]]:
    """The fleets of the convoy that were dislodged, but for the one that asks; a paradox can break it without any."""
    armies = {number} | {army for fleet, army in conflict.convoys if fleet == number}
    fleets = {fleet for fleet, army in conflict.convoys if army in armies}
    return DISRUPTED, [fleet for fleet in fleets if fleet in conflict.lost and fleet != number]


def _void_cause(conflict: Conflict, number: int) -> tuple[str, list[int]]:
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


_EXPLAINED: Mapping[str, Callable[[Conflict, int], tuple[str, list[int]]]] = {
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
        conflict, found = self._battle, {}
        for number, outcome in enumerate(conflict.outcome):
            if outcome in _EXPLAINED:
                kind, by = _EXPLAINED[outcome](conflict, number)
                found[conflict.source[number]] = Cause(kind, tuple(sorted(conflict.source[each] for each in by)))
        return found


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
    conflict.lost = lost = {occupant for occupant, _ in beaten}
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
    facing = conflict.faced(goal)
    return any(conflict.comes(number, facing) for number in conflict.attackers[goal])


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
