"""Why a line of an exchange was not carried out, as far as its writer may know.

What others wrote is sealed, and what they have is their own business: a reason tells only what the writer's own money,
shares and trades show. So nobody is told whether the other side was silent or could not pay.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from judge.rules.exchange.trades import Trade
from judge.rules.values import Json

UNSOLD = "unsold"
"""No share was left to buy when the writer still had the money for one."""

MONEY = "money"
"""The writer had too little money: for one more unsold share, or for the trade after all else that they bought."""

SHARES = "shares"
"""The writer held too few of the shares when the trade's turn came."""

OTHER = "other"
"""The writer had what the trade takes: the other side did not write the same line, or could not cover it."""


class Failure(NamedTuple):
    """bought: how many of the unsold shares the line brought all the same; have: what the writer had, of money (in
    silver pieces) or, where shares were to be sold, of these shares.
    """

    line: Trade
    why: str
    bought: int
    have: int

    @property
    def told(self) -> Mapping[str, Json]:
        return {
            "line": self.line.deal,
            "why": self.why,
            "power": self.line.power,
            "sells": self.line.sells,
            "shares": self.line.number,
            "other": self.line.other,
            "total": self.line.total,
            "bought": self.bought,
            "have": self.have,
        }
