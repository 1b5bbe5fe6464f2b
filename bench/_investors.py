"""Investors of a simulated Exchange game: greedy ones and such that do anything. Each gives what it would have on file.

The greedy know every treasury, which is more than a player knows: what they cannot gain nobody can.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import TypeAlias

from judge.rules.diplomacy.adjudication.adjustments import owed, sites
from judge.rules.exchange.state import Books, ExchangeState, income_of
from judge.rules.values import Act

Cap: TypeAlias = Callable[[ExchangeState, str], int]
"""The most silver pieces a share that a rule lets a power's CEO pay in the next exchange."""

RAIDER, HOARDER, RANDOM = "raider", "hoarder", "random"
KINDS = (RAIDER, HOARDER, RANDOM)


def held(state: ExchangeState, power: str) -> int:
    return sum(state.books.holders(power).values())


def covered(state: ExchangeState, power: str) -> int:
    """As much as the treasury covers for the shares held."""
    return state.balances[power] // max(1, held(state, power))


def for_every_share(state: ExchangeState, power: str) -> int:
    """The same for all shares: what the unsold ones would get stays."""
    return state.balances[power] // state.books.shares


def from_income(state: ExchangeState, power: str) -> int:
    """A year's income dealt out to all shares: what they cost stays."""
    return min(covered(state, power), income_of(state.books, state.table, power) // state.books.shares)


def of_price(parts: int) -> Cap:
    """At most the price of an unsold share, or a part of it, rounded up."""

    def cap(state: ExchangeState, power: str) -> int:
        return min(covered(state, power), -(-state.books.price // parts))

    return cap


def purchases(state: ExchangeState, kind: str, seat: str, drawn: random.Random) -> str:
    """The BUY lines of one investor, for all the money that they have (of the random: for some of it)."""
    books = state.books
    free = {power: books.unsold(power) for power in state.table.board.powers if books.unsold(power)}
    if not free:
        return ""
    money = state.balances[seat] // books.price
    if kind == RANDOM:
        chosen = [drawn.choice(list(free)) for _ in range(drawn.randint(0, 3))]
        return "\n".join(f"BUY {drawn.randint(1, max(1, min(money, books.shares)))} {power}" for power in chosen)
    if kind == RAIDER:  # a share wherever one share may lead, the fullest treasury first
        order = sorted(free, key=lambda power: (bool(held(state, power)), -state.balances[power], drawn.random()))
        rounds = [f"BUY 1 {power}" for power in order]
        return "\n".join(rounds * min(books.shares, money // max(1, len(order)) + 1))
    mine = books.holdings.get(seat, {})
    order = sorted(free, key=lambda power: (-mine.get(power, 0), -free[power], -state.balances[power], drawn.random()))
    return "\n".join(f"BUY {free[power]} {power}" for power in order)


def votes(books: Books, kind: str, seat: str, powers: tuple[str, ...], drawn: random.Random) -> list[Act]:
    """The greedy vote for themselves everywhere; the others for somebody."""
    return [
        Act("elect", {"power": power, "name": drawn.choice(books.investors) if kind == RANDOM else seat})
        for power in powers
    ]


def dividends(state: ExchangeState, kinds: Mapping[str, str], cap: Cap, drawn: random.Random) -> list[tuple[str, Act]]:
    """What CEOs decide while the exchange is open: the greedy as much as they may."""
    found = []
    for power, ceo in sorted(state.books.ceos.items()):
        most = cap(state, power)
        amount = drawn.randint(0, most) if kinds[ceo] == RANDOM else most
        found.append((power, Act("dividend", {"power": power, "amount": amount})))
    return found


def offers(state: ExchangeState, power: str, kind: str, cap: Cap, drawn: random.Random) -> str:
    """A CEO's sheet: a move for each unit of theirs, for what the next dividend leaves (half of it in Spring)."""
    table = state.table
    units = table.units_of(power)
    if not units:
        return ""
    treasury = state.balances[power]
    kept = 0 if kind == RANDOM else min(treasury, cap(state, power) * held(state, power))
    budget = (treasury - kept) // (2 if table.label.season == "S" else 1)
    lines = []
    for unit in units:
        near = sorted(table.board.borders(unit.kind, unit.place))
        lines.append(f"{budget // len(units)} : {unit} - {drawn.choice(near)}")
    return "\n".join(lines)


def own_offers(state: ExchangeState, seat: str, kind: str, drawn: random.Random) -> str:
    """The greedy keep their own money for shares; the random bid some of it for any unit."""
    if kind != RANDOM or state.balances[seat] < 2:
        return ""
    unit = drawn.choice(state.table.units)
    near = sorted(state.table.board.borders(unit.kind, unit.place))
    return f"{drawn.randint(1, state.balances[seat] // 2)} : {unit} - {drawn.choice(near)}"


def builds(state: ExchangeState, power: str) -> str:
    """An army in every free home."""
    table = state.table
    return "\n".join(f"BUILD A {site}" for site in sites(table, power)[: max(0, owed(table, power))])
