"""Payola Diplomacy as a rule system (Payola 1-5)."""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from typing_extensions import TypeVar, override

from judge.rules.computers import ComputerPlayer
from judge.rules.diplomacy.canonical import PARTS
from judge.rules.diplomacy.labels import ADJUSTMENTS, MOVEMENT, RETREATS
from judge.rules.diplomacy.match import Match
from judge.rules.diplomacy.system import OPTIONS as BOARD_OPTIONS
from judge.rules.diplomacy.system import SYSTEM as PLAIN
from judge.rules.diplomacy.system import BoardGame
from judge.rules.diplomacy.table import Table
from judge.rules.drawing import Picture, area_of
from judge.rules.payola import story as stories
from judge.rules.payola.acceptance import first_list
from judge.rules.payola.acts import forfeited_by_leaving, perform
from judge.rules.payola.canonical import OFFERS, parser_for, print_sheet
from judge.rules.payola.case import adjudicate_case
from judge.rules.payola.composing import composition
from judge.rules.payola.computer.players import COMPUTERS
from judge.rules.payola.forms import blank_sheet, earlier_offers, estimate_sheet
from judge.rules.payola.play import AUCTION, STATEMENT, adjudicate, pay
from judge.rules.payola.reading.letter import read_mail
from judge.rules.payola.state import PayolaState
from judge.rules.payola.story import comments_on
from judge.rules.payola.treasury import CURRENCY, balances_of, start_money
from judge.rules.payola.variants import EXCHANGE, LENGTHS, is_blind, is_exchange, title_with, variant_of
from judge.rules.payola.variants import OPTIONS as VARIANT_OPTIONS
from judge.rules.payola.view import PayolaView, phase_of, view_of
from judge.rules.problems import refusal
from judge.rules.rng import Rng
from judge.rules.story import OPENED, Chart, Story
from judge.rules.values import (
    Event,
    Json,
    Option,
    Orders,
    Outcome,
    PartKind,
    PhaseRecord,
    State,
    Word,
    dummies_option,
    words_in,
)
from judge.rules.votes import OPTIONS as VOTE_OPTIONS

Offered = TypeVar("Offered", bound=PayolaView, default=PayolaView)

WORDS = words_in(Path(__file__).with_name("words.toml"))
OPTIONS = (
    *(option for option in BOARD_OPTIONS if option.name == "map"),
    dummies_option("powers that nobody plays; their units can only be bribed (4.4)"),
    Option(
        "nmr",
        "choice",
        "wait",
        "what happens at the deadline if offer sheets are missing: the judge waits, or units without an offer hold",
        ("wait", "default"),
    ),
    *VARIANT_OPTIONS,
    *VOTE_OPTIONS,
)


class OfferGame(BoardGame[State, Offered], ABC):
    """A game in which everybody bids for the orders of units: Payola and Exchange."""

    sealed = (AUCTION,)
    lengths: Mapping[str, int] = LENGTHS
    opens_all = True
    coins: Mapping[str, tuple[str, str]] = {CURRENCY: (CURRENCY, CURRENCY)}
    price_kinds = stories.PRICE_KINDS

    prices = staticmethod(stories.prices)
    decided = staticmethod(stories.decided)

    @override
    def again(self, view: Offered, last: Orders) -> Orders:
        return earlier_offers(last)

    @override
    def opened(self, record: Sequence[PhaseRecord]) -> tuple[Event, ...]:
        return stories.opened_sheets(record, [part for part, kind in self.parts.items() if kind == "add"])

    @override
    def bribes(self, opened: Sequence[Event]) -> Iterable[tuple[str, str, int]]:
        return stories.bribes(opened)

    @override
    def phase_picture(self, before: Offered, events: Sequence[Event], after: Offered | None = None) -> Picture | None:
        """Write beside each unit what it took, from the statements that this reader may know. Once the end has opened
        the phase: whose money from elsewhere decided what it did, with a ring.
        """
        picture = super().phase_picture(before, events, after)
        if picture is None:
            return None
        spaces = dict(picture.spaces)
        for event in events:
            if event.kind == STATEMENT and event.data["phase"] == str(before.table.label):
                for row in event.data["units"]:
                    code = area_of(row["unit"].partition(" ")[2])
                    spaces[code] = replace(spaces[code], note=f"{row['total']} AgP")
        rings = {}
        for event in events:
            if event.kind == OPENED and event.data["phase"] == str(before.table.label):
                for row, payer, amount in stories.decisive(event.data):
                    place = row["unit"].partition(" ")[2]
                    side = picture.sides.get(payer)
                    spaces[area_of(place)] = replace(
                        spaces[area_of(place)], note=f"{side.letter if side else payer.title()} {amount}"
                    )
                    rings[place] = payer
        pieces = (replace(piece, ring=rings.get(piece.place, "")) for piece in picture.pieces)
        return replace(picture, spaces=spaces, pieces=tuple(pieces))


