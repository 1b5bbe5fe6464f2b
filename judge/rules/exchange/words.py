"""The words of Exchange beside those that it shares with Payola (Payola 6.8)."""

from __future__ import annotations

from judge.rules.payola.reading.words import ACCEPT, ADD
from judge.rules.values import Word

TRANSFER = Word(
    "TRANSFER",
    "TRANSFER amount TO investor",
    "gives silver pieces of your own account to another investor, at once and for good; `TRANSFER ALL TO investor` asks"
    " you for a code first",
    at_once=True,
    example="TRANSFER 5 TO ANNA",
)
FOR = Word(
    "FOR",
    "FOR power",
    "says that the lines below are for a power that you lead: its offers, list, retreats, builds, and votes on a draw",
    at_once=True,
    example="FOR FRANCE",
)
BUY = Word(
    "BUY",
    "BUY shares power [FROM investor FOR sum]",
    "buys unsold shares at the fixed price, or shares of an investor who writes the matching SELL",
    at_once=False,
    example="BUY 3 FRANCE",
)
SELL = Word(
    "SELL",
    "SELL shares power TO investor FOR sum",
    "sells shares to an investor who writes the matching BUY; the sum is for all of them",
    at_once=False,
    example="SELL 2 FRANCE TO ANNA FOR 15",
)
ELECT = Word(
    "ELECT",
    "ELECT power investor",
    "votes with your shares for who leads the power, every year until you change it; NOBODY takes it back",
    at_once=True,
    example="ELECT FRANCE ANNA",
)
DIVIDEND = Word(
    "DIVIDEND",
    "DIVIDEND power amount",
    "by a CEO: sets what each share is paid in the next exchange, if the treasury covers all",
    at_once=True,
    example="DIVIDEND FRANCE 2",
)
WORTH = Word(
    "WORTH",
    "WORTH center amount",
    "by a CEO: sets what the center brings from the next income on",
    at_once=True,
    example="WORTH PAR 9",
)
WORDS = (ADD, ACCEPT, TRANSFER, FOR, BUY, SELL, ELECT, DIVIDEND, WORTH)
