"""The steady player of Absence of Plague: a plan for its units, and money for what stands in their way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from judge.rules.machiavelli.board import ARMY, BOARD, FLEET, GARRISON
from judge.rules.machiavelli.computer.country import Country
from judge.rules.machiavelli.computer.plan import Planner
from judge.rules.machiavelli.computer.worth import city_worth, worth_of
from judge.rules.machiavelli.money.expenses import DISBAND, Expense, forbidden, least
from judge.rules.machiavelli.orders import ADVANCE, BESIEGE, Order
from judge.rules.machiavelli.position import Position
from judge.rules.machiavelli.springtime import RAISE, Salary, no_raise
from judge.rules.machiavelli.view import PlagueView
from judge.rules.rng import Stream

DUCAT = 5000
"""What one ducat is worth, beside the worth of areas (see `judge.rules.machiavelli.computer.worth`)."""
MOST_BRIBES, LOOKED_AT = 3, 6
"""So many units are bribed in a season, of so many that look most promising at first."""


class Steady(Country):
    """Plans for all its units together, and pays units of others to disband where that opens the way to a city."""

    def raised(self, position: Position, player: str, stream: Stream) -> list[Salary]:
        """Armies and fleets, those first that are worth most where they are raised."""
        areas = worth_of(position, player).areas
        taken = {unit.area for unit in position.units_of(player)}
        found: list[tuple[int, Salary]] = []
        for area in stream.shuffled([each for each in BOARD.cities if each not in taken]):
            kinds = [kind for kind in (ARMY, FLEET) if not no_raise(position, player, Salary(RAISE, kind, area))]
            if kinds:
                kind = max(kinds, key=lambda kind: areas.get((kind, area), 0))
                found.append((areas.get((kind, area), 0), Salary(RAISE, kind, area)))
        return [salary for _, salary in sorted(found, key=lambda each: -each[0])]

    def campaign(self, view: PlagueView, player: str, stream: Stream) -> tuple[list[str], str]:
        position, money = view.position, view.balance or 0
        bribes: list[Expense] = []
        planner = _planned(position, player, stream)
        while len(bribes) < MOST_BRIBES:
            best = self._best_bribe(view.position, position, player, money, planner, stream)
            if best is None:
                break
            bribe, position, planner = best
            bribes.append(bribe)
            money -= bribe.amount
        orders = planner.orders()
        lines = [str(order) for order in orders.values()]
        return [*lines, *map(str, bribes)], _reason(view.position, player, list(orders.values()), bribes)

    def _best_bribe(
        self, now: Position, position: Position, player: str, money: int, planner: Planner, stream: Stream
    ) -> tuple[Expense, Position, Planner] | None:
        """(bribe, the position without that unit, the plan for it), the one that brings most beyond its price."""
        options = sorted(_bribes(now, position, player, money), key=_promise)[:LOOKED_AT]
        best, found = 0, None
        before = planner.score(planner.tasks)
        for bribe in options:
            after = replace(position, units={k: unit for k, unit in position.units.items() if k != bribe.place})
            plan = _planned(after, player, stream)
            gain = plan.score(plan.tasks) - before - bribe.amount * DUCAT
            if gain > best:
                best, found = gain, (bribe, after, plan)
        return found


def _planned(position: Position, player: str, stream: Stream) -> Planner:
    planner = Planner(position, player, worth_of(position, player))
    planner.improve(stream)
    return planner


def _promise(bribe: Expense) -> tuple[int, str]:
    """Those first that promise most for their price."""
    _, area = bribe.target.split()
    return bribe.amount * 100 // (30 + city_worth(area)), bribe.target


def _bribes(now: Position, position: Position, player: str, money: int) -> Iterator[Expense]:
    """What can be paid to disband in areas that an own unit can go to, or stands in. `position`: without those that
    are paid to already.
    """
    own = [unit for unit in position.units_of(player) if unit.kind != GARRISON]
    near = {area for unit in own for area in (unit.area, *BOARD.reach(unit.kind, unit.area))}
    for unit in position.units.values():
        if unit.owner != player and unit.area in near:
            bribe = Expense(DISBAND, str(unit), least(now, Expense(DISBAND, str(unit))))
            if 0 < bribe.amount <= money and not forbidden(now, player, bribe):
                yield bribe


def _reason(position: Position, player: str, orders: list[Order], bribes: list[Expense]) -> str:
    """One sentence about a plan."""
    aims = [
        BOARD.areas[order.target].name
        for order in orders
        if (order.verb == BESIEGE)
        or (order.verb == ADVANCE and BOARD.areas[order.target].city and position.city_of(order.target) != player)
    ]
    goals = aims[0] if len(aims) == 1 else f"{', '.join(aims[:-1])} and {aims[-1]}" if aims else ""
    why = f"I go for {goals}." if goals else "No city can be taken now, so my units go to where they are needed next."
    if bribes:
        why += f" I pay {' and '.join(each.target for each in bribes)} to disband."
    return why
