"""`python -m bench.exchange_money`: thousands of years of Exchange among greedy and random investors, as two tables.

The first: under which rule for dividends nobody gains by draining a treasury that they have just bought. The second:
how much money to begin with. The same command prints the same, and docs/rulings/exchange-money.md holds it.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bench._investors import (
    KINDS,
    Cap,
    builds,
    covered,
    dividends,
    for_every_share,
    from_income,
    of_price,
    offers,
    own_offers,
    purchases,
    votes,
)
from judge.rules.diplomacy.labels import ADJUSTMENTS, MOVEMENT
from judge.rules.exchange.play import PRICE, SHARES
from judge.rules.exchange.state import ExchangeState
from judge.rules.exchange.system import SYSTEM
from judge.rules.payola.variants import DIVIDENDS, FREE, HALF
from judge.rules.rng import Rng
from judge.rules.values import Event, Orders, Outcome

YEARS = 10
"""Of each game of the first table. The exchange that follows is played too, and counts as a year."""

POWERS = 7
TABLES = (3, 5, 7, 14)
NUMBERS = (3, 4, 5, 6, 7, 10, 14)


class Rule(NamedTuple):
    """A rule for dividends: `option` is what the game is made with, `cap` what a CEO may pay then."""

    name: str
    cap: Cap
    option: str = FREE


RULES = (
    Rule("what the treasury covers for the shares held (`free`)", covered),
    Rule("what it covers for all shares, sold or not", for_every_share),
    Rule("a year's income, dealt out to all shares", from_income),
    Rule("the price of an unsold share", of_price(1)),
    Rule("half that price (`half`)", of_price(2), HALF),
)
CHOSEN = RULES[-1]


@dataclass
class Tally:
    """What some games came to, in silver pieces where nothing else is said.

    gains: of each purchase of unsold shares what the next dividend brought for them, less what they cost; spent: what
    they cost; back: what it brought. income, dividends, units: what powers got, paid to holders, and paid to units.
    Of the first exchange of each game: sold: part of all shares; led: powers with a CEO; left: part of the money that
    is left; by_one: powers that the one who leads most leads. wealth: what investors of a kind have in the end, `seats`
    of them.
    """

    years: int = 0
    gains: list[int] = field(default_factory=list)
    spent: int = 0
    back: int = 0
    income: int = 0
    dividends: int = 0
    units: int = 0
    sold: list[float] = field(default_factory=list)
    led: list[int] = field(default_factory=list)
    left: list[float] = field(default_factory=list)
    by_one: list[int] = field(default_factory=list)
    wealth: Counter[str] = field(default_factory=Counter)
    seats: Counter[str] = field(default_factory=Counter)


class Match:
    """One game; what happens in it goes into `tally`."""

    def __init__(self, tally: Tally, rule: Rule, players: int, cash: int, seed: str) -> None:
        self.tally, self.rule = tally, rule
        self.drawn = random.Random(seed)
        self.rng = Rng(seed.encode())
        seats = tuple(f"SEAT{number}" for number in range(1, players + 1))
        options = {"variant": "exchange", "players": players, "cash": cash, DIVIDENDS: rule.option}
        self.state: ExchangeState = SYSTEM.start(options, seats, self.rng).state
        self.begun_with = sum(self.state.balances[seat] for seat in seats)
        dealt = [KINDS[number % len(KINDS)] for number in range(players)]
        self.kinds = dict(zip(seats, self.drawn.sample(dealt, players), strict=True))
        self.bought: dict[tuple[str, str], int] = {}

    def play(self, years: int) -> None:
        """So many years, if nobody wins before, and the exchange after the last."""
        first = self.state.label.year
        while not self.state.trading or self.state.label.year < first + years:
            done = self.exchange() if self.state.trading else self.on_the_board()
            if done.result is not None:
                return
        self.exchange()
        for seat, kind in self.kinds.items():
            self.tally.wealth[kind] += self.state.balances[seat]
            self.tally.seats[kind] += 1

    def on_the_board(self) -> Outcome[ExchangeState]:
        state, orders = self.state, dict[str, Orders]()
        kind = state.table.label.kind
        for power, ceo in state.books.ceos.items():
            if kind == MOVEMENT:
                orders[power] = {"offers": offers(state, power, self.kinds[ceo], self.rule.cap, self.drawn)}
            elif kind == ADJUSTMENTS:
                orders[power] = {"adjustments": builds(state, power)}
        if kind == MOVEMENT:
            for seat, player in self.kinds.items():
                orders[seat] = {"offers": own_offers(state, seat, player, self.drawn)}
        return self.adjudicated(orders)

    def exchange(self) -> Outcome[ExchangeState]:
        begins = not self.state.books.holdings
        for role, act in dividends(self.state, self.kinds, self.rule.cap, self.drawn):
            self.state = SYSTEM.act(self.state, role, act).state
        orders: dict[str, Orders] = {}
        for seat, kind in self.kinds.items():
            for act in votes(self.state.books, kind, seat, self.state.table.board.powers, self.drawn):
                self.state = SYSTEM.act(self.state, seat, act).state
            orders[seat] = {"trades": purchases(self.state, kind, seat, self.drawn)}
        done = self.adjudicated(orders)
        self.tally.years += 1
        self.paid([event for event in done.events if event.kind == "settled"])
        if begins:
            self.opened()
        return done

    def adjudicated(self, orders: dict[str, Orders]) -> Outcome[ExchangeState]:
        done = SYSTEM.adjudicate(self.state, orders, self.rng)
        self.state = done.state
        self.tally.units -= sum(each.amount for each in done.postings if "paid to " in each.reason)
        self.tally.income += sum(each.amount for each in done.postings if "income of " in each.reason)
        return done

    def paid(self, told: Sequence[Event]) -> None:
        """The dividends of an exchange, those for the shares among them that were bought in the one before it."""
        price = self.state.books.price
        for event in told:
            seat = event.audience.roles[0]
            rows = event.data["dividends"]
            each = {row["power"]: row["each"] for row in rows}
            self.tally.dividends += sum(row["amount"] for row in rows)
            fresh = {power: shares for (owner, power), shares in self.bought.items() if owner == seat}
            for power, shares in fresh.items():
                cost, back = shares * price, shares * each.get(power, 0)
                self.tally.spent += cost
                self.tally.back += back
                self.tally.gains.append(back - cost)
        self.bought = {
            (event.audience.roles[0], row["power"]): row["shares"] for event in told for row in event.data["bought"]
        }

    def opened(self) -> None:
        """What the first exchange of the game came to."""
        books, powers = self.state.books, self.state.table.board.powers
        sold = sum(books.shares - books.unsold(power) for power in powers)
        self.tally.sold.append(sold / books.shares / len(powers))
        self.tally.led.append(len(books.ceos))
        self.tally.by_one.append(max(Counter(books.ceos.values()).values(), default=0))
        self.tally.left.append(sum(self.state.balances[seat] for seat in books.investors) / self.begun_with)


def simulated(tally: Tally, rule: Rule, players: int, cash: int, games: int, years: int) -> None:
    for game in range(games):
        Match(tally, rule, players, cash, f"{players} {cash} {game}").play(years)


def share(parts: Sequence[float]) -> str:
    return f"{100 * sum(parts) / max(1, len(parts)):.0f}%"


def headed(*columns: str) -> Iterator[str]:
    yield f"| {' | '.join(columns)} |"
    yield "|---" * len(columns) + "|"


def rules_table(games: int) -> Iterator[str]:
    yield from headed(
        "A dividend is at most",
        "years",
        "purchases that gain in a year",
        "most gained",
        "back of 100 spent",
        "of the income: dividends",
        "to units",
    )
    for rule in RULES:
        tally = Tally()
        for players in TABLES:
            for cash in (60, 0):
                simulated(tally, rule, players, cash, games, YEARS)
        yield " | ".join(
            (
                f"| {rule.name}",
                str(tally.years),
                share([gain > 0 for gain in tally.gains]),
                f"{max(tally.gains):+d}",
                f"{100 * tally.back / tally.spent:.0f}",
                f"{100 * tally.dividends / tally.income:.0f}%",
                f"{100 * tally.units / tally.income:.0f}% |",
            )
        )


def money_table(games: int) -> Iterator[str]:
    yield from headed(
        "Investors",
        "cash",
        "shares sold at once",
        "games in which all powers are led at once",
        "most powers led by one",
        "money left",
    )
    for players in NUMBERS:
        usual = -(-POWERS * SHARES * PRICE // players)
        for cash in sorted({usual // 2, usual, usual * 3 // 2, 60}):
            tally = Tally()
            simulated(tally, CHOSEN, players, 0 if cash == usual else cash, games, 0)
            yield " | ".join(
                (
                    f"| {players}",
                    f"**{cash}**" if cash == usual else str(cash),
                    share(tally.sold),
                    share([led == POWERS for led in tally.led]),
                    f"{sum(tally.by_one) / len(tally.by_one):.1f}",
                    f"{share(tally.left)} |",
                )
            )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m bench.exchange_money", description="The money of Exchange, played."
    )
    told = "how many of each kind for the first table; the second takes five times as many"
    parser.add_argument("--games", type=int, default=12, help=told)
    chosen = parser.parse_args(arguments)
    for line in (*rules_table(chosen.games), "", *money_table(5 * chosen.games)):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
