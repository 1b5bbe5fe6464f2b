"""Payola Diplomacy as a rule system (Payola 1-5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from judge.rules.diplomacy.case import filed_orders, play
from judge.rules.diplomacy.game import Step
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.diplomacy.match import Match
from judge.rules.diplomacy.sheets import PARTS
from judge.rules.diplomacy.system import OPTIONS as BOARD_OPTIONS
from judge.rules.diplomacy.system import SYSTEM as PLAIN
from judge.rules.diplomacy.system import State as BoardState
from judge.rules.diplomacy.table import Table
from judge.rules.payola.acceptance import expand_list, first_list, letters_of
from judge.rules.payola.acts import end, perform
from judge.rules.payola.advice import blank_sheet, estimate_sheet
from judge.rules.payola.case import adjudicate_case
from judge.rules.payola.play import Auctioned, incomes, play_offers, statement
from judge.rules.payola.reading import OFFERS, read_mail
from judge.rules.payola.sheet import read_sheet
from judge.rules.payola.state import PayolaState, dump_state, load_state
from judge.rules.payola.treasury import CURRENCY, posting
from judge.rules.payola.variants import NAMES, variant_named
from judge.rules.payola.view import PayolaView, phase_of, view_of
from judge.rules.payola.words import WORDS
from judge.rules.problems import Problem, Refused
from judge.rules.rng import Rng
from judge.rules.system import (
    MASTER,
    PUBLIC,
    Act,
    Audience,
    Event,
    Json,
    Option,
    Orders,
    Outcome,
    Phase,
    PhaseRecord,
    Posting,
    Reading,
    Seating,
    Sheet,
    Word,
    only,
)

OPTIONS = (
    *(option for option in BOARD_OPTIONS if option.name == "map"),
    Option("dummies", "names", [], "powers that nobody plays: their units can only be bribed (4.4)"),
    Option(
        "nmr",
        "choice",
        "wait",
        "what happens at the deadline when offer sheets are missing: the judge waits, or units without an offer hold",
        ("wait", "default"),
    ),
    Option("variant", "choice", "standard", "the variation that is played (rules section 6)", NAMES),
)

AUCTION = "auction"
"""The event in which the GameMaster's record keeps what becomes public at the end: lists and balances."""


class Payola:
    """Sections 1 to 5 of the rules: sealed offers decide what every unit does."""

    name = "payola"
    title = "Payola Diplomacy"
    version = 1
    aliases: tuple[str, ...] = ("payola-diplomacy",)
    options = OPTIONS
    words: tuple[Word, ...] = WORDS
    parts: Mapping[str, Literal["replace", "append"]] = {
        OFFERS: "replace",
        **{part: "replace" for kind, part in PARTS.items() if kind != MOVEMENT},
    }
    lengths: Mapping[str, int] = PLAIN.lengths
    templates: Path | None = None
    opens_all = True

    def seating(self, options: Mapping[str, Json]) -> Seating:
        return PLAIN.seating(options)

    def start(self, options: Mapping[str, Json], seats: Sequence[str], rng: Rng) -> Outcome:
        try:
            variant = variant_named(options.get("variant", "standard"))
        except ValueError as unknown:
            raise Refused(Problem("payola/no-such-variant", str(unknown))) from None
        board_game = PLAIN.start(options, seats, rng).state
        table: Table = board_game.table
        match: Match = board_game.match
        board = table.board
        state = PayolaState(
            variant,
            table,
            match,
            dict.fromkeys(board.powers, 0),
            {power: first_list(board, power) for power in board.powers},
            waits=options.get("nmr", "wait") == "wait",
        )
        due = {power: variant.income(len(owned), board.victory) for power, owned in table.centers.items()}
        return _pay_income(state, due, (), ())

    def phase(self, state: PayolaState) -> Phase | None:
        return phase_of(state)

    def read(self, view: PayolaView, role: str, sheet: Sheet) -> Reading:
        return read_mail(view, role, sheet)

    def show(self, view: PayolaView, orders: Orders) -> str:
        return orders.get(OFFERS, "") if _is_movement(view) else PLAIN.show(view, orders)

    def estimate(self, view: PayolaView, orders: Orders) -> tuple[str, ...]:
        if not _is_movement(view):
            return PLAIN.estimate(view, orders)
        sheet = read_sheet(view.board, view.table.position, view.power, orders.get(OFFERS, ""))
        return estimate_sheet(view, sheet) if sheet.size else ()

    def form(self, view: PayolaView, last: Orders) -> str:
        return blank_sheet(view, last.get(OFFERS, "")) if _is_movement(view) else PLAIN.form(view, last)

    def defaults(self, state: PayolaState, role: str) -> Orders:
        """For a missing sheet nothing: the auction itself gives each unit its HOLD (3.3)."""
        if state.table.label.kind == MOVEMENT:
            return {OFFERS: ""}
        return PLAIN.defaults(BoardState(state.table, state.match), role)

    def act(self, state: PayolaState, role: str, act: Act) -> Outcome:
        return perform(state, role, act)

    def adjudicate(self, state: PayolaState, orders: Mapping[str, Orders], rng: Rng) -> Outcome:
        table = state.table
        if table.label.kind == MOVEMENT:
            return _adjudicate_offers(state, orders, rng)
        step = play(table, filed_orders(table, PARTS[table.label.kind], orders))
        return _go_on(state, step, (), step.events)

    def view(self, state: PayolaState, viewer: Audience) -> PayolaView:
        return view_of(state, viewer)

    def accounts(self, state: PayolaState) -> Mapping[tuple[str, str], int]:
        return {(power, CURRENCY): balance for power, balance in state.balances.items()}

    def opened(self, record: Sequence[PhaseRecord]) -> tuple[Event, ...]:
        """Every sheet in force at an adjudication, every list as written and as expanded, the ledger (3.6, 4.5, ruling
        P34).
        """
        found = []
        for phase in record:
            for event in phase.events:
                if event.kind == AUCTION:
                    sheets = {power: filed[OFFERS] for power, filed in phase.orders.items() if filed.get(OFFERS)}
                    found.append(Event(PUBLIC, "opened", {**event.data, "sheets": dict(sorted(sheets.items()))}))
        entries = [
            {"phase": phase.label, "account": each.account, "amount": each.amount, "reason": each.reason}
            for phase in record
            for each in phase.postings
        ]
        return (*found, Event(PUBLIC, "ledger", {"entries": entries}))

    def dump(self, state: PayolaState) -> Json:
        return dump_state(state)

    def load(self, data: Json) -> PayolaState:
        return load_state(data)

    def upgrade(self, data: Json, version: int) -> Json:
        if version != self.version:
            raise ValueError(f"no version {version} of {self.name} is known")
        return data

    def case(self, case: Mapping[str, Json]) -> dict[str, Json]:
        return adjudicate_case(case)


