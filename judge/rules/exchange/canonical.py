"""The lines of an exchange phase: shares bought from the unsold, and trades between two investors (ruling P28)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from judge.rules.diplomacy.board import Board

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


TRADES = "trades"
"""The part that the purchases and trades of an exchange phase are filed under."""

_TRADE = re.compile(
    r"(BUY|SELL) ([1-9][0-9]{0,3}) (\S+)(?: (?:FROM|TO) (\S+) FOR (0|[1-9][0-9]{0,8}))?(?:  % (\S|\S.*\S))?",
    re.ASCII | re.DOTALL,
)


def parse_trade(board: Board, investors: Sequence[str], investor: str, line: str) -> Trade:
    """Parse one line of an investor's. ValueError if it is not canonical."""
    found = _TRADE.fullmatch(line)
    if found is None:
        raise ValueError(f"no trade: {line!r}")
    side, number, power, other, total, comment = found.groups("")
    trade = Trade(side == "SELL", int(number), power, other, int(total or 0), comment)
    known = power in board.powers and power not in board.dummies and (not other or other in investors)
    if not known or other == investor or (trade.sells and not other) or str(trade) != line:
        raise ValueError(f"no trade of {investor}: {line!r}")
    return trade


def parse_trades(board: Board, investors: Sequence[str], investor: str, text: str) -> list[Trade]:
    """Parse what an investor has filed."""
    return [parse_trade(board, investors, investor, line) for line in text.split("\n")] if text else []


def print_trades(trades: Iterable[Trade]) -> str:
    """Print trades, a line each."""
    return "\n".join(map(str, trades))
