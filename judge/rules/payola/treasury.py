"""Money: income, and what the ledger says about every change of a balance (Payola 2, rulings P15, P16)."""

from __future__ import annotations

from judge.rules.system import Posting

CURRENCY = "AgP"


def decreasing_income(centers: int, victory: int) -> int:
    """Silver pieces that so many centers earn in a year: the k-th one max(0, victory - k) (2.1, ruling P15)."""
    paying = min(centers, victory)
    return paying * victory - paying * (paying + 1) // 2


def posting(power: str, amount: int, reason: str) -> Posting:
    return Posting(power, CURRENCY, amount, reason)
