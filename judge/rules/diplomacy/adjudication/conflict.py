"""One battle of all the orders of a movement phase: who helps whom, how strong each unit is, which moves succeed.

Units are numbered; every table is a list by that number. Steps 2 and 3 of `movement`, as DATC 3.0 chapter 5 has them.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.rules.diplomacy.adjudication.convoys import fleets_at_sea, has_chain, on_short_chain
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.orders import CONVOY, MOVE, SUPPORT, Order
from judge.rules.diplomacy.position import ARMY, Position

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

    __slots__ = (
        "aim",
        "at",
        "attackers",
        "board",
        "convoyed",
        "convoys",
        "helpers",
        "orders",
        "outcome",
        "position",
        "power",
        "route",
        "source",
        "strength",
        "success",
        "supports",
        "target",
        "units",
    )

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
