"""Why a line of an exchange was not carried out, as far as its writer may know.

What others wrote is sealed, and what they have is their own business: a reason tells only what the writer's own money,
shares and trades show. So nobody is told whether the other side was silent or could not pay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.exchange.canonical import Trade
from judge.rules.exchange.state import Books, ExchangeState, elect, income_of, led, worths_of
from judge.rules.payola.treasury import posting
from judge.rules.values import Json, Posting

UNSOLD = "unsold"
"""No share was left to buy when the writer still had the money for one."""

MONEY = "money"
"""The writer had too little money: for one more unsold share, or for the trade after all else that they bought."""

SHARES = "shares"
"""The writer held too few of the shares when the trade's turn came."""

OTHER = "other"
"""The writer had what the trade takes: the other side did not write the same line, or could not cover it."""


class Failure(NamedTuple):
    """bought: how many of the unsold shares the line brought all the same; have: what the writer had, of money (in
    silver pieces) or, where shares were to be sold, of these shares.
    """

    line: Trade
    why: str
    bought: int
    have: int

    @property
    def told(self) -> Mapping[str, Json]:
        return {
            "line": self.line.deal,
            "why": self.why,
            "power": self.line.power,
            "sells": self.line.sells,
            "shares": self.line.number,
            "other": self.line.other,
            "total": self.line.total,
            "bought": self.bought,
            "have": self.have,
        }


@dataclass
class Settlement:
    """What an exchange phase came to, step by step.

    dividends: power -> silver pieces a share, really paid; unpaid: those that the treasury did not cover;
    bought: investor -> power -> shares from the unsold; trades: (seller, line) of those carried out;
    failed: investor -> place of a line among theirs -> why it was not carried out, or not in full;
    income: power -> silver pieces.
    """

    balances: dict[str, int]
    holdings: dict[str, dict[str, int]]
    order: tuple[str, ...]
    dividends: dict[str, int] = field(default_factory=dict)
    unpaid: dict[str, int] = field(default_factory=dict)
    bought: dict[str, dict[str, int]] = field(default_factory=dict)
    trades: list[tuple[str, Trade]] = field(default_factory=list)
    failed: dict[str, dict[int, Failure]] = field(default_factory=dict)
    income: dict[str, int] = field(default_factory=dict)
    postings: list[Posting] = field(default_factory=list)

    def pay(self, account: str, amount: int, reason: str) -> None:
        if amount:
            self.balances[account] += amount
            self.postings.append(posting(account, amount, reason))

    def fail(self, investor: str, place: int, failure: Failure) -> None:
        self.failed.setdefault(investor, {})[place] = failure

    def failures(self, investor: str) -> tuple[Failure, ...]:
        """Of the investor's lines, in the order of their sheet."""
        return tuple(failure for _, failure in sorted(self.failed.get(investor, {}).items()))

    def hand(self, investor: str, power: str, shares: int) -> None:
        held = self.holdings.setdefault(investor, {})
        held[power] = held.get(power, 0) + shares
        if not held[power]:
            del held[power]


def settle(
    state: ExchangeState, orders: Mapping[str, Sequence[Trade]], order: tuple[str, ...]
) -> tuple[ExchangeState, Settlement]:
    """Return the state after the exchange. `orders`: investor -> lines; `order`: seats as drawn."""
    books = state.books
    held = {investor: dict(books.holdings.get(investor, {})) for investor in books.investors}
    done = Settlement(dict(state.balances), held, order)
    _dividends(books, done)
    _purchases(books, orders, done)
    _trades(books, orders, done)
    holdings = {investor: dict(sorted(held.items())) for investor, held in done.holdings.items() if held}
    books = replace(books, holdings=holdings, dividends={})
    chosen = {power: elect(books, power) for power in state.table.board.powers}
    books = replace(books, ceos={power: ceo for power, ceo in chosen.items() if ceo})
    books = _income(state, books, done)
    game = replace(state.game, balances=done.balances, match=state.game.match.cleared())
    return led(replace(state, game=game, trading=False), books), done


def _dividends(books: Books, done: Settlement) -> None:
    for power, each in sorted(books.dividends.items()):
        holders = books.holders(power)
        total = each * sum(holders.values())
        if total > done.balances[power]:
            done.unpaid[power] = each
            continue
        done.dividends[power] = each
        done.pay(power, -total, f"dividend of {each} a share")
        for investor, shares in holders.items():
            done.pay(investor, each * shares, f"dividend of {power.title()}, {each} a share")


