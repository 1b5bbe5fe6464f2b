"""A phase of Payola: the auction of a movement phase, the board, and the money that comes in before the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.rules.diplomacy.canonical import PARTS
from judge.rules.diplomacy.case import filed_orders, play
from judge.rules.diplomacy.game import Flow, Step
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.diplomacy.sight import seen_events, seen_table
from judge.rules.payola.acceptance import REST, expand_list, letters_of
from judge.rules.payola.acts import end
from judge.rules.payola.auctions.treasury import (
    ASIDE,
    CURRENCY,
    Entry,
    close_year,
    incomes,
    year_has_ended,
)
from judge.rules.payola.bidding import bidding
from judge.rules.payola.canonical import OFFERS, sheet_parser
from judge.rules.payola.forecast import expected_income
from judge.rules.payola.offers import OfferSheet
from judge.rules.payola.play import AUCTION, Auctioned, Funds, paid_for, payments, play_offers
from judge.rules.payola.state import PayolaState
from judge.rules.payola.statement import STATEMENT, blind_statement, statement
from judge.rules.rng import Rng
from judge.rules.values import (
    MASTER,
    Event,
    Json,
    Orders,
    Outcome,
    Posting,
    only,
)


def adjudicate(state: PayolaState, orders: Mapping[str, Orders], rng: Rng) -> Outcome[PayolaState]:
    """Adjudicate a phase of any kind."""
    table = state.table
    if table.label.kind == MOVEMENT:
        return _adjudicate_offers(state, orders, rng)
    step = play(table, filed_orders(table, PARTS[table.label.kind], orders), _flow(state))
    return _go_on(state, step, (), _board_events(state, step))


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
    return pay(after, incomes(before, step.table, state.variant, state.match.dummies), postings, events)


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


def pay(state: PayolaState, due: Sequence[Entry], postings: tuple[Posting, ...], events: tuple[Event, ...]) -> Outcome:
    """Return the state after these incomes, each told to its power."""
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
