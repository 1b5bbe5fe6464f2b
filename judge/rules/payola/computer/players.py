"""The computer players of Payola that do without much thought: `random` pays anybody for anything, `novice` its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from judge.rules.computers import NOVICE, RANDOM, STEADY, ComputerPlayer, Letters, RoleByRole, Situation
from judge.rules.diplomacy.board import Unit
from judge.rules.diplomacy.canonical import full_text
from judge.rules.diplomacy.computer.plan import Planner, Task, reaches, steps, worth_of
from judge.rules.diplomacy.computer.players import KEPT, OnBoard, novice_orders, random_orders, reason, upkeep
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.diplomacy.orders import Order
from judge.rules.payola.acceptance import REST
from judge.rules.payola.computer.letters import Answers, answers, debts, offer_text
from judge.rules.payola.computer.market import SILVER, Hired, Hiring, Market, market_of, near
from judge.rules.payola.view import PayolaView
from judge.rules.rng import Stream

BRIBES = 35
"""In so many of 100 phases a novice offers something to a unit that is not its own."""


class Bid(NamedTuple):
    """A direct offer."""

    amount: int
    unit: Unit
    order: Order


def for_sale(view: PayolaView) -> tuple[Unit, ...]:
    """The units that take money, as far as the viewer sees them."""
    return tuple(unit for unit in view.table.units if not view.variant.loyal or unit.power in view.dummies)


def offer_lines(view: PayolaView, bids: Sequence[Bid], obeying: Mapping[Unit, Order]) -> str:
    """The sheet: what each loyal unit of one's own is told, and the offers. Nobody else's unit is offered nothing."""
    position = view.table.position
    told = [full_text(position, order) for order in obeying.values()]
    amounts = [bid.amount if bid.unit.power == view.power else max(1, bid.amount) for bid in bids]
    paid = [f"{amount} : {full_text(position, bid.order)}" for amount, bid in zip(amounts, bids, strict=True)]
    return "\n".join((*told, *paid))


def _shares(amount: int, many: int, stream: Stream) -> list[int]:
    """So many parts of the amount, some of them twice others."""
    weights = [2 + stream.below(3) for _ in range(many)]
    return [amount * weight // sum(weights) for weight in weights]


class Random(OnBoard[PayolaView]):
    """Any legal order for any units, its own or not, for any part of its money."""

    chance = "sheet"
    careful = False

    def movement(self, view: PayolaView, power: str, stream: Stream) -> tuple[str, str]:
        units = for_sale(view)
        own = view.table.units_of(power) if view.variant.loyal else ()
        picked = stream.shuffled(units)[: 1 + stream.below(8)]
        orders = random_orders(view.table, picked, stream)
        amounts = _shares(view.balance or 0, len(picked), stream) if picked else []
        bids = [Bid(amount, unit, orders[unit]) for unit, amount in zip(picked, amounts, strict=True)]
        return offer_lines(view, bids, random_orders(view.table, own, stream)), "I draw lots."


class Novice(OnBoard[PayolaView]):
    """Sends each of its units to a center near by and pays them alike; now and then it bribes a neighbour."""

    chance = "sheet"

    def movement(self, view: PayolaView, power: str, stream: Stream) -> tuple[str, str]:
        table = view.table
        orders = novice_orders(table, power, stream)
        budget = (view.balance or 0) * (50 if table.label.season == "S" else 90) // 100
        strangers = [unit for unit in for_sale(view) if unit.power != power]
        near = [unit for unit in strangers if any(reaches(table, own, unit.province) for own in orders)] or strangers
        hired = [stream.choice(near)] if near and (not orders or stream.below(100) < BRIBES) else []
        obeying = orders if view.variant.loyal else {}
        paid = [(unit, order) for unit, order in orders.items() if unit not in obeying]
        paid += [(unit, stream.choice(steps(table, unit))) for unit in hired]
        amounts = _shares(budget, len(paid), stream) if paid else []
        bids = [Bid(amount, unit, order) for (unit, order), amount in zip(paid, amounts, strict=True)]
        return offer_lines(view, bids, obeying), "I pay my units alike to go for centers near by."


SPENT = {"S": 50, "F": 85}
"""Season -> how much of its money it spends at most, of 100: income comes in Spring."""
LEAST, TOKEN = 1, 2
"""What an own unit is offered at least; and another's, whose owner has agreed to what it is to do."""


PROPOSALS = 2
"""Letters of its own in a phase, to owners of units that it hires."""
FRIENDS = 2
"""So many powers stand by name in its acceptance list: those whose units are least near."""


class Steady(RoleByRole[PayolaView]):
    """Pays for a plan, and agrees with others by press on what their units do."""

    chance = "steady"

    def sheet(self, view: PayolaView, role: str, stream: Stream) -> tuple[str, str]:
        return "\n".join(upkeep(view.table, role, worth_of(view.table, role, "S"), stream)), KEPT

    def written(self, situation: Situation, view: PayolaView, role: str, stream: Stream) -> tuple[str, str, Letters]:
        table = view.table
        paid = debts(situation, view)
        if table.label.kind != MOVEMENT:
            kept, why = self.sheet(view, role, stream)
            return "\n".join(filter(None, (*paid, kept))), why, ()
        planner = Planner(table, table.units_of(role), worth_of(table, role, table.label.season))
        planner.improve(stream)
        planner.varied(stream, luck=10)
        market = market_of(situation, role, table.label.season)
        owed = sum(int(line.split()[1]) for line in paid)
        bidding = _Bidding(view, planner, market, (view.balance or 0) - owed)
        bidding.hire(stream)
        said = answers(situation, view, planner)
        lines = [*paid, *_acceptance(situation, view), bidding.lines(said)]
        letters = list(said.letters)
        if not situation.turn:
            letters += [(each.unit.power, bidding.proposal(each)) for each in bidding.hired[:PROPOSALS]]
        return "\n".join(filter(None, lines)), bidding.why(said), letters


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
    """Return its list once a year: itself, then the least harmful. None for loyal units (P23)."""
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


COMPUTERS: Mapping[str, ComputerPlayer] = {RANDOM: Random(), NOVICE: Novice(), STEADY: Steady()}
