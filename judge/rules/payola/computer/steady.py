"""The steady player of Payola: a plan for its own units, money for what the plan needs, and helpers where they pay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.rules.computers import Message, Situation, Writing
from judge.rules.diplomacy.computer.plan import Planner, Task
from judge.rules.diplomacy.computer.players import reason
from judge.rules.diplomacy.computer.upkeep import upkeep
from judge.rules.diplomacy.computer.worth import worth_of
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.diplomacy.units import Unit
from judge.rules.payola.acceptance import REST
from judge.rules.payola.computer.hiring import SILVER, Hired, Hiring, near
from judge.rules.payola.computer.market import Market, market_of
from judge.rules.payola.computer.players import Bid, for_sale, offer_lines
from judge.rules.payola.computer.talk import Answers, answers, debts, offer_text
from judge.rules.payola.view import PayolaView
from judge.rules.rng import Stream

SPENT = {"S": 50, "F": 85}
"""Season -> how much of its money it spends at most, of 100: income comes in Spring."""
LEAST, TOKEN = 1, 2
"""What an own unit is offered at least; and another's, whose owner has agreed to what it is to do."""


PROPOSALS = 2
"""Letters of its own in a phase, to owners of units that it hires."""
FRIENDS = 2
"""So many powers stand by name in its acceptance list: those whose units are least near."""


class Steady:
    """Each of its roles that is a power by itself."""

    def write(self, situation: Situation) -> Writing:
        sheets, messages, whys = {}, [], []
        for role, view in situation.views.items():
            seen: Any = view
            sheets[role], letters, why = self._sheet(situation, seen, role)
            messages += [Message((to,), text) for to, text in letters if to in situation.addressees]
            whys.append(why)
        return Writing(sheets, tuple(messages), " ".join(whys))

    def _sheet(self, situation: Situation, view: PayolaView, power: str) -> tuple[str, list[tuple[str, str]], str]:
        """(the sheet, letters to others, why)"""
        table = view.table
        stream = situation.rng.at("steady", power)
        paid = debts(situation, view)
        if table.label.kind != MOVEMENT:
            lines = upkeep(table, power, worth_of(table, power, "S"), stream)
            return "\n".join((*paid, *lines)), [], "I keep my units where they are worth most."
        planner = Planner(table, table.units_of(power), worth_of(table, power, table.label.season))
        planner.plan(stream, luck=10)
        market = market_of(situation, power, table.label.season)
        owed = sum(int(line.split()[1]) for line in paid)
        bidding = _Bidding(view, planner, market, (view.balance or 0) - owed)
        bidding.hire(stream)
        said = answers(situation, view, planner)
        lines = [*paid, *_acceptance(situation, view), bidding.lines(said)]
        letters = list(said.letters)
        if not situation.turn:
            letters += [(each.unit.power, bidding.proposal(each)) for each in bidding.hired[:PROPOSALS]]
        return "\n".join(filter(None, lines)), letters, bidding.why(said)


class _Bidding:
    """The offers of one power for one movement phase; `money`: what it has."""

    def __init__(self, view: PayolaView, planner: Planner, market: Market, money: int) -> None:
        self._view, self._planner, self._market = view, planner, market
        self._budget = max(0, money) * SPENT[view.table.label.season] // 100
        self.hired: list[Hired] = []

    def hire(self, stream: Stream) -> None:
        view, planner = self._view, self._planner
        strangers = [unit for unit in for_sale(view) if unit.power != view.power]
        prices = {
            unit: self._market.price(unit.power, dummy=unit.power in view.dummies) + stream.below(2)
            for unit in near(planner, strangers)
        }
        hiring = Hiring(planner, view.power, prices)
        hiring.hire(self._budget - sum(self._own(self._budget).values()), stream)
        self.hired = hiring.hired

    def proposal(self, hired: Hired) -> str:
        """To the owner: half of what the unit is offered anyway."""
        order = self._planner.orders()[hired.unit]
        return f"{offer_text(self._view.table, max(1, hired.price // 2), order)}. I pay by transfer once it is done."

    def lines(self, said: Answers) -> str:
        """The offers as a sheet has them."""
        view, planner = self._view, self._planner
        orders = {**planner.orders(), **said.orders}
        hired = [
            Bid(TOKEN if each.unit in said.bought else each.price, each.unit, orders[each.unit]) for each in self.hired
        ]
        mine = {unit: orders[unit] for unit in planner.tasks}
        if view.variant.loyal:
            return offer_lines(view, hired, mine)
        own = self._own(self._budget - sum(bid.amount for bid in hired))
        return offer_lines(view, [*(Bid(own[unit], unit, mine[unit]) for unit in mine), *hired], {})

    def why(self, said: Answers) -> str:
        orders = {**self._planner.orders(), **said.orders}
        mine = {unit: orders[unit] for unit in self._planner.tasks}
        why = reason(self._view.table, self._view.power, mine)
        if self.hired:
            why += f" I hire {' and '.join(str(each.unit) for each in self.hired)} to help."
        return why

    def _own(self, budget: int) -> dict[Unit, int]:
        """What each own unit is offered: more for those on which more of the plan hangs."""
        if self._view.variant.loyal:
            return {}
        needs = self._needs()
        bids = {unit: max(LEAST, min(self._market.level + 1, need // SILVER)) for unit, need in needs.items()}
        total = sum(bids.values())
        return {unit: bid * max(0, budget) // total for unit, bid in bids.items()} if total > budget else bids

    def _needs(self) -> Mapping[Unit, int]:
        """Of each own unit, what would be lost if it only held; of one that holds, if it went away."""
        planner = self._planner
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


def _acceptance(situation: Situation, view: PayolaView) -> list[str]:
    """The line that sets its list, once a year: itself first, then those who can do it least harm. None for loyal
    units: there it decides nothing (ruling P23).
    """
    board = view.board
    if situation.turn or view.table.label.season != "S" or view.accept is None or view.variant.loyal:
        return []
    others = [power for power in view.others if power in board.letters]
    near = dict.fromkeys(others, 0)
    around = {place for unit in view.table.units_of(view.power) for place in board.reach[unit.province]}
    for unit in view.table.units:
        if unit.power in near and unit.province in around:
            near[unit.power] += 1
    friends = sorted(others, key=lambda power: (near[power], power))[:FRIENDS]
    wanted = "".join(board.letters[power] for power in (view.power, *friends)) + REST
    return [f"ACCEPT {wanted}"] if wanted != view.accept and len(wanted) <= len(board.letters) else []
