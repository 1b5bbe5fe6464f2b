"""The limits that an Exchange game's options set: cash to begin with, and the highest dividend (rulings P28, P44)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.rules.payola.variants import DIVIDENDS, FREE, HALF, OPTIONS
from judge.rules.values import Json

_OPTIONS = {option.name: option for option in OPTIONS}
PRICE: int = _OPTIONS["price"].default
SHARES: int = _OPTIONS["shares"].default


def cash_of(options: Mapping[str, Json], players: int, all_shares: int) -> int:
    """What each of so many investors begins with. `all_shares`: what all shares cost together, in silver pieces."""
    cash: int = _OPTIONS["cash"].of(options)
    return cash or -(-all_shares // players)


def most_dividend(options: Mapping[str, Json], price: int) -> int:
    """Silver pieces a share that a dividend may be at most: half of what an unsold one costs, so that nobody
    gains by draining a treasury they have just bought; 0: no limit. ValueError where the option is none.
    """
    chosen = _OPTIONS[DIVIDENDS].of(options)
    if chosen not in (HALF, FREE):
        raise ValueError(f"options.{DIVIDENDS} is {HALF} or {FREE}")
    return 0 if chosen == FREE else -(-price // 2)
