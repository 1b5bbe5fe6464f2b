"""The strength equations of DATC 5.B, word for word and slowly, for checking a finished adjudication."""

from __future__ import annotations

from collections.abc import Mapping

from judge.rules.diplomacy.adjudication.movement import CONVOYED, CUT, MOVED, SUPPORTED, MovementResult
from judge.rules.diplomacy.board import Board, Position
from judge.rules.diplomacy.orders import MOVE, SUPPORT, Order

NO_ROUTE = ("disrupted", "void")


class Equations:
    """What each decision should be, if all the others are as `result` has them."""

    def __init__(self, board: Board, position: Position, orders: Mapping[str, Order], result: MovementResult) -> None:
        self.board, self.units, self.result = board, position.units, result
        self.orders = {province: orders[province] for province in position.units if province in orders}
        self.target = {
            province: board.province_of[order.target] for province, order in self.orders.items() if order.verb == MOVE
        }
        carried = {order.other for province, order in self.orders.items() if result.outcomes[province] == CONVOYED}
        self.by_sea = {
            province
            for province in self.target
            if province in carried
            or (self.target[province] not in board.army[province] and self.units[province].kind == "A")
        }

    def succeeded(self, province: str) -> bool:
        return self.result.outcomes[province] == MOVED

    def routed(self, province: str) -> bool:
        return province in self.target and self.result.outcomes[province] not in NO_ROUTE

    def fits(self, helper: str, helped: str) -> bool:
        order = self.orders.get(helper)
        if order is None or order.verb != SUPPORT or order.other != helped:
            return False
        if not order.target:
            return helped not in self.target
        if helped not in self.target:
            return False
        place = self.orders[helped].target
        return order.target in (place, self.board.province_of[place])

    def is_cut(self, helper: str) -> bool:
        order = self.orders[helper]
        aim = self.board.province_of[order.target] if order.target else order.other
        foes = [
            foe
            for foe, goal in self.target.items()
            if goal == helper and self.routed(foe) and self.units[foe].power != self.units[helper].power
        ]
        return any(foe != aim or self.succeeded(foe) for foe in foes)

    def helpers(self, province: str, without: str = "") -> int:
        return sum(
            self.fits(helper, province) and not self.is_cut(helper) and self.units[helper].power != without
            for helper in self.orders
        )

    def head_to_head(self, one: str, other: str) -> bool:
        return (
            self.target.get(one) == other
            and self.target.get(other) == one
            and self.routed(one)
            and self.routed(other)
            and not {one, other} & self.by_sea
        )

    def hold_strength(self, province: str) -> int:
        if province not in self.units or self.succeeded(province):
            return 0
        return 1 if province in self.target else 1 + self.helpers(province)

    def attack_strength(self, province: str) -> int:
        goal = self.target[province]
        if not self.routed(province):
            return 0
        if goal not in self.units or (self.succeeded(goal) and not self.head_to_head(province, goal)):
            return 1 + self.helpers(province)
        owner = self.units[goal].power
        return 0 if self.units[province].power == owner else 1 + self.helpers(province, owner)

    def prevent_strength(self, province: str) -> int:
        goal = self.target[province]
        if not self.routed(province) or (self.head_to_head(province, goal) and self.succeeded(goal)):
            return 0
        return 1 + self.helpers(province)

    def should_succeed(self, province: str) -> bool:
        goal = self.target[province]
        against = 1 + self.helpers(goal) if self.head_to_head(province, goal) else self.hold_strength(goal)
        attack = self.attack_strength(province)
        rivals = [
            self.prevent_strength(rival) for rival in self.target if rival != province and self.target[rival] == goal
        ]
        return attack > against and all(attack > rival for rival in rivals)

    def faults(self) -> list[str]:
        """The decisions that are not as the equations say."""
        found = [
            province
            for province in self.target
            if self.routed(province) and self.should_succeed(province) != self.succeeded(province)
        ]
        for province, order in self.orders.items():
            outcome = self.result.outcomes[province]
            if order.verb == SUPPORT and outcome in (SUPPORTED, CUT) and self.is_cut(province) != (outcome == CUT):
                found.append(province)
        return found
