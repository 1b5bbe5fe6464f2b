"""Exchange as a rule system: investors trade in shares of the powers and elect who leads them; all bid as in Payola."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from typing_extensions import override

from judge.reading.lexicon import single_words_of
from judge.rules.computers import ComputerPlayer
from judge.rules.diplomacy.canonical import PARTS
from judge.rules.diplomacy.labels import ADJUSTMENTS, RETREATS
from judge.rules.diplomacy.reading.names import named_abroad, powers_abroad
from judge.rules.diplomacy.system import SYSTEM as PLAIN
from judge.rules.exchange.acts import perform_in_exchange
from judge.rules.exchange.canonical import TRADES, parse_trades, print_trades
from judge.rules.exchange.case import adjudicate_exchange_case
from judge.rules.exchange.comments import comments_on
from judge.rules.exchange.composing import composition
from judge.rules.exchange.computer import COMPUTERS
from judge.rules.exchange.forms import estimate_orders, exchange_form, show_sheet, standing_words
from judge.rules.exchange.play import adjudicate_exchange, seats_of_investors, start_exchange
from judge.rules.exchange.reading.letter import read_exchange_mail
from judge.rules.exchange.state import ExchangeState
from judge.rules.exchange.view import ExchangeView, exchange_phase, exchange_view
from judge.rules.payola.canonical import OFFERS, parser_for, print_sheet
from judge.rules.payola.story import money_charts
from judge.rules.payola.system import OPTIONS as PAYOLA_OPTIONS
from judge.rules.payola.system import WORDS as PAYOLA_WORDS
from judge.rules.payola.system import OfferGame
from judge.rules.payola.treasury import balances_of
from judge.rules.payola.variants import DIVIDENDS, EXCHANGE
from judge.rules.rng import Rng
from judge.rules.story import OPENED, Chart, Ranking, Story, chart_of
from judge.rules.values import Json, Option, Outcome, PartKind, Seating, Word, words_in

WORDS = (*PAYOLA_WORDS[:-1], *words_in(Path(__file__).with_name("words.toml")))
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

    phase = staticmethod(exchange_phase)
    role_named = staticmethod(named_abroad)
    read = staticmethod(read_exchange_mail)
    composition = staticmethod(composition)
    show = staticmethod(show_sheet)
    estimate = staticmethod(estimate_orders)
    form = staticmethod(exchange_form)
    stands = staticmethod(standing_words)
    act = staticmethod(perform_in_exchange)
    comments = staticmethod(comments_on)
    adjudicate = staticmethod(adjudicate_exchange)
    view = staticmethod(exchange_view)
    case = staticmethod(adjudicate_exchange_case)

    @override
    def seating(self, options: Mapping[str, Json]) -> Seating:
        seating = seats_of_investors(options)
        # Press, trades and votes would be ambiguous.
        abroad = (*powers_abroad(), "UNSOLD", *single_words_of("exchange"))
        return replace(seating, reserved=(*seating.reserved, *abroad))

    @override
    def start(self, options: Mapping[str, Json], seats: Sequence[str], rng: Rng) -> Outcome[ExchangeState]:
        return start_exchange({**options, "variant": EXCHANGE}, seats, rng)

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
    def accounts(self, state: ExchangeState) -> Mapping[tuple[str, str], int]:
        return balances_of(state.game)

    @override
    def settled(self, story: Story[ExchangeView]) -> Ranking | None:
        """By their shares of the powers that have won together (P28), or of all where none has."""
        view, held = story.now, _holdings(story)
        if view is None or not held:
            return None
        powers = view.winners or view.board.powers
        last = held[-1][1]
        counts = {each: sum(last.get(each, {}).get(power, 0) for power in powers) for each in view.investors}
        most = max((counts[each] for each in view.payees), default=0)
        won = tuple(each for each in view.payees if view.winners and counts[each] == most)
        return Ranking("shares of the winner" if len(view.winners) == 1 else "shares", counts, won=won)

    @override
    def charts(self, story: Story[ExchangeView]) -> tuple[Chart, ...]:
        """Return those of Payola, and the shares of each investor after each exchange."""
        columns = [
            (label, {investor: sum(shares.values()) for investor, shares in held.items()})
            for label, held in _holdings(story)
        ]
        charts = money_charts(story, "Money when each exchange and movement phase was adjudicated")
        return (*charts, *((chart_of("holdings", "Shares that each investor held", columns),) if columns else ()))


def _holdings(story: Story[ExchangeView]) -> list[tuple[str, Mapping[str, Mapping[str, int]]]]:
    """Investor -> power -> shares after each exchange, as the end opens them."""
    told = (event.data for event in story.opened if event.kind == OPENED)
    return [(data["phase"], data["holdings"]) for data in told if "holdings" in data]


SYSTEM = Exchange()
