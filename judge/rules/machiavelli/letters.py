"""What a role orders in a phase, and the parts that it is filed under."""

from __future__ import annotations

from dataclasses import dataclass

from judge.rules.machiavelli.labels import ADJUSTMENT, Label
from judge.rules.machiavelli.money.expenses import Expense, Gift
from judge.rules.machiavelli.orders import Order, Permit
from judge.rules.machiavelli.springtime import Salary, Tax, Trade

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
