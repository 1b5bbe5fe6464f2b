"""Canonical text of trades (ruling P28): what stands on file and what programs write. One a line.

    BUY NUMBER POWER                              shares of the unsold
    BUY NUMBER POWER FROM INVESTOR FOR SUM        a trade, as the buyer writes it
    SELL NUMBER POWER TO INVESTOR FOR SUM         the same, as the seller writes it

A comment may stand behind two blanks, `%` and a blank. Parsing and printing are inverse.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from judge.rules.diplomacy.board import Board
from judge.rules.exchange.trades import Trade

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
