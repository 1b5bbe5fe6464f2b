"""The type of an offer where it does not belong, or nowhere: what is wrong with the line, and what would be right."""

from __future__ import annotations

import re
from collections.abc import Callable

from judge.rules.diplomacy.orders import BadOrder
from judge.rules.payola.reading.amounts import refuse_amount

TYPES = ":!>@&"
EXAMPLE = "`5 : A LON - YOR`"
MISPLACED = re.compile(r"[:!@&]|(?<![-=~])>")
_SAVED = re.compile(r"([0-9]{1,4})\s*\$")
_AMOUNT_ALONE = re.compile(r"([0-9]{1,4})(?:\s*[).,\u2013-]\s*|\s+)(\w.*)", re.DOTALL)
_STARTS_WITH_AMOUNT = re.compile(r"[+*#.,-]*\s*\d")


def refuse_misplaced(body: str, reads: Callable[[str, str], bool]) -> None:
    """A line without a type in its place is an order with 0 offered, unless it holds an amount or a type elsewhere.

    `reads`: are an amount and what is behind it a direct offer? Else it is not told how to write them as one.
    """
    symbol = MISPLACED.search(body)
    if symbol is not None:
        refuse_amount(body[: symbol.start()])
    if _STARTS_WITH_AMOUNT.match(body):
        if saved := _SAVED.match(body):
            message = "I cannot tell for sure how much you want to hold back"
            raise BadOrder("payola/bad-savings", message, f"write `{saved[1]} $` alone on the line")
        parts = _AMOUNT_ALONE.match(body)
        meant = parts is not None and reads(parts[1], parts[2].strip())
        raise BadOrder(
            "payola/no-type",
            "write the type of the offer between the amount and the unit: `:`, `!`, `>`, `@` or `&`",
            f"write `{parts[1]} : {parts[2].strip()}`" if parts and meant else f"an offer is {EXAMPLE}",
        )


def refuse_second_type(kind: str, after: str) -> None:
    """`3 :! A LON H` could be either: what follows the type is the unit."""
    if after and after in TYPES:
        message = f"an offer has one type, and this one has `{kind}` and `{after}`"
        raise BadOrder("payola/two-types", message, f"write {EXAMPLE}")
