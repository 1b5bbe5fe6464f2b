"""The amounts before an offer's symbol (Payola 3.1 items 1-4, ruling P2)."""

from __future__ import annotations

import re
from functools import lru_cache

from judge.rules.diplomacy.orders import BadOrder
from judge.rules.payola.canonical import MOST_MONEY, MOST_REPETITION, Amount

_AMOUNT = re.compile(r"(?:([0-9]+)\*)?([0-9]+)(?:(#)([0-9]*))?")


@lru_cache(4096)
def read_amounts(text: str) -> tuple[Amount, ...]:
    """The amounts before an offer's symbol (Payola 3.1 items 1-4); nothing at all is an amount of 0 (ruling P2)."""
    amounts = []
    for piece in (text.replace(" ", "") or "0").split("+"):
        parts = _AMOUNT.fullmatch(piece)
        if parts is None:
            raise not_an_amount(text)
        times, money_text, hash_sign, plateau_text = parts.groups()
        repetition = _number(times, MOST_REPETITION, "a repetition", 1) if times else 1
        money = _number(money_text, MOST_MONEY, "an amount", 0)
        plateau = _number(plateau_text, MOST_MONEY, "a plateau", 0) if plateau_text else money if hash_sign else 0
        if plateau > money:
            message = f"the plateau {plateau} is higher than the amount {money}"
            hint = f"write `{money}#{money}` or `{plateau}#{plateau}`"
            raise BadOrder("payola/plateau-above-amount", message, hint)
        amounts.append(Amount(money, plateau, repetition))
    return tuple(amounts)


def _number(text: str, most: int, what: str, least: int) -> int:
    digits = text.lstrip("0") or "0"
    if len(digits) > 4 or not least <= int(digits) <= most:
        raise BadOrder("payola/amount-out-of-range", f"{what} is from {least} to {most}, not {digits[:20]}")
    return int(digits)


def not_an_amount(text: str) -> BadOrder:
    """Return that a text is no amount."""
    hint = "amounts look like `5`, `3*5`, `5#2`, `4*5#2 + 6`: whole silver pieces"
    return BadOrder("payola/bad-amount", f"`{text.strip()}` is not an amount", hint)
