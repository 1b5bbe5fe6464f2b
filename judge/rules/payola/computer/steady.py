"""The steady player of Payola: a plan for its own units, money for what the plan needs, and helpers where they pay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.rules.computers import Situation, Writing
from judge.rules.diplomacy.computer.plan import Planner, Task
from judge.rules.diplomacy.computer.players import reason
from judge.rules.diplomacy.computer.upkeep import upkeep
from judge.rules.diplomacy.computer.worth import worth_of
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.diplomacy.units import Unit
from judge.rules.payola.computer.hiring import SILVER, Hiring, near
from judge.rules.payola.computer.market import Market, market_of
from judge.rules.payola.computer.players import Bid, for_sale, offer_lines
from judge.rules.payola.view import PayolaView
from judge.rules.rng import Stream

SPENT = {"S": 50, "F": 85}
"""Season -> how much of its money it spends at most, of 100: income comes in Spring."""
LEAST = 1


class Steady:
    """Each of its roles that is a power by itself."""

    def write(self, situation: Situation) -> Writing:
        sheets, whys = {}, []
        for role, view in situation.views.items():
            seen: Any = view
            sheets[role], why = self._sheet(situation, seen, role)
            whys.append(why)
        return Writing(sheets, why=" ".join(whys))

    def _sheet(self, situation: Situation, view: PayolaView, power: str) -> tuple[str, str]:
        table = view.table
        stream = situation.rng.at("steady", power)
        if table.label.kind != MOVEMENT:
            lines = upkeep(table, power, worth_of(table, power, "S"), stream)
            return "\n".join(lines), "I keep my units where they are worth most."
        worth = worth_of(table, power, table.label.season)
        market = market_of(situation, power, table.label.season)
        planner = Planner(table, table.units_of(power), worth)
        planner.plan(stream, luck=10)
        return self._offers(view, planner, market, stream)

    def _offers(self, view: PayolaView, planner: Planner, market: Market, stream: Stream) -> tuple[str, str]:
        table, power = view.table, view.power
        budget = (view.balance or 0) * SPENT[table.label.season] // 100
        own = {} if view.variant.loyal else self._own_bids(planner, market, budget)
        strangers = [unit for unit in for_sale(view) if unit.power != power]
        prices = {
            unit: market.price(unit.power, dummy=unit.power in view.dummies) + stream.below(2)
            for unit in near(planner, strangers)
        }
        hiring = Hiring(planner, power, prices)
        hiring.hire(budget - sum(own.values()), stream)
        if hiring.hired and not view.variant.loyal:
            own = self._own_bids(planner, market, budget - sum(each.price for each in hiring.hired))
        orders = planner.orders()
        bids = [Bid(own[unit], unit, orders[unit]) for unit in planner.tasks if unit in own]
        bids += [Bid(each.price, each.unit, orders[each.unit]) for each in hiring.hired]
        mine = {unit: orders[unit] for unit in planner.tasks}
        obeying = mine if view.variant.loyal else {}
        why = reason(table, power, mine)
        if hiring.hired:
            why += f" I hire {' and '.join(str(each.unit) for each in hiring.hired)} to help."
        return offer_lines(view, bids, obeying), why

    def _own_bids(self, planner: Planner, market: Market, budget: int) -> dict[Unit, int]:
        """What each own unit is offered: more for those on which more of the plan hangs."""
        needs = self._needs(planner)
        bids = {unit: max(LEAST, min(market.level + 1, need // SILVER)) for unit, need in needs.items()}
        total = sum(bids.values())
        return {unit: bid * budget // total for unit, bid in bids.items()} if total > budget else bids

    def _needs(self, planner: Planner) -> Mapping[Unit, int]:
        """Of each own unit, what would be lost if it only held; of one that holds, if it went away."""
        now = planner.score(planner.tasks)
        found = {}
        for unit, task in planner.tasks.items():
            if task == Task(unit.place):
                found[unit] = planner.value(unit, unit.place) // 3
                continue
            without = {**planner.tasks, unit: Task(unit.place)}
            for other, helped in planner.tasks.items():
                if helped.helps == unit:
                    without[other] = Task(other.place)
            found[unit] = max(0, now - max(0, planner.score(without)))
        return found