def _purchases(books: Books, orders: Mapping[str, Sequence[Trade]], done: Settlement) -> None:
    """Let investors buy one share a round: of their first open line that they can pay for."""
    unsold = {line.power: books.unsold(line.power) for lines in orders.values() for line in lines}
    # One share more than there is finds out that there is none left; whoever wants still more could not get it either.
    wanted = {
        investor: [
            (place, line.power)
            for place, line in enumerate(orders.get(investor, ()))
            if not line.other
            for _ in range(min(line.number, unsold[line.power] + 1))
        ]
        for investor in done.order
    }
    left = dict(done.balances)
    missed: set[tuple[str, int]] = set()
    buying = True
    while buying:
        buying = False
        for investor in done.order:
            if left[investor] < books.price:
                continue
            wishes = wanted[investor]
            at = next((at for at, (_, power) in enumerate(wishes) if unsold[power]), len(wishes))
            missed |= {(investor, place) for place, _ in wishes[:at]}
            if at == len(wishes):
                continue
            _, power = wishes.pop(at)
            unsold[power] -= 1
            left[investor] -= books.price
            own = done.bought.setdefault(investor, {})
            own[power] = own.get(power, 0) + 1
            buying = True
    for investor in books.investors:
        for power, shares in sorted(done.bought.get(investor, {}).items()):
            done.hand(investor, power, shares)
            done.pay(investor, -shares * books.price, f"bought {shares} of {power.title()}")
            done.pay(power, shares * books.price, f"sold {shares} of the unsold shares")
        for place, unfilled in Counter(place for place, _ in wanted[investor]).items():
            line = orders[investor][place]
            got = min(line.number, books.unsold(line.power) + 1) - unfilled
            why = UNSOLD if (investor, place) in missed else MONEY
            done.fail(investor, place, Failure(line, why, got, left[investor]))


def _trades(books: Books, orders: Mapping[str, Sequence[Trade]], done: Settlement) -> None:
    """Lines equal in all parts, by the seller's seat and line, if they have the shares and the buyer the money."""
    open_lines = {
        investor: {place: line for place, line in enumerate(orders.get(investor, ())) if line.other}
        for investor in books.payees
    }
    for seller in books.investors:
        for place, sale in open_lines.get(seller, {}).items():
            if sale.sells:
                _sell(seller, place, sale, open_lines.get(sale.other, {}), done)
        for buyer, lines in open_lines.items():
            for place, line in lines.items():
                if not line.sells and line.other == seller:
                    have = done.balances[buyer]
                    done.fail(buyer, place, Failure(line, MONEY if have < line.total else OTHER, 0, have))


def _sell(seller: str, place: int, sale: Trade, theirs: dict[int, Trade], done: Settlement) -> None:
    """One line of the seller's, against those of the buyer's that nobody has answered; one that does is taken out."""
    have = done.holdings.get(seller, {}).get(sale.power, 0)
    if have < sale.number:
        done.fail(seller, place, Failure(sale, SHARES, 0, have))
        return
    half = next((at for at, line in theirs.items() if line.matches(seller, sale.other, sale)), None)
    if half is None or done.balances[sale.other] < sale.total:
        done.fail(seller, place, Failure(sale, OTHER, 0, have))
        return
    del theirs[half]
    done.trades.append((seller, sale))
    done.hand(seller, sale.power, -sale.number)
    done.hand(sale.other, sale.power, sale.number)
    what = f"{sale.number} of {sale.power.title()}"
    done.pay(sale.other, -sale.total, f"bought {what} from {seller.title()}")
    done.pay(seller, sale.total, f"sold {what} to {sale.other.title()}")


def _income(state: ExchangeState, books: Books, done: Settlement) -> Books:
    """Pays the powers, where a Spring movement phase follows, and keeps what each center was worth to whom."""
    table = state.table
    if table.label.kind != MOVEMENT:
        return books
    drawn = dict(books.drawn)
    for power in sorted(table.centers):
        done.income[power] = income_of(books, table, power)
        count = table.count(power)
        done.pay(power, done.income[power], f"income of {count} center{'s' if count > 1 else ''}")
        drawn |= {center: (power, worth) for center, worth in worths_of(books, table, power).items()}
    return replace(books, drawn=dict(sorted(drawn.items())))