class Payola(OfferGame[PayolaState, PayolaView]):
    """Sealed offers decide what every unit does. What varies (section 6) is switched by the game's `variant`; that in
    which investors play has a system and words of its own, and its options here.
    """

    name = "payola"
    title = "Payola Diplomacy"
    aliases: tuple[str, ...] = ("payola-diplomacy",)
    options = OPTIONS
    state_type = PayolaState
    words: tuple[Word, ...] = WORDS
    parts: Mapping[str, PartKind] = {OFFERS: "add", PARTS[RETREATS]: "unit", PARTS[ADJUSTMENTS]: "replace"}
    computers: Mapping[str, ComputerPlayer] = COMPUTERS

    title_with = staticmethod(title_with)
    seating = staticmethod(PLAIN.seating)
    hides_writers = staticmethod(is_blind)
    phase = staticmethod(phase_of)
    read = staticmethod(read_mail)
    composition = staticmethod(composition)
    forfeits = staticmethod(forfeited_by_leaving)
    act = staticmethod(perform)
    adjudicate = staticmethod(adjudicate)
    view = staticmethod(view_of)
    accounts = staticmethod(balances_of)
    case = staticmethod(adjudicate_case)

    @override
    def played_by(self, options: Json) -> str:
        return EXCHANGE if is_exchange(options) else self.name

    @override
    def idle_options(self, options: Mapping[str, Json]) -> tuple[str, ...]:
        never_waits = options.get("nmr", "wait") == "default"
        exchange = () if is_exchange(options) else (EXCHANGE,)
        hidden = ("early", "grace") if self.hides_writers(options) else ()
        return (*exchange, *(("abandon",) if never_waits else ()), *hidden)

    @override
    def start(self, options: Mapping[str, Json], seats: Sequence[str], rng: Rng) -> Outcome[PayolaState]:
        if is_exchange(options):
            raise ValueError(f"a game of {EXCHANGE} is played by the system of that name: see played_by")
        board_game = PLAIN.start(options, seats, rng).state
        table: Table = board_game.table
        match: Match = board_game.match
        board = table.board
        try:
            variant = variant_of(options, board)
        except ValueError as unfit:
            raise refusal("payola/no-such-variant", str(unfit)) from None
        state = PayolaState(
            variant,
            table,
            match,
            dict.fromkeys(board.powers, 0),
            {power: first_list(board, power) for power in board.powers},
            waits=options.get("nmr", "wait") == "wait",
        )
        return pay(state, start_money(table, variant), (), ())

    @override
    def parse(self, view: PayolaView, part: str, text: str) -> Any:
        return parser_for(view, view.power).sheet(text) if part == OFFERS else PLAIN.parse(view, part, text)

    @override
    def print(self, view: PayolaView, part: str, parsed: Any) -> str:
        return print_sheet(view.table.position, parsed) if part == OFFERS else PLAIN.print(view, part, parsed)

    @override
    def show(self, view: PayolaView, orders: Orders) -> str:
        return orders.get(OFFERS, "") if _is_movement(view) else PLAIN.show(view, orders)

    @override
    def estimate(self, view: PayolaView, orders: Orders) -> tuple[str, ...]:
        if not _is_movement(view):
            return PLAIN.estimate(view, orders)
        sheet = parser_for(view, view.power).sheet(orders.get(OFFERS, ""))
        return estimate_sheet(view, sheet) if sheet.size else ()

    @override
    def form(self, view: PayolaView, last: Orders) -> str:
        return blank_sheet(view, last) if _is_movement(view) else PLAIN.form(view, last)

    @override
    def without_orders(self, view: PayolaView) -> str:
        if not _is_movement(view):
            return PLAIN.without_orders(view)
        return "your units hold, and you offer nothing" if view.variant.loyal else "you offer nothing"

    @override
    def stands(self, view: PayolaView) -> tuple[str, ...]:
        if view.accept is None or view.variant.loyal:  # loyal units are not for sale, and dummies' hold in every tie
            return ()
        return (f"{view.accept} is your acceptance list: whose money wins ties.",)

    @override
    def comments(self, events: Sequence[Event], role: str) -> tuple[str, ...]:
        del role  # it is who the statement among them is for
        return comments_on(events)

    @override
    def is_off_the_board(self, state: PayolaState, seat: str) -> bool:
        """Of a blind game nobody is told. Whether it has money left is told to nobody (ruling P29)."""
        return not state.variant.blind and seat not in state.table.alive

    @override
    def tally(self, state: PayolaState) -> Mapping[str, Mapping[str, int]]:
        return {power: {"centers": state.table.count(power), "money": money} for power, money in state.balances.items()}

    @override
    def charts(self, story: Story[PayolaView]) -> tuple[Chart, ...]:
        return stories.money_charts(story, "Treasuries when each movement phase was adjudicated")


def _is_movement(view: PayolaView) -> bool:
    return view.table.label.kind == MOVEMENT


SYSTEM = Payola()
