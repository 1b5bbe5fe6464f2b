"""A bribe and the order of the bribed unit in one clause: `operate G SIE for 3 and convert` (12)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from judge.rules.machiavelli.adjustment import PAY, RAISE
from judge.rules.machiavelli.expenses import BUY, OPERATE, Expense
from judge.rules.machiavelli.orders import Order
from judge.rules.machiavelli.reading.clauses import read_operation
from judge.rules.machiavelli.reading.ducats import SELLING, read_expense_clause
from judge.rules.machiavelli.reading.mentions import VERB_WORDS, Context, Unclear, skip
from judge.rules.machiavelli.reading.names import is_number
from judge.rules.machiavelli.reading.payments import verb_of

_NO_VERBS = frozenset(("to", "into", "onto", "become", "becomes", "go", "goes", "come", "comes", ">", "a", "lift"))
_LINKS = frozenset(
    ("and", "to", "it", "will", "shall", "which", "that", "then", "let", "have", "has", "make", "so", "is")
)
_PRICE = frozenset(("for", "at", "d", "duc", "ducat", "ducats"))


def read_bribe(context: Context, topic: str, words: Sequence[str]) -> tuple[Expense, str, list[Order]]:
    """The expenditure, what is odd about it, and the orders that the same clause gives to the unit."""
    at = _order_at(words) if topic in (BUY, OPERATE) else len(words)
    if at == len(words):
        return (*read_expense_clause(context, topic, words), [])
    bribe, order = list(words[:at]), list(words[at:])
    price = len(order)
    while price and (order[price - 1] in _PRICE or is_number(order[price - 1])):
        price -= 1
    if any(is_number(word) for word in order[price:]) and price:
        order, bribe = order[:price], [*bribe, *order[price:]]  # `operate G SIE to convert for 3`
    bribe = _without_links(words[:at]) + bribe[at:]
    expense, odd = read_expense_clause(context, topic, bribe)
    defecting = context.defecting | ({expense.target} if topic == BUY else frozenset())
    hoped = replace(context, hoped=context.hoped | {expense.target}, defecting=defecting, kind="")
    try:
        return expense, odd, read_operation(hoped, [*expense.target.lower().split(), *order])
    except Unclear as unclear:
        hint = unclear.hint or f"write the bribe and the order of {expense.target} apart"
        raise Unclear(unclear.kind, unclear.message, hint, unclear.readings) from None


def hoped_for(lines: Iterable[str], verbs: Collection[str] = (BUY, OPERATE)) -> frozenset[str]:
    """The units that expenditures would put at the writer's command."""
    words = [line.split() for line in lines]
    return frozenset(" ".join(each[1:3]) for each in words if each and each[0] in verbs)


def orders_of(context: Context, words: Sequence[str], line: int) -> list[Order]:
    """The orders that a clause gives to units that it names, or to the one that the clause before would bribe."""
    try:
        return read_operation(context, words)
    except Unclear as unclear:
        if of_it := _order_of_it(context, words, line):
            return of_it
        if unclear.kind == "no-order" and (what := _of_spring(words)):
            hint = "now you can order your units, bribe, and give"
            raise Unclear("no-order", f"{what} in the Spring adjustment", hint) from None
        raise


def _of_spring(words: Sequence[str]) -> str:
    """What is done in Spring and not in a campaign; empty where nothing of it is said."""
    if SELLING.intersection(words):
        return "provinces are sold"
    if "tax" in words:
        return "provinces are taxed by force"
    return {RAISE: "units are raised", PAY: "units are paid"}.get(verb_of(words), "")


def _order_of_it(context: Context, words: Sequence[str], line: int) -> list[Order]:
    """The order of the unit that the clause before would buy or operate: `then convert it`, `which converts`; without a
    word for it only in the same line, `then convert`. None if this says nothing of it.
    """
    unit, there = context.it
    if not unit:
        return []
    begin = skip(words, 0, _LINKS - {"it", "to"} | {"who"})
    said = list(words[begin:])
    if "it" in said:
        at = said.index("it")
        named = [*said[:at], *unit.lower().split(), *said[at + 1 :]]
    elif line == there and said and said[0] in VERB_WORDS and len(said[0]) > 1 and said[0] not in _NO_VERBS - {"go"}:
        named = [*unit.lower().split(), *said]
    else:
        return []
    return read_operation(replace(context, hoped=context.hoped | {unit}, kind=""), named)


def _order_at(words: Sequence[str]) -> int:
    """Where the order of the bribed unit begins; the clause's end if it holds none."""
    for at, word in enumerate(words):
        if at and word in VERB_WORDS and word not in _NO_VERBS and (len(word) > 1 or is_number(words[at - 1])):
            return at
    return len(words)


def _without_links(words: Sequence[str]) -> list[str]:
    last = len(words)
    while last and words[last - 1] in _LINKS:
        last -= 1
    return list(words[:last])
