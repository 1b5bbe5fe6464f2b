"""What a sheet costs if in each round every unit takes the order for which it alone pays most: told from the rule text
(Payola 3.1, 5.1, 5.3, 5.5) with every offer by itself and every round gone through. It shares only the values that go
in with the judge's own estimate, so that the two can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge.rules.payola.offers import Offer

HOLD, MOVE, OTHER = "HOLD", "some other move", "some other support"


def _kind(order: Any) -> str:
    if isinstance(order, str):
        return {HOLD: "H", MOVE: "-", OTHER: "S"}[order]
    return str(order.verb)


def _is_hold(order: Any) -> bool:
    return _kind(order) == "H"


def _wanted(offer: Offer, order: Any) -> bool:
    return any(order == each or (_is_hold(order) and _is_hold(each)) for each in offer.orders)


def _pays(offer: Offer, order: Any) -> bool:
    named, moves = _wanted(offer, order), _kind(order) == "-"
    if offer.kind == "!":
        return not named
    return named or offer.kind == "&" or (offer.kind == ">" and moves) or (offer.kind == "@" and not moves)


def _first(offers: Sequence[tuple[int, Offer]], order: Any) -> tuple[float, float]:
    """(where the order is first reached by the sheet, where it is first offered for directly)."""
    reached, direct = [float("inf")], [float("inf")]
    for line, offer in offers:
        named = [_is_hold(order)] if offer.kind == "!" else [_wanted_one(each, order) for each in offer.orders]
        direct += [line * 1000 + place for place, is_it in enumerate(named) if is_it]
        if _pays(offer, order) and (offer.kind == "!" or not _wanted(offer, order)):
            reached.append(line * 1000 + 999)
    return min(*reached, *direct), min(direct)


def _wanted_one(named: Any, order: Any) -> bool:
    return bool(named == order or (_is_hold(order) and _is_hold(named)))


def cost(sheet: Sequence[Offer], money: int) -> tuple[int, int, list[int | None]]:
    """(what is spent, how many reductions, what each line pays: None where it does not pay for what its unit does)."""
    singles: list[list[Any]] = [
        [line, offer, amount.money, amount.plateau]
        for line, offer in enumerate(sheet)
        for amount in offer.amounts
        for _ in range(amount.repetition)
    ]
    units = list(dict.fromkeys(offer.unit for offer in sheet))
    reductions = 0
    while True:
        done: dict[Any, Any] = {}
        for unit in units:
            lines = [(line, offer) for line, offer in enumerate(sheet) if offer.unit == unit]
            named = [order for _, offer in lines for order in offer.orders if not _is_hold(order)]
            orders = list(dict.fromkeys([*named, HOLD, MOVE, OTHER]))
            totals = [
                sum(amount for _, offer, amount, _ in singles if offer.unit == unit and _pays(offer, order))
                for order in orders
            ]
            best = [order for order, total in zip(orders, totals, strict=True) if total == max(totals)]
            done[unit] = min(best, key=lambda order: (*_first(lines, order), _kind(order) != "H", _kind(order) != "-"))
        paid: list[int | None] = [0 if _pays(offer, done[offer.unit]) else None for offer in sheet]
        for line, _, amount, _ in singles:
            before = paid[line]
            if before is not None:
                paid[line] = before + amount
        spent = sum(each or 0 for each in paid)
        if spent <= money:
            return spent, reductions, paid
        reductions += 1
        above = [single for single in singles if single[2] > single[3]]
        if not above:
            for single in singles:
                single[3] = 0
            above = [single for single in singles if single[2] > 0]
        for single in above:
            single[2] -= 1
