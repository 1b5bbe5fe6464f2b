"""Headings of a letter, `Armies:` or `Ducat expenditures`, and what the lines below them are about (Example 5)."""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.machiavelli.adjustment import BUY, PAY, RAISE, SELL
from judge.rules.machiavelli.canonical import DEALINGS, EXPENDITURES, ORDERS, PAYMENTS
from judge.rules.machiavelli.canonical import GIFTS as GIFTS_ON_FILE
from judge.rules.machiavelli.expenses import BRIBE_PRICES
from judge.rules.machiavelli.reading.mentions import KIND_WORDS, Unclear
from judge.rules.machiavelli.state import ADJUSTMENT, Label

TAX = "TAX"
GIFTS = "GIFTS"
TRADES = "TRADES"
NOTHING_WORDS = frozenset(("none", "nothing", "no", "nil"))

_HEADING_WORDS = {
    *("ducat", "ducats", "expenditure", "expenditures", "expenses", "expense", "exchange", "gift", "gifts"),
    *("bribes", "military", "unit", "units", "order", "orders", "operation", "operations", "permission", "permissions"),
    *("province", "provinces", "trade", "trades", "trading", "dealings", "forced", "taxation", "tax", "taxes"),
    *("payment", "payments", "salaries", "salary", "pay", "maintain", "maintenance", "raise", "raising", "new", "old"),
    *("armies", "army", "fleets", "fleet", "garrisons", "garrison", "excommunication", "and", "the", "my", "phase"),
    *(
        "excommunications",
        "list",
        "none",
        "nothing",
        "transfer",
        "transfers",
        "loans",
        "donations",
        "adjustment",
        "actions",
    ),
}
_ONE = frozenset(("army", "fleet", "garrison", "unit"))
_GIVEN = frozenset(("gift", "gifts", "transfer", "transfers", "loans", "donations"))
_OF_CAMPAIGNS = frozenset(("bribes", "permission", "permissions", "military", "operation", "operations"))
_DONE_IN_SPRING = {
    TAX: "provinces are taxed by force",
    TRADES: "provinces are sold",
    RAISE: "units are raised",
    PAY: "units are paid",
}
_IN_TURN = frozenset(("first", "then", "next", "finally", "lastly", "last"))
"""`Expenses first:`."""


def heading_of(words: list[str]) -> tuple[list[str], list[str]]:
    """(words of a heading, the rest) of a line: `Armies: ...`, `Military orders`. A colon elsewhere means nothing."""
    if ":" in words:
        at = words.index(":")
        if at and all(word in _HEADING_WORDS | _IN_TURN for word in words[:at]):
            return words[:at], [word for word in words[at + 1 :] if word != ":"]
        return [], [word for word in words if word != ":"]
    pays = words[0] in ("pay", "maintain") and any(word in KIND_WORDS for word in words)  # `Pay garrisons and fleets`
    pays = pays or (words[0] in ("raise", "raising") and words[-1] in _ONE)  # `Raise a fleet`, but `Raise fleets`
    if not pays and all(word in _HEADING_WORDS for word in words) and (len(words) > 1 or words[0].endswith("s")):
        known = [word for word in words if word not in NOTHING_WORDS]
        return known, words[len(known) :]
    return [], words


def topic_below(heading: Sequence[str], before: str) -> str:
    there = set(heading)
    if there & _GIVEN or ("exchange" in there and there & {"ducat", "ducats"}):
        return GIFTS
    if there & {"taxation", "taxes", "tax"}:
        return TAX
    if there & {"trade", "trades", "trading"}:
        return TRADES
    if there & {"new", "raise", "raising"}:
        return RAISE
    if there & {"pay", "payment", "payments", "salaries", "salary", "maintain", "maintenance", "old"}:
        return PAY
    return before


def none_of(heading: Sequence[str], label: Label) -> tuple[str, frozenset[str]]:
    """What `Taxes: none` takes back: the part, and the words that such lines on file begin with, none for all of them.
    Gifts stay all the same (17.1). Unclear of `Units: none` in Spring, and of what belongs to the other phase.
    """
    there = set(heading)
    in_spring = label.kind == ADJUSTMENT
    if there & (_GIVEN | {"exchange"}):
        return GIFTS_ON_FILE, frozenset()
    if there & {"excommunication", "excommunications"}:
        return DEALINGS if in_spring else ORDERS, frozenset(("EXCOMMUNICATE",))
    _check_phase(heading, in_spring=in_spring)
    if in_spring:
        if there & {"new", "raise", "raising"}:
            return PAYMENTS, frozenset((RAISE,))
        if there & {"pay", "payments", "payment", "salaries", "salary", "maintain", "maintenance", "old"}:
            return PAYMENTS, frozenset()
        if there & (KIND_WORDS.keys() | {"unit", "units"}):
            raise Unclear(
                "which-units", "none of them is paid, or none is raised?", "write: Pay nothing. Or: Raise nothing"
            )
        if there & {"tax", "taxes", "taxation", "forced"}:
            return DEALINGS, frozenset((TAX,))
        return DEALINGS, frozenset((SELL, BUY)) if there & {"trade", "trades", "trading"} else frozenset()
    if there & {"permission", "permissions"}:
        return ORDERS, frozenset(("ALLOW",))
    if "bribes" in there:
        return EXPENDITURES, frozenset(BRIBE_PRICES)
    if there & {"expenditure", "expenditures", "expense", "expenses", "ducat", "ducats"}:
        return EXPENDITURES, frozenset()
    return ORDERS, frozenset(KIND_WORDS[word] for word in there if word in KIND_WORDS)


def _check_phase(heading: Sequence[str], *, in_spring: bool) -> None:
    """Unclear of `Pay nothing` in a campaign: nothing of it is on file, and the orders that are stay."""
    if in_spring:
        if not _OF_CAMPAIGNS.isdisjoint(heading):
            hint = "orders and bribes come in the next campaign"
            raise Unclear("no-order", "this is nothing that you can do in a Spring adjustment", hint)
    elif what := _DONE_IN_SPRING.get(topic_below(heading, "")):
        hint = "now you can order your units, bribe, and give"
        raise Unclear("no-order", f"{what} in the Spring adjustment", hint)
