"""What a sheet costs if nobody else offers, or if others name all that its promises pay for: told from the rule text
(Payola 3.1, 3.3, 4.4, 5.1, 5.3, 5.5) with every offer by itself and every round gone through. It shares only the values
that go in with the judge's own estimate, so that the two can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge.rules.payola.canonical import Offer

ANY = HOLD, MOVE, OTHER = "HOLD", "some other move", "some other support"


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


def _rank(offers: Sequence[tuple[int, Offer]], order: Any, default: bool) -> tuple[bool, float, float, bool, bool]:
    """Earlier ones win. `default`: the owner comes first, with 0 for HOLD."""
    reached, direct = _first(offers, order)
    return default and not _is_hold(order), reached, direct, not _is_hold(order), _kind(order) != "-"


def _wanted_one(named: Any, order: Any) -> bool:
    return bool(named == order or (_is_hold(order) and _is_hold(named)))


def _choices(unit: Any, offers: Sequence[Offer], power: str, *, promised: bool) -> list[Any]:
    """What a unit can choose from: what is named, the HOLD of a `!`, and the default HOLD of others' units (3.3)."""
    if promised:
        return list(dict.fromkeys([*(each for offer in offers for each in offer.orders if not _is_hold(each)), *ANY]))
    named = [each for offer in offers if offer.kind != "!" for each in offer.orders]
    holds = unit.power != power or any(map(_is_hold, named)) or any(offer.kind == "!" for offer in offers)
    return [*dict.fromkeys(each for each in named if not _is_hold(each)), *([HOLD] if holds else [])]


def cost(
    sheet: Sequence[Offer], money: int, power: str, dummies: Sequence[str] = (), *, promised: bool = False
) -> tuple[int, int, list[int | None]]:
    """(what is spent, how many reductions, what each line pays: None where it does not pay for what its unit does).

    `promised`: somebody names all that a promise pays for; else nobody but the power offers anything.
    """
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
            orders = _choices(unit, [offer for _, offer in lines], power, promised=promised)
            totals = [
                sum(amount for _, offer, amount, _ in singles if offer.unit == unit and _pays(offer, order))
                for order in orders
            ]
            best = [order for order, total in zip(orders, totals, strict=True) if total == max(totals)]
            held = unit.power in dummies and len(best) > 1 and not promised
            default = unit.power != power and not promised
            done[unit] = HOLD if held else min(best, key=lambda order: _rank(lines, order, default))
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
