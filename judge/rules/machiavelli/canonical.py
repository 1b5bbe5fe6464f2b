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
from judge.rules.machiavelli.adjustment import NOTHING, PAY, RAISE, SELL, Salary, Tax, Trade
from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.expenses import BRIBE_PRICES, COUNTER, LEADERS, REBELLIONS, Expense, Gift
from judge.rules.machiavelli.orders import (
    ADVANCE,
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


def _player(word: str) -> str:
    if word not in BOARD.countries:
        raise ValueError(f"no country {word[:40]!r}")
    return word


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
        case ["GIVE", amount, to]:
            return Gift(_player(to), _amount(amount))
    raise ValueError(f"no gift: {line[:60]!r}")


def parse_expense(line: str) -> Expense:
    """Parse a line of the part `expenditures`."""
    match line.split(" "):
        case [verb, country, amount] if verb in LEADERS:
            return Expense(verb, _player(country), _amount(amount))
        case [verb, area] if verb in REBELLIONS:
            return Expense(verb, _area(area))
        case [verb, kind, area, amount] if verb in (*BRIBE_PRICES, COUNTER):
            return Expense(verb, f"{_kind(kind)} {_area(area)}", _amount(amount))
    raise ValueError(f"no expenditure: {line[:60]!r}")


def parse_dealing(line: str) -> Trade | Tax | Excommunication:
    """Parse a line of the part `dealings`."""
    match line.split(" "):
        case [verb, area, partner, price] if verb in (SELL, PURCHASE):
            return Trade(verb, _area(area), _player(partner), _amount(price, least=0))
        case ["TAX", area]:
            return Tax(_area(area))
        case ["EXCOMMUNICATE", country]:
            return Excommunication(_player(country))
    raise ValueError(f"no dealing: {line[:60]!r}")


def parse_salary(line: str) -> Salary | str:
    """Parse a line of the part `payments`."""
    if line == NOTHING:
        return NOTHING
    match line.split(" "):
        case [verb, kind, area] if verb in (PAY, RAISE):
            return Salary(verb, _kind(kind), _area(area))
    raise ValueError(f"no payment: {line[:60]!r}")


def parse_order(line: str) -> Order | Permit | Excommunication:
    """Parse a line of the part `orders`."""
    match line.split(" "):
        case ["EXCOMMUNICATE", country]:
            return Excommunication(_player(country))
        case ["ALLOW", country, "STRAITS", cape] if cape in BOARD.keeper.values():
            return Permit(_player(country), STRAITS, cape)
        case ["ALLOW", country, "STRAITS" | "BRIBES" as what]:
            return Permit(_player(country), what)
        case ["ALLOW", country, "STRAITS" | "BRIBES" as what, kind, area]:
            return Permit(_player(country), what, f"{_kind(kind)} {_area(area)}")
        case [kind, area, "H"]:
            return Order(_kind(kind), _area(area), HOLD)
        case [kind, area, "T"]:
            return Order(_kind(kind), _area(area), TRANSPORT)
        case [kind, area, "T", player]:
            return Order(_kind(kind), _area(area), TRANSPORT, player=_player(player))
        case [kind, area, "C", becomes]:
            return Order(_kind(kind), _area(area), CONVERT, becomes=_kind(becomes))
        case [kind, area, "-" | "B" | "S" as verb, target]:
            return Order(_kind(kind), _area(area), verb, _area(target))
        case [kind, area, "S", target, player]:
            owner = player if player == INDEPENDENTS else _player(player)
            return Order(_kind(kind), _area(area), SUPPORT, _area(target), owner)
        case [kind, area, "-", target, "VIA", *route] if route:
            return Order(_kind(kind), _area(area), ADVANCE, _area(target), route=tuple(map(_area, route)))
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
