"""An Exchange game from phase to phase: the exchange that opens a year, then the board, on which all bid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.rules.diplomacy.boardfile import load_board
from judge.rules.diplomacy.canonical import PARTS
from judge.rules.diplomacy.case import filed_orders, play
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.diplomacy.match import Match
from judge.rules.diplomacy.play import Flow, Step
from judge.rules.diplomacy.table import opening
from judge.rules.exchange.acts import end_exchange
from judge.rules.exchange.canonical import TRADES, Trade, parse_trades
from judge.rules.exchange.settlement import Settlement, settle
from judge.rules.exchange.state import Books, ExchangeState, worths_of
from judge.rules.payola.acceptance import first_list
from judge.rules.payola.canonical import OFFERS, sheet_parser
from judge.rules.payola.play import AUCTION, STATEMENT, auction, bid, payments, statement
from judge.rules.payola.state import PayolaState
from judge.rules.payola.treasury import posting, start_money
from judge.rules.payola.variants import DIVIDENDS, FREE, HALF, OPTIONS, variant_of
from judge.rules.problems import refusal
from judge.rules.rng import Rng
from judge.rules.values import DUMMIES, MASTER, PUBLIC, Event, Json, Orders, Outcome, Result, Seating, only, seated
from judge.rules.votes import votes_of

_OPTIONS = {option.name: option for option in OPTIONS}
PRICE: int = _OPTIONS["price"].default
SHARES: int = _OPTIONS["shares"].default


def cash_of(options: Mapping[str, Json], players: int, all_shares: int) -> int:
    """What each of so many investors begins with. `all_shares`: what all shares cost together, in silver pieces."""
    cash: int = _OPTIONS["cash"].of(options)
    return cash or -(-all_shares // players)


def most_dividend(options: Mapping[str, Json], price: int) -> int:
    """Silver pieces a share that a dividend may be at most: half of what an unsold one costs, so that nobody
    gains by draining a treasury they have just bought; 0: no limit. ValueError where the option is none.
    """
    chosen = _OPTIONS[DIVIDENDS].of(options)
    if chosen not in (HALF, FREE):
        raise ValueError(f"options.{DIVIDENDS} is {HALF} or {FREE}")
    return 0 if chosen == FREE else -(-price // 2)


FEWEST, MOST = 3, 14


def start_exchange(options: Mapping[str, Json], seats: Sequence[str], rng: Rng) -> Outcome:
    """The opening: equal cash for all; which seat comes first in ties is drawn by lot, however they are given."""
    try:
        table = opening(options.get("map", "standard"))
        variant = variant_of(options, table.board)
    except KeyError as error:
        raise refusal("diplomacy/no-such-map", str(error.args[0])) from None
    except ValueError as unfit:
        raise refusal("payola/no-such-variant", str(unfit)) from None
    board = table.board
    if not FEWEST <= len(set(seats)) <= MOST or set(seats) & set(board.powers):
        message = f"an Exchange game is for {FEWEST} to {MOST} investors, none of them called like a power"
        raise refusal("exchange/players", message, hint="SET players 7")
    investors = rng.at("seats").shuffled(sorted(seats))
    price, shares = options.get("price", PRICE), options.get("shares", SHARES)
    cash = cash_of(options, len(investors), price * shares * len(set(board.powers) - set(board.dummies)))
    entries = start_money(table, variant)
    balances: dict[str, int] = dict.fromkeys(board.powers, 0)
    balances |= {entry.account: entry.amount for entry in entries}
    game = PayolaState(
        variant,
        table,
        Match(board.powers, votes_of(options)),
        balances | dict.fromkeys(investors, cash),
        {power: first_list(board, power) for power in board.powers},
        waits=options.get("nmr", "wait") == "wait",
    )
    books = Books(investors, price, shares, most_dividend=most_dividend(options, price))
    begun = ExchangeState(game, books, trading=True)
    stakes = tuple(posting(investor, cash, "to begin with") for investor in investors if cash)
    return Outcome(begun, (*entries, *stakes))


def adjudicate_exchange(state: ExchangeState, orders: Mapping[str, Orders], rng: Rng) -> Outcome:
    table = state.table
    if state.trading:
        return _settle(state, orders, rng)
    if table.label.kind == MOVEMENT:
        return _movement(state, orders, rng)
    step = play(table, filed_orders(table, PARTS[table.label.kind], orders), Flow(barred=state.barred))
    return _go_on(state, step, Outcome(state, events=step.events))


def _movement(state: ExchangeState, orders: Mapping[str, Orders], rng: Rng) -> Outcome:
    table, game, books = state.table, state.game, state.books
    sheets = {
        role: sheet_parser(table, role, game.variant, game.match.dummies).sheet(orders[role].get(OFFERS, ""))
        for role in (*game.writers, *books.payees)
        if role in orders
    }
    played, lists = bid(game, sheets, rng, Flow(barred=state.barred), books.investors)
    powers = game.match.played(table.board.powers)
    events = (
        *played.step.events,
        *(
            Event(only(role), STATEMENT, {"role": role, **statement(table, role, played)})
            for role in (*powers, *books.payees)
        ),
        Event(MASTER, AUCTION, auction(game, played, lists)),
    )
    paid = replace(state, game=replace(game, balances=played.balances))
    return _go_on(state, played.step, Outcome(paid, payments(played.determination), events))


def _go_on(before: ExchangeState, step: Step, done: Outcome) -> Outcome:
    """The next phase: before a year's first one the exchange opens; or the end."""
    state: ExchangeState = done.state
    game = state.game
    opens = step.table.label.year > before.table.label.year
    after = replace(
        state,
        game=replace(game, table=step.table, match=game.match.cleared()),
        trading=opens,
    )
    if step.winner:
        summary = f"{step.winner} has won with {step.table.count(step.winner)} centers."
        return end_exchange(after, Result((step.winner,), summary), done.postings, done.events)
    return replace(done, state=after)


