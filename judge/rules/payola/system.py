"""Payola Diplomacy as a rule system (Payola 1-5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from typing_extensions import override

from judge.rules.computers import ComputerPlayer
from judge.rules.diplomacy.boardgame import BoardGame
from judge.rules.diplomacy.canonical import PARTS
from judge.rules.diplomacy.case import filed_orders, play
from judge.rules.diplomacy.game import Flow, Step
from judge.rules.diplomacy.labels import ADJUSTMENTS, MOVEMENT, RETREATS
from judge.rules.diplomacy.match import Match
from judge.rules.diplomacy.sight import seen_events, seen_table
from judge.rules.diplomacy.system import OPTIONS as BOARD_OPTIONS
from judge.rules.diplomacy.system import SYSTEM as PLAIN
from judge.rules.diplomacy.table import Table
from judge.rules.drawing import Picture
from judge.rules.dummies import dummies_option
from judge.rules.payola import story as stories
from judge.rules.payola.acceptance import REST, expand_list, first_list, letters_of
from judge.rules.payola.acts import end, forfeited_by_leaving, perform
from judge.rules.payola.advice import blank_sheet, earlier_offers, estimate_sheet
from judge.rules.payola.auctions.treasury import (
    ASIDE,
    CURRENCY,
    Entry,
    balances_of,
    close_year,
    incomes,
    start_money,
    year_has_ended,
)
from judge.rules.payola.bidding import bidding
from judge.rules.payola.canonical import OFFERS, parser_for, sheet_parser
from judge.rules.payola.case import adjudicate_case
from judge.rules.payola.comments import comments_on
from judge.rules.payola.computer.computers import COMPUTERS
from judge.rules.payola.forecast import expected_income
from judge.rules.payola.offers import OfferSheet
from judge.rules.payola.opening import opened_sheets
from judge.rules.payola.picture import priced_picture
from judge.rules.payola.play import AUCTION, Auctioned, Funds, paid_for, payments, play_offers
from judge.rules.payola.reading.attempts import is_offer_attempt
from judge.rules.payola.reading.letter import read_mail
from judge.rules.payola.reading.words import WORDS
from judge.rules.payola.state import PayolaState, dump_state, load_state
from judge.rules.payola.statement import STATEMENT, blind_statement, statement
from judge.rules.payola.variants import EXCHANGE, LENGTHS, is_blind, is_exchange, title_with, variant_of
from judge.rules.payola.variants import OPTIONS as VARIANT_OPTIONS
from judge.rules.payola.view import PayolaView, phase_of, view_of
from judge.rules.problems import Problem, Refused
from judge.rules.rng import Rng
from judge.rules.story import Chart, LedgerLine, Prices, Story
from judge.rules.values import (
    MASTER,
    Act,
    Audience,
    Event,
    Json,
    Option,
    Orders,
    Outcome,
    PartKind,
    Phase,
    PhaseRecord,
    Posting,
    Reading,
    Seating,
    Sheet,
    Word,
    only,
)
from judge.rules.votes import OPTIONS as VOTE_OPTIONS
from judge.rules.words.attempts import is_read

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


class Payola(BoardGame[PayolaState, PayolaView]):
    """Sealed offers decide what every unit does. What varies (section 6) is switched by the game's `variant`; that in
    which investors play has a system and words of its own, and its options here.
    """

    name = "payola"
    title = "Payola Diplomacy"
    aliases: tuple[str, ...] = ("payola-diplomacy",)
    options = OPTIONS
    words: tuple[Word, ...] = WORDS
    parts: Mapping[str, PartKind] = {OFFERS: "add", PARTS[RETREATS]: "unit", PARTS[ADJUSTMENTS]: "replace"}
    sealed = (AUCTION,)
    lengths: Mapping[str, int] = LENGTHS
    opens_all = True
    computers: Mapping[str, ComputerPlayer] = COMPUTERS
    coins: Mapping[str, tuple[str, str]] = {CURRENCY: (CURRENCY, CURRENCY)}
    price_kinds = stories.PRICE_KINDS

    @override
    def played_by(self, options: Json) -> str:
        return EXCHANGE if is_exchange(options) else self.name

    @override
    def title_with(self, options: Json) -> str:
        return title_with(options)

    @override
    def seating(self, options: Mapping[str, Json]) -> Seating:
        return PLAIN.seating(options)

    @override
    def hides_writers(self, options: Mapping[str, Json]) -> bool:
        return is_blind(options)

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
            raise Refused(Problem("payola/no-such-variant", str(unfit))) from None
        state = PayolaState(
            variant,
            table,
            match,
            dict.fromkeys(board.powers, 0),
            {power: first_list(board, power) for power in board.powers},
            waits=options.get("nmr", "wait") == "wait",
        )
        return _pay(state, start_money(table, variant), (), ())

    @override
    def phase(self, state: PayolaState) -> Phase | None:
        return phase_of(state)

    @override
    def read(self, view: PayolaView, role: str, sheet: Sheet) -> Reading:
        return read_mail(view, role, sheet)

    @override
    def is_attempt(self, view: PayolaView, line: str) -> bool:
        return is_offer_attempt(view.board, line) or is_read(self, view, line)

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
    def again(self, view: PayolaView, last: Orders) -> Orders:
        del view
        return earlier_offers(last)

    @override
    def without_orders(self, view: PayolaView) -> str:
        if not _is_movement(view):
            return PLAIN.without_orders(view)
        return "your units hold, and you offer nothing" if view.variant.loyal else "you offer nothing"

    @override
    def stands(self, view: PayolaView) -> tuple[str, ...]:
        if view.accept is None or view.variant.loyal:  # loyal units are not for sale, and dummies' hold in every tie
            return ()
        return (f"Your acceptance list is {view.accept}.",)

    @override
    def comments(self, events: Sequence[Event], role: str) -> tuple[str, ...]:
        del role  # it is who the statement among them is for
        return comments_on(events)

    @override
    def forfeits(self, view: PayolaView) -> str:
        return forfeited_by_leaving(view)

    @override
    def act(self, state: PayolaState, role: str, act: Act) -> Outcome[PayolaState]:
        return perform(state, role, act)

    @override
    def is_off_the_board(self, state: PayolaState, seat: str) -> bool:
        """Of a blind game nobody is told. Whether it has money left is told to nobody (ruling P29)."""
        return not state.variant.blind and not state.table.alive(seat)

    @override
    def tally(self, state: PayolaState) -> Mapping[str, Mapping[str, int]]:
        return {power: {"centers": state.table.count(power), "money": money} for power, money in state.balances.items()}

    @override
    def adjudicate(self, state: PayolaState, orders: Mapping[str, Orders], rng: Rng) -> Outcome[PayolaState]:
        table = state.table
        if table.label.kind == MOVEMENT:
            return _adjudicate_offers(state, orders, rng)
        step = play(table, filed_orders(table, PARTS[table.label.kind], orders), _flow(state))
        return _go_on(state, step, (), _board_events(state, step))

    @override
    def view(self, state: PayolaState, viewer: Audience) -> PayolaView:
        return view_of(state, viewer)

    @override
    def accounts(self, state: PayolaState) -> Mapping[tuple[str, str], int]:
        return balances_of(state)

    @override
    def opened(self, record: Sequence[PhaseRecord]) -> tuple[Event, ...]:
        return opened_sheets(record, (OFFERS,))

    @override
    def charts(self, story: Story[PayolaView]) -> tuple[Chart, ...]:
        return stories.money_charts(story, "Treasuries when each movement phase was adjudicated")

    @override
    def prices(self, events: Sequence[Event]) -> tuple[Prices, ...]:
        return stories.prices(events)

    @override
    def opened_of(self, event: Event) -> str | None:
        return stories.opened_of(event)

    @override
    def ledger(self, opened: Sequence[Event]) -> tuple[LedgerLine, ...]:
        return stories.ledger(opened)

    @override
    def phase_picture(
        self, before: PayolaView, events: Sequence[Event], after: PayolaView | None = None
    ) -> Picture | None:
        return priced_picture(before, events, after)

    @override
    def dump(self, state: PayolaState) -> Json:
        return dump_state(state)

    @override
    def load(self, data: Json) -> PayolaState:
        return load_state(data)

    @override
    def case(self, case: Mapping[str, Json]) -> dict[str, Json]:
        return adjudicate_case(case)


def _is_movement(view: PayolaView) -> bool:
    return view.table.label.kind == MOVEMENT


def _flow(state: PayolaState) -> Flow:
    return Flow(not state.variant.blind, state.match.dummies)


def _adjudicate_offers(state: PayolaState, orders: Mapping[str, Orders], rng: Rng) -> Outcome[PayolaState]:
    table = state.table
    board = table.board
    written = {power: orders[power].get(OFFERS, "") for power in state.writers if power in orders}
    parsed = {
        power: list(sheet_parser(table, power, state.variant, state.match.dummies).lines(text))
        for power, text in written.items()
    }
    sheets = {
        power: OfferSheet(tuple([line for _, line in lines if line is not None])) for power, lines in parsed.items()
    }
    played_powers = state.match.played(board.powers)
    lists = {power: expand_list(board, power, state.accept[power], rng) for power in played_powers}

    drawn: dict[str, tuple[str, ...]] = {}

    def list_of(power: str) -> tuple[str, ...]:
        if power in lists:
            return lists[power]
        return drawn.setdefault(power, expand_list(board, power, REST, rng))

    dummies = state.match.dummies
    blind = state.variant.blind
    funds = Funds(state.balances, state.aside)
    played = play_offers(table, sheets, funds, list_of, dummies, state.variant, _flow(state))
    opened_later: dict[str, Json] = {
        "phase": str(table.label),
        "title": table.label.title,
        "lists": {
            power: {"written": state.accept[power], "expanded": letters_of(board, lists[power])}
            for power in played_powers
        },
        "balances": dict(state.balances),
        "units": bidding(table, played.determination),
    }
    if drawn:
        opened_later["drawn"] = {power: letters_of(board, drawn[power]) for power in sorted(drawn)}
    if blind:
        ignored = {power: [text for text, line in lines if line is None] for power, lines in parsed.items()}
        opened_later["ignored"] = {power: lines for power, lines in ignored.items() if lines}

    def told(power: str) -> dict[str, Json]:
        found = (
            blind_statement(table, power, played, _as_read(state, power, written.get(power, "")))
            if blind
            else statement(table, power, played)
        )
        after = seen_table(played.step.table, power) if blind else played.step.table
        expected = None if played.step.winner else expected_income(table.label, after, power, state.variant, dummies)
        return {**found, **({"next": expected} if expected else {})}

    events = (
        *_board_events(state, played.step),
        *(Event(only(power), STATEMENT, told(power)) for power in played_powers),
        Event(MASTER, AUCTION, opened_later),
    )
    paid = replace(state, balances=played.balances, aside=played.aside)
    return _go_on(paid, played.step, _payments(state, played), events)


def _as_read(state: PayolaState, power: str, text: str) -> OfferSheet:
    """A sheet of a blind game as the power itself reads it."""
    seen = seen_table(state.table, power)
    return sheet_parser(seen, power, state.variant, state.match.dummies, blind=True).sheet(text)


def _board_events(state: PayolaState, step: Step) -> tuple[Event, ...]:
    """What happened on the board: to everybody or, in a blind game, to each what they see of it."""
    return seen_events(state.table, step, state.writers) if state.variant.blind else step.events


def _payments(state: PayolaState, played: Auctioned) -> tuple[Posting, ...]:
    label, found = state.table.label, played.determination
    charged = payments(state.table, found)
    if not state.variant.zerosum:
        return charged
    # One entry a unit: that several have paid for it is not its owner's business.
    kept = (Posting(unit.power, ASIDE, amount, f"{label}: paid for {unit}") for unit, amount in paid_for(found).items())
    return (*charged, *kept)


def _go_on(state: PayolaState, step: Step, postings: tuple[Posting, ...], events: tuple[Event, ...]) -> Outcome:
    """The next phase, with what comes into the accounts before it; or the end."""
    before = state.table
    if state.variant.zerosum and year_has_ended(step):
        closed = _end_of_year(state, step)
        state, postings, events = closed.state, (*postings, *closed.postings), (*events, *closed.events)
    after = replace(state, table=step.table, match=replace(state.match, votes=state.match.votes.cleared()))
    if step.winner:
        summary = f"{step.winner} has won with {step.table.count(step.winner)} centers"
        return end(after, (step.winner,), summary, postings, events)
    return _pay(after, incomes(before, step.table, state.variant, state.match.dummies), postings, events)


def _end_of_year(state: PayolaState, step: Step) -> Outcome:
    """What a Zero Sum game moves after the Fall (ruling P24); each power is told of its own account."""
    balances = dict(state.balances)
    entries = close_year(state.table, step.table, balances, state.aside)
    told: dict[str, list[Json]] = {}
    for entry in entries:
        if entry.currency == CURRENCY:
            balances[entry.power] += entry.amount
            told.setdefault(entry.power, []).append({"amount": entry.amount, "reason": entry.reason})
    events = tuple(
        Event(only(power), "year", {"entries": rows, "balance": balances[power]}) for power, rows in told.items()
    )
    closed = replace(state, balances=balances, aside={})
    return Outcome(closed, tuple(entry.posting for entry in entries), events)


def _pay(state: PayolaState, due: Sequence[Entry], postings: tuple[Posting, ...], events: tuple[Event, ...]) -> Outcome:
    balances = dict(state.balances)
    told: list[Event] = []
    for entry in due:
        power = entry.power
        balances[power] += entry.amount
        if power not in state.match.dummies:
            data = {"amount": entry.amount, "centers": state.table.count(power), "balance": balances[power]}
            if entry.units:
                data["units"] = entry.units
            told.append(Event(only(power), "income", data))
    paid = (entry.posting for entry in due)
    return Outcome(replace(state, balances=balances), (*postings, *paid), (*events, *told))


SYSTEM = Payola()
