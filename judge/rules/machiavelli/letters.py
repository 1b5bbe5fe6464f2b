"""What a role has on file: canonical texts of its parts, and the orders they hold."""

from __future__ import annotations

from dataclasses import dataclass

from judge.rules.machiavelli.labels import ADJUSTMENT, Label
from judge.rules.machiavelli.money.expenses import Expense, Gift, read_expense, read_gift
from judge.rules.machiavelli.orders import Order, Permit, read_order
from judge.rules.machiavelli.springtime import NOTHING, Salary, Tax, Trade, read_dealing, read_salary
from judge.rules.values import Orders

GIFTS = "gifts"
DEALINGS = "dealings"
PAYMENTS = "payments"
EXPENDITURES = "expenditures"
ORDERS = "orders"

SPRING_PARTS = (GIFTS, DEALINGS, PAYMENTS)
CAMPAIGN_PARTS = (GIFTS, EXPENDITURES, ORDERS)


def parts_of(label: Label) -> tuple[str, ...]:
    return SPRING_PARTS if label.kind == ADJUSTMENT else CAMPAIGN_PARTS


@dataclass(frozen=True)
class Letter:
    """All that one player ordered for a phase, in their order. salaries is None where they sent no payment list."""

    gifts: tuple[Gift, ...] = ()
    dealings: tuple[Trade | Tax, ...] = ()
    salaries: tuple[Salary, ...] | None = None
    expenses: tuple[Expense, ...] = ()
    orders: tuple[Order, ...] = ()
    permits: tuple[Permit, ...] = ()
    excommunication: str = ""


def read_letter(parts: Orders) -> Letter:
    """From the canonical texts on file. ValueError if they are anything else."""
    gifts = tuple(read_gift(line) for line in _lines(parts, GIFTS))
    dealings: list[Trade | Tax] = []
    excommunication = ""
    for line in _lines(parts, DEALINGS):
        if line.startswith("EXCOMMUNICATE "):
            excommunication = excommunication or line.split()[1]
        else:
            dealings.append(read_dealing(line))
    salaries = None
    if parts.get(PAYMENTS):
        salaries = tuple(read_salary(line) for line in _lines(parts, PAYMENTS) if line != NOTHING)
    orders: list[Order] = []
    permits: list[Permit] = []
    for line in _lines(parts, ORDERS):
        each = read_order(line)
        if isinstance(each, Order):
            orders.append(each)
        elif isinstance(each, Permit):
            permits.append(each)
        else:
            excommunication = excommunication or each.player
    expenses = tuple(read_expense(line) for line in _lines(parts, EXPENDITURES))
    return Letter(gifts, tuple(dealings), salaries, expenses, tuple(orders), tuple(permits), excommunication)


def _lines(parts: Orders, name: str) -> list[str]:
    return [line for line in parts.get(name, "").splitlines() if line]