def _settle(state: ExchangeState, orders: Mapping[str, Orders], rng: Rng) -> Outcome:
    board, books = state.table.board, state.books
    lines = {
        investor: parse_trades(board, books.investors, investor, orders[investor].get(TRADES, ""))
        for investor in books.payees
        if investor in orders
    }
    after, done = settle(state, lines, rng.at("exchange").shuffled(books.investors))
    return Outcome(after, tuple(done.postings), tuple(_events(state, after, done, lines)))


def _events(
    before: ExchangeState, after: ExchangeState, done: Settlement, lines: Mapping[str, Sequence[Trade]]
) -> list[Event]:
    books = after.books
    powers = after.table.board.powers
    phase: dict[str, Json] = {"phase": str(before.label), "title": before.title}
    events = [Event(PUBLIC, "elected", {**phase, "ceos": {power: books.ceos.get(power, "") for power in powers}})]
    for investor in books.payees:
        told = {
            **phase,
            **_settled(before, after, done, investor),
            "lines": [str(line) for line in lines.get(investor, ())],
        }
        events.append(Event(only(investor), "settled", told))
        held = books.holdings.get(investor, {})
        events += [Event(only(investor), "report", _report(before, after, power)) for power in held]
    for power in books.ceos:
        events.append(Event(only(power), "books", {**_report(before, after, power), **_year(before, done, power)}))
    kept = {
        **phase,
        "lists": {},
        "order": list(done.order),
        "balances": dict(before.balances),
        "votes": {investor: dict(votes) for investor, votes in before.books.votes.items() if votes},
        "dividends": dict(before.books.dividends),
        "worths": {power: dict(worths) for power, worths in before.books.worths.items()},
        "holdings": {investor: dict(held) for investor, held in books.holdings.items()},
    }
    idle = set(kept["votes"]) - set(before.books.players)
    uncounted = [investor for investor in before.books.investors if investor in idle]
    if uncounted:
        kept["uncounted"] = uncounted
    return [*events, Event(MASTER, AUCTION, kept)]


def _settled(before: ExchangeState, after: ExchangeState, done: Settlement, investor: str) -> dict[str, Json]:
    """What one investor reads of their own money, shares and lines, and nobody else."""
    books = after.books
    return {
        "dividends": [
            {"power": power, "each": each, "amount": each * before.books.held(investor, power)}
            for power, each in done.dividends.items()
            if before.books.held(investor, power)
        ],
        "bought": [
            {"power": power, "shares": shares, "paid": shares * books.price}
            for power, shares in sorted(done.bought.get(investor, {}).items())
        ],
        "trades": [
            {
                "sold": seller == investor,
                "shares": sale.number,
                "power": sale.power,
                "other": sale.other if seller == investor else seller,
                "total": sale.total,
            }
            for seller, sale in done.trades
            if investor in (seller, sale.other)
        ],
        "failed": [dict(each.told) for each in done.failures(investor)],
        "holdings": dict(books.holdings.get(investor, {})),
        "leads": list(books.led_by(investor)),
        "balance": after.balances[investor],
    }


def _report(before: ExchangeState, after: ExchangeState, power: str) -> dict[str, Json]:
    """What everybody who holds a share of the power reads after the exchange, and nobody else."""
    books = after.books
    return {
        "phase": str(before.label),
        "power": power,
        "ceo": books.ceos.get(power, ""),
        "treasury": after.balances[power],
        "holders": books.holders(power),
        "unsold": books.unsold(power),
    }


def _year(before: ExchangeState, done: Settlement, power: str) -> dict[str, Json]:
    """What its CEO reads besides: what came in and went out."""
    sold = sum(own.get(power, 0) for own in done.bought.values())
    paid = done.dividends.get(power, 0)
    return {
        "title": before.title,
        "dividend": paid,
        "dividends": paid * sum(before.books.holders(power).values()),
        "unpaid": done.unpaid.get(power, 0),
        "sold": sold,
        "from_shares": sold * before.books.price,
        "income": done.income.get(power, 0),
        "worths": worths_of(before.books, before.table, power) if power in done.income else {},
    }


PLAYERS = 7
NOBODY = "NOBODY"
"""Whom an investor elects who takes their vote back."""


def seats_of_investors(options: Mapping[str, Json]) -> Seating:
    """As many as the option `players` says; no seat is called like a power, or a vote would be ambiguous."""
    number = options.get("players", PLAYERS)
    names = tuple(f"INVESTOR{place}" for place in range(1, number + 1))
    board = load_board(options.get("map", "standard"))
    # A game made as a variation of Payola has the option. Whoever it names is no seat here, and its GameMaster is told
    # why nobody can be named (variant_of), rather than that there is no such seat.
    option = DUMMIES if DUMMIES in options else ""
    seating = seated(names, {}, by_players=True)
    return replace(seating, reserved=(*board.powers, NOBODY), dummies_option=option)
