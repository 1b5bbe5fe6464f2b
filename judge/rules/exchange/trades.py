"""The lines of an exchange phase: shares bought from the unsold, and trades between two investors (ruling P28)."""

from __future__ import annotations

from typing import NamedTuple

MOST_SHARES = 9999
MOST_MONEY = 999_999_999


class Trade(NamedTuple):
    """Some shares of a power. Without `other` they are bought from the unsold; else bought from, or sold to, that
    investor for the whole sum `total`.
    """

    sells: bool
    number: int
    power: str
    other: str = ""
    total: int = 0
    comment: str = ""

    @property
    def deal(self) -> str:
        """The line as the other part must see it: the same words, but for the side."""
        between = f" {'TO' if self.sells else 'FROM'} {self.other} FOR {self.total}" if self.other else ""
        return f"{'SELL' if self.sells else 'BUY'} {self.number} {self.power}{between}"

    def __str__(self) -> str:
        return f"{self.deal}  % {self.comment}" if self.comment else self.deal

    def matches(self, seller: str, buyer: str, sale: Trade) -> bool:
        """Is this line of the buyer's the other half of the seller's?"""
        return (
            not self.sells
            and (self.other, sale.other) == (seller, buyer)
            and (self.number, self.power, self.total) == (sale.number, sale.power, sale.total)
        )