def _is_movement(view: PayolaView) -> bool:
    return view.table.label.kind == MOVEMENT


def _adjudicate_offers(state: PayolaState, orders: Mapping[str, Orders], rng: Rng) -> Outcome:
    table = state.table
    board = table.board
    sheets = {
        power: read_sheet(board, table.position, power, orders[power].get(OFFERS, ""))
        for power in state.writers
        if power in orders
    }
    played_powers = state.match.played(board.powers)
    lists = {power: expand_list(board, power, state.accept[power], rng) for power in played_powers}
    played = play_offers(table, sheets, state.balances, lists.__getitem__, state.match.dummies)
    opened_later = {
        "phase": str(table.label),
        "title": table.label.title,
        "lists": {
            power: {"written": state.accept[power], "expanded": letters_of(board, lists[power])}
            for power in played_powers
        },
        "balances": dict(state.balances),
    }
    events = (
        *played.step.events,
        *(Event(only(power), "statement", statement(table, power, played)) for power in played_powers),
        Event(MASTER, AUCTION, opened_later),
    )
    return _go_on(replace(state, balances=played.balances), played.step, _payments(table, played), events)


def _payments(table: Table, played: Auctioned) -> tuple[Posting, ...]:
    return tuple(
        posting(power, -amount, f"{table.label}: paid to {unit.power} {unit}")
        for power, paid in played.determination.paid.items()
        for unit, amount in paid.items()
    )


def _go_on(state: PayolaState, step: Step, postings: tuple[Posting, ...], events: tuple[Event, ...]) -> Outcome:
    """The next phase, with its income if it is a Spring movement phase; or the end."""
    after = replace(state, table=step.table, match=replace(state.match, votes=()))
    if step.winner:
        summary = f"{step.winner} has won with {step.table.count(step.winner)} centers"
        return end(after, (step.winner,), summary, postings, events)
    return _pay_income(after, incomes(state.table, step.table, state.variant), postings, events)


def _pay_income(
    state: PayolaState, due: Mapping[str, int], postings: tuple[Posting, ...], events: tuple[Event, ...]
) -> Outcome:
    balances = {power: balance + due.get(power, 0) for power, balance in state.balances.items()}
    table = state.table
    told = (
        Event(only(power), "income", {"amount": amount, "centers": table.count(power), "balance": balances[power]})
        for power, amount in due.items()
        if power not in state.match.dummies
    )
    paid = (
        posting(power, amount, f"{table.label}: income of {table.count(power)} centers")
        for power, amount in due.items()
    )
    return Outcome(replace(state, balances=balances), (*postings, *paid), (*events, *told))


SYSTEM = Payola()
