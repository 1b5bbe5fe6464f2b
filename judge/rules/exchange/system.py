"""Exchange as a rule system: investors trade in shares of the powers and elect who leads them; all bid as in Payola."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from typing_extensions import override

from judge.rules.computers import ComputerPlayer
from judge.rules.diplomacy.canonical import PARTS
from judge.rules.diplomacy.labels import ADJUSTMENTS, RETREATS
from judge.rules.diplomacy.reading.abroad import named_abroad
from judge.rules.diplomacy.system import SYSTEM as PLAIN
from judge.rules.exchange.acts import perform_in_exchange
from judge.rules.exchange.canonical import TRADES, parse_trades, print_trades
from judge.rules.exchange.case import adjudicate_exchange_case
from judge.rules.exchange.comments import comments_on
from judge.rules.exchange.computer import COMPUTERS
from judge.rules.exchange.forms import estimate_orders, exchange_form, show_sheet, standing_words
from judge.rules.exchange.play import adjudicate_exchange, seats_of_investors, start_exchange
from judge.rules.exchange.reading.letter import is_attempt, read_exchange_mail
from judge.rules.exchange.state import ExchangeState
from judge.rules.exchange.view import ExchangeView, exchange_phase, exchange_view
from judge.rules.exchange.words import WORDS
from judge.rules.payola.canonical import OFFERS, parser_for, print_sheet
from judge.rules.payola.story import OPENED, money_charts
from judge.rules.payola.system import OPTIONS as PAYOLA_OPTIONS
from judge.rules.payola.system import OfferGame
from judge.rules.payola.treasury import balances_of
from judge.rules.payola.variants import DIVIDENDS, EXCHANGE
from judge.rules.rng import Rng
from judge.rules.story import Chart, Story, chart_of
from judge.rules.values import (
    Act,
    Audience,
    Event,
    Json,
    Option,
    Orders,
    Outcome,
    PartKind,
    Phase,
    Reading,
    Seating,
    Sheet,
    Word,
)

_OWN = ("map", "nmr", "ebayola", "players", "cash", "price", "shares", DIVIDENDS, "dias", "votes")
OPTIONS = tuple(replace(option, only=None) for option in PAYOLA_OPTIONS if option.name in _OWN)


class Exchange(OfferGame[ExchangeState, ExchangeView]):
    """Payola 6.8. A game may also have been made under Payola's name, with `variant exchange` among its options."""

    name = EXCHANGE
    title = "Payola Exchange"
    aliases: tuple[str, ...] = ("payola-exchange",)
    options: tuple[Option, ...] = OPTIONS
    state_type = ExchangeState
    words: tuple[Word, ...] = WORDS
    beginnings = ("BUY", "SELL", "ELECT", "DIVIDEND", "WORTH")
    parts: Mapping[str, PartKind] = {
        OFFERS: "add",
        PARTS[RETREATS]: "unit",
        PARTS[ADJUSTMENTS]: "replace",
        TRADES: "add",
    }
    computers: Mapping[str, ComputerPlayer] = COMPUTERS

    @override
    def seating(self, options: Mapping[str, Json]) -> Seating:
        return seats_of_investors(options)

    @override
    def start(self, options: Mapping[str, Json], seats: Sequence[str], rng: Rng) -> Outcome[ExchangeState]:
        return start_exchange({**options, "variant": EXCHANGE}, seats, rng)

    @override
    def phase(self, state: ExchangeState) -> Phase | None:
        return exchange_phase(state)

    @override
    def read(self, view: ExchangeView, role: str, sheet: Sheet) -> Reading:
        return read_exchange_mail(view, role, sheet)

    @override
    def is_attempt(self, view: ExchangeView, line: str) -> bool:
        return is_attempt(view.board, line)

    @override
    def role_named(self, text: str) -> str:
        return named_abroad(text)

    @override
    def parse(self, view: ExchangeView, part: str, text: str) -> Any:
        if part == TRADES:
            return parse_trades(view.board, view.investors, view.seat, text)
        return parser_for(view, view.player).sheet(text) if part == OFFERS else PLAIN.parse(view, part, text)

    @override
    def print(self, view: ExchangeView, part: str, parsed: Any) -> str:
        if part == TRADES:
            return print_trades(parsed)
        return print_sheet(view.table.position, parsed) if part == OFFERS else PLAIN.print(view, part, parsed)

    @override
    def show(self, view: ExchangeView, orders: Orders) -> str:
        return show_sheet(view, orders)

    @override
    def estimate(self, view: ExchangeView, orders: Orders) -> tuple[str, ...]:
        return estimate_orders(view, orders)

    @override
    def form(self, view: ExchangeView, last: Orders) -> str:
        return exchange_form(view, last)

    @override
    def stands(self, view: ExchangeView) -> tuple[str, ...]:
        return standing_words(view)

    @override
    def act(self, state: ExchangeState, role: str, act: Act) -> Outcome[ExchangeState]:
        return perform_in_exchange(state, role, act)

    @override
    def comments(self, events: Sequence[Event], role: str) -> tuple[str, ...]:
        return comments_on(events, role)

    @override
    def tally(self, state: ExchangeState) -> Mapping[str, Mapping[str, int]]:
        books, table = state.books, state.table
        return {
            seat: {
                "centers held": sum(books.held(seat, power) * table.count(power) for power in table.board.powers),
                "shares": sum(books.holdings.get(seat, {}).values()),
                "money": state.balances[seat],
            }
            for seat in books.investors
        }

    @override
    def adjudicate(self, state: ExchangeState, orders: Mapping[str, Orders], rng: Rng) -> Outcome[ExchangeState]:
        return adjudicate_exchange(state, orders, rng)

    @override
    def view(self, state: ExchangeState, viewer: Audience) -> ExchangeView:
        return exchange_view(state, viewer)

    @override
    def accounts(self, state: ExchangeState) -> Mapping[tuple[str, str], int]:
        return balances_of(state.game)

    @override
    def charts(self, story: Story[ExchangeView]) -> tuple[Chart, ...]:
        """Return those of Payola, and the shares of each investor after each exchange."""
        exchanges = [event.data for event in story.opened if event.kind == OPENED and "holdings" in event.data]
        columns = [
            (data["phase"], {investor: sum(held.values()) for investor, held in data["holdings"].items()})
            for data in exchanges
        ]
        charts = money_charts(story, "Money when each exchange and movement phase was adjudicated")
        return (*charts, *((chart_of("holdings", "Shares that each investor held", columns),) if columns else ()))

    @override
    def case(self, case: Mapping[str, Json]) -> dict[str, Json]:
        return adjudicate_exchange_case(case)


SYSTEM = Exchange()
