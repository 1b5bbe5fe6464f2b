"""Canonical text of letters: what stands on file and what programs write. A line an order, in codes.

    gifts           GIVE DUCATS COUNTRY
    dealings        SELL AREA COUNTRY DUCATS | BUY AREA COUNTRY DUCATS | TAX AREA | EXCOMMUNICATE COUNTRY
    payments        PAY UNIT | RAISE UNIT | PAY NOTHING
    expenditures    ASSASSINATE COUNTRY DUCATS | BODYGUARD COUNTRY DUCATS | REBEL AREA | PACIFY AREA
                    BUY, DISBAND, INDEPENDENT, OPERATE or COUNTER, then UNIT DUCATS
    orders          UNIT H | UNIT - AREA | UNIT - AREA VIA AREA ... | UNIT B AREA | UNIT C KIND | UNIT T [COUNTRY]
                    UNIT S AREA [COUNTRY | INDEPENDENTS] | EXCOMMUNICATE COUNTRY
                    ALLOW COUNTRY STRAITS [AREA | UNIT] | ALLOW COUNTRY BRIBES [UNIT]

A UNIT is a KIND (A, F or G) and an AREA. Parsing and printing are inverse; text of any other shape raises ValueError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from judge.rules.machiavelli.adjustment import BUY as PURCHASE
from judge.rules.machiavelli.adjustment import NOTHING, PAY, RAISE, SELL, TAX, Salary, Tax, Trade
from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.expenses import BRIBE_PRICES, COUNTER, LEADERS, REBELLIONS, Expense, Gift
from judge.rules.machiavelli.orders import (
    ADVANCE,
    BESIEGE,
    BRIBES,
    CONVERT,
    HOLD,
    KINDS,
    STRAITS,
    SUPPORT,
    TRANSPORT,
    Excommunication,
    Order,
    Permit,
)
from judge.rules.machiavelli.position import INDEPENDENTS
from judge.rules.machiavelli.state import ADJUSTMENT, Label
from judge.rules.values import Orders

GIFTS = "gifts"
DEALINGS = "dealings"
PAYMENTS = "payments"
EXPENDITURES = "expenditures"
ORDERS = "orders"

SPRING_PARTS = (GIFTS, DEALINGS, PAYMENTS)
CAMPAIGN_PARTS = (GIFTS, EXPENDITURES, ORDERS)


def parts_of(label: Label) -> tuple[str, ...]:
    return SPRING_PARTS if label.kind == ADJUSTMENT else CAMPAIGN_PARTS


@dataclass(frozen=True)
class Letter:
    """All that one player ordered for a phase, in their order. salaries is None where they sent no payment list."""

    gifts: tuple[Gift, ...] = ()
    dealings: tuple[Trade | Tax, ...] = ()
    salaries: tuple[Salary, ...] | None = None
    expenses: tuple[Expense, ...] = ()
    orders: tuple[Order, ...] = ()
    permits: tuple[Permit, ...] = ()
    excommunication: str = ""


Line: TypeAlias = Gift | Trade | Tax | Salary | Expense | Order | Permit | Excommunication | str
"""What a line of a part says; a str is NOTHING."""


def _area(word: str) -> str:
    if word not in BOARD.areas:
        raise ValueError(f"no area {word[:20]!r}")
    return word


def _player(words: list[str]) -> str:
    if not words:
        return ""
    if len(words) > 1 or words[0] not in BOARD.countries:
        raise ValueError(f"no country {' '.join(words)[:40]!r}")
    return words[0]


def _kind(word: str) -> str:
    if word not in KINDS:
        raise ValueError(f"no kind of unit {word[:20]!r}")
    return word


def _amount(digits: str, least: int = 1) -> int:
    if not (digits.isascii() and digits.isdigit()) or int(digits) < least:
        raise ValueError(f"no amount {digits[:20]!r}")
    return int(digits)


def parse_gift(line: str) -> Gift:
    """Parse a line of the part `gifts`."""
    match line.split(" "):
        case ["GIVE", amount, to] if to in BOARD.countries:
            return Gift(to, _amount(amount))
    raise ValueError(f"no gift: {line[:60]!r}")


def parse_expense(line: str) -> Expense:
    """Parse a line of the part `expenditures`."""
    match line.split(" "):
        case [verb, country, amount] if verb in LEADERS and country in BOARD.countries:
            return Expense(verb, country, _amount(amount))
        case [verb, area] if verb in REBELLIONS and area in BOARD.areas:
            return Expense(verb, area)
        case [verb, kind, area, amount] if verb in (*BRIBE_PRICES, COUNTER) and area in BOARD.areas and kind in KINDS:
            return Expense(verb, f"{kind} {area}", _amount(amount))
    raise ValueError(f"no expenditure: {line[:60]!r}")


def parse_dealing(line: str) -> Trade | Tax | Excommunication:
    """Parse a line of the part `dealings`."""
    match line.split(" "):
        case [verb, area, partner, price] if verb in (SELL, PURCHASE):
            return Trade(verb, _area(area), _player([partner]), _amount(price, least=0))
        case [verb, area] if verb == TAX:
            return Tax(_area(area))
        case ["EXCOMMUNICATE", country] if country in BOARD.countries:
            return Excommunication(country)
    raise ValueError(f"no dealing: {line[:60]!r}")


def parse_salary(line: str) -> Salary | str:
    """Parse a line of the part `payments`."""
    if line == NOTHING:
        return NOTHING
    match line.split(" "):
        case [verb, kind, area] if verb in (PAY, RAISE) and kind in KINDS and area in BOARD.areas:
            return Salary(verb, kind, area)
    raise ValueError(f"no payment: {line[:60]!r}")


def parse_order(line: str) -> Order | Permit | Excommunication:
    """Parse a line of the part `orders`."""
    words = line.split(" ")
    if len(words) < 2:
        raise ValueError(f"no order: {line[:40]!r}")
    if words[0] == "EXCOMMUNICATE":
        return Excommunication(_player(words[1:]))
    if words[0] == "ALLOW" and words[2:3] == [STRAITS] and len(words) == 4:
        if words[3] not in BOARD.keeper.values():
            raise ValueError(f"no straits {words[3][:20]!r}")
        return Permit(_player(words[1:2]), STRAITS, words[3])
    if words[0] == "ALLOW" and len(words) in (3, 5) and words[2] in (STRAITS, BRIBES):
        unit = f"{_kind(words[3])} {_area(words[4])}" if words[3:] else ""
        return Permit(_player(words[1:2]), words[2], unit)
    if len(words) < 3:
        raise ValueError(f"no order: {line[:40]!r}")
    kind, area, verb, *rest = words
    _kind(kind)
    _area(area)
    if verb == HOLD and not rest:
        return Order(kind, area, HOLD)
    if verb == TRANSPORT:
        return Order(kind, area, TRANSPORT, player=_player(rest))
    if verb == CONVERT and len(rest) == 1:
        return Order(kind, area, CONVERT, becomes=_kind(rest[0]))
    if verb in (ADVANCE, BESIEGE, SUPPORT) and rest:
        target, *more = rest
        _area(target)
        if verb == SUPPORT:
            return Order(kind, area, SUPPORT, target, INDEPENDENTS if more == [INDEPENDENTS] else _player(more))
        if verb == BESIEGE and not more:
            return Order(kind, area, BESIEGE, target)
        if verb == ADVANCE and (not more or (more[0] == "VIA" and more[1:])):
            return Order(kind, area, ADVANCE, target, route=tuple(_area(word) for word in more[1:]))
    raise ValueError(f"no order: {line[:60]!r}")


_PARSERS: Mapping[str, Callable[[str], Line]] = {
    GIFTS: parse_gift,
    DEALINGS: parse_dealing,
    PAYMENTS: parse_salary,
    EXPENDITURES: parse_expense,
    ORDERS: parse_order,
}


def parse_part(part: str, text: str) -> list[Line]:
    """Parse what is on file under one part."""
    found = []
    for line in text.split("\n") if text else ():
        value = _PARSERS[part](line)
        if str(value) != line:
            raise ValueError(f"not canonical: {line[:60]!r}")
        found.append(value)
    return found


def print_part(lines: Iterable[Line]) -> str:
    """Print one part, a line each."""
    return "\n".join(map(str, lines))


def parse_letter(parts: Orders) -> Letter:
    """Parse all that a role has on file. Of several excommunications the first counts."""
    lines = [line for part, text in parts.items() if part in _PARSERS for line in parse_part(part, text)]
    banned = [line.player for line in lines if isinstance(line, Excommunication)]
    return Letter(
        tuple(line for line in lines if isinstance(line, Gift)),
        tuple(line for line in lines if isinstance(line, Trade | Tax)),
        tuple(line for line in lines if isinstance(line, Salary)) if parts.get(PAYMENTS) else None,
        tuple(line for line in lines if isinstance(line, Expense)),
        tuple(line for line in lines if isinstance(line, Order)),
        tuple(line for line in lines if isinstance(line, Permit)),
        banned[0] if banned else "",
    )
