"""A movement phase from offer sheets to results: the auction, its payments, and the orders carried out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.rules.diplomacy.board import Position, Unit
from judge.rules.diplomacy.canonical import PARTS, full_text, order_text
from judge.rules.diplomacy.case import filed_orders, play
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.diplomacy.orders import HOLD, MOVE, Order
from judge.rules.diplomacy.play import Flow, Step, play_movement
from judge.rules.diplomacy.sight import seen_events, seen_table
from judge.rules.diplomacy.table import Table
from judge.rules.payola.acceptance import REST, expand_list
from judge.rules.payola.acts import end
from judge.rules.payola.auctions.auction import Determination, Fate, determine
from judge.rules.payola.auctions.contest import Lot
from judge.rules.payola.canonical import OFFERS, OfferSheet, offer_text, sheet_parser
from judge.rules.payola.state import PayolaState
from judge.rules.payola.treasury import (
    ASIDE,
    CURRENCY,
    close_year,
    expected_income,
    incomes,
    posting,
)
from judge.rules.rng import Rng
from judge.rules.values import MASTER, Event, Json, Orders, Outcome, Posting, only

AUCTION = "auction"
"""The event in which the GameMaster's record keeps what becomes public at the end: lists and balances."""


class Auctioned(NamedTuple):
    """A movement phase adjudicated: `balances` are those right after the orders were paid (5.6).

    `aside`: what a Zero Sum game has put aside for each power, this phase's money included (ruling P24). `sheets`: what
    was adjudicated, of whoever had written.
    """

    determination: Determination
    step: Step
    balances: Mapping[str, int]
    aside: Mapping[str, int]
    sheets: Mapping[str, OfferSheet]


def is_move(order: Order) -> bool:
    return order.verb == MOVE


def _with_loyal(table: Table, found: Determination, sheets: Mapping[str, OfferSheet]) -> Determination:
    """The same with the units that obey their own power, and hold without an order (ruling P23)."""
    commands = {unit: order for sheet in sheets.values() for unit, order in sheet.commands.items()}
    issued = {unit: found.issued.get(unit) or commands.get(unit) or Order(unit.province, HOLD) for unit in table.units}
    return found._replace(issued=issued, totals={unit: found.totals.get(unit, 0) for unit in table.units})


def _put_aside(found: Determination, aside: Mapping[str, int]) -> dict[str, int]:
    after = Counter(aside)
    for unit, amount in paid_for(found).items():
        after[unit.power] += amount
    return dict(after)


def paid_for(found: Determination) -> dict[Unit, int]:
    """What was really paid for each unit, by all powers together; units that nobody paid for are left out."""
    return dict(sorted(sum(map(Counter, found.paid.values()), Counter[Unit]()).items()))


def payments(found: Determination) -> tuple[Posting, ...]:
    """What everybody's account is charged for the orders issued (5.6)."""
    return tuple(
        posting(power, -amount, f"paid to {unit.power} {unit}")
        for power, paid in found.paid.items()
        for unit, amount in paid.items()
    )


def bidding(table: Table, found: Determination) -> list[Json]:
    """A row a unit, in board order: {"unit", "power", "total" as its owner was told, "paid": power -> amount, "bids"}.

    `bids`: {"order", "total", "by": power -> amount offered after the reductions, zeros included}, the order that was
    issued first, then those that it beat, the dearest first. A loyal unit has its order alone.
    """
    return [
        {
            "unit": str(unit),
            "power": unit.power,
            "total": found.totals[unit],
            "paid": {power: own[unit] for power, own in sorted(found.paid.items()) if unit in own},
            "bids": _bids(table.position, unit, found),
        }
        for unit in table.units
    ]


def _bids(position: Position, unit: Unit, found: Determination) -> list[Json]:
    bids = [*found.bids(unit)]
    if not bids:
        return [{"order": order_text(position, found.issued[unit]), "total": 0, "by": {}}]
    texts = [(bid, order_text(position, bid.order)) for bid in bids]
    texts.sort(key=lambda each: (not each[0].issued, -each[0].total, each[1]))
    return [{"order": text, "total": bid.total, "by": dict(bid.by)} for bid, text in texts]


STATEMENT = "statement"
"""The kind of the event."""


def statement(table: Table, power: str, played: Auctioned) -> dict[str, Json]:
    """By unit and by line of the sheet. A line's `paid` is None if it was not accepted; `for` names the order where the
    line does not say which it was; `promised`: it paid as its promise says.
    """
    found = played.determination
    return {
        **_by_unit(table, power, played),
        "accepted": [
            {"order": full_text(table.position, found.issued[unit]), "amount": amount}
            for unit, amount in found.payments(power)
        ],
        "lines": [_line(table.position, fate, played) for fate in found.fates[power]],
        **_sums(power, played, played.sheets.get(power, OfferSheet())),
    }


def blind_statement(table: Table, power: str, played: Auctioned, written: OfferSheet) -> dict[str, Json]:
    """The same in a blind game: what it paid to which unit of which power, instead of the orders that were accepted.

    `written`: the whole sheet, as the power itself reads it. Of a line nothing is told but what that list says of its
    unit: one that was dropped reads like one that lost.
    """
    paid = _paid_blindly(table, power, played)
    told = {(unit.kind, unit.province): row for unit, row in paid.items()}
    return {
        **_by_unit(table, power, played),
        "accepted": [],
        "paid": list(paid.values()),
        "lines": [
            {"line": offer_text(table.position, offer), "paid": told.get((offer.unit.kind, offer.unit.province))}
            for offer in written.offers
        ],
        **_sums(power, played, written),
    }


def _by_unit(table: Table, power: str, played: Auctioned) -> dict[str, Json]:
    """What each own unit did, the total that it took, and the power's own part of that."""
    found = played.determination
    own = found.paid[power]
    return {
        "phase": str(table.label),
        "title": table.label.title,
        "units": [
            {
                "unit": str(unit),
                "order": full_text(table.position, found.issued[unit]),
                "total": found.totals[unit],
                "own": own.get(unit, 0),
            }
            for unit in table.units_of(power)
        ],
    }


def _line(position: Position, fate: Fate, played: Auctioned) -> dict[str, Json]:
    done = order_text(position, played.determination.issued[fate.offer.unit])
    unsaid = fate.accepted and (fate.promised or len(fate.offer.orders) > 1)
    return {
        "line": offer_text(position, fate.offer),
        "offered": fate.offered,
        "paid": fate.paid if fate.accepted else None,
        "for": done if unsaid else "",
        "promised": fate.promised,
    }


def _sums(power: str, played: Auctioned, sheet: OfferSheet) -> dict[str, Json]:
    expended, balance = played.determination.expended(power), played.balances[power]
    return {
        "held_back": min(sheet.savings, balance + expended),
        "expended": expended,
        "reductions": played.determination.reductions[power],
        "balance": balance,
    }


def _paid_blindly(table: Table, power: str, played: Auctioned) -> Mapping[Unit, Json]:
    """What it paid to each unit; foreign ones that were paid 0 are left out (ruling P20)."""
    sums: Counter[Unit] = Counter()
    for unit, amount in played.determination.payments(power):
        sums[unit] += amount
    return {
        unit: {"unit": str(unit), "power": unit.power, "amount": sums[unit]}
        for unit in table.units
        if unit in sums and (sums[unit] or unit.power == power)
    }


def adjudicate(state: PayolaState, orders: Mapping[str, Orders], rng: Rng) -> Outcome[PayolaState]:
    """Adjudicate a phase of any kind."""
    table = state.table
    if table.label.kind == MOVEMENT:
        return _adjudicate_offers(state, orders, rng)
    step = play(table, filed_orders(table, PARTS[table.label.kind], orders), _flow(state))
    return go_on(state, step, (), _board_events(state, step))


def _flow(state: PayolaState) -> Flow:
    return Flow(not state.variant.blind, state.match.dummies)


class Lists(dict[str, tuple[str, ...]]):
    """The acceptance lists of powers, each expanded when it is first asked for: a dummy's decides few auctions (P22).

    The own offers of `investors` rank after all powers, among themselves by seat (ruling P28).
    """

    def __init__(self, state: PayolaState, rng: Rng, investors: Sequence[str]) -> None:
        super().__init__()
        self._state, self._rng, self._investors = state, rng, investors

    def __missing__(self, power: str) -> tuple[str, ...]:
        state = self._state
        written = REST if power in state.match.dummies else state.accept[power]
        expanded = expand_list(state.table.board, power, written, self._rng)
        self[power] = (*expanded, *self._investors)
        return self[power]


def bid(
    state: PayolaState, sheets: Mapping[str, OfferSheet], rng: Rng, flow: Flow, investors: Sequence[str] = ()
) -> tuple[Auctioned, Lists]:
    """Hold the auction. Return it, and the lists that decided something."""
    table, dummies, variant = state.table, state.match.dummies, state.variant
    lists = Lists(state, rng, investors)
    available = {
        power: max(0, balance - (sheets[power].savings if power in sheets else 0))
        for power, balance in state.balances.items()
    }
    lots = {
        unit: Lot(unit.power, Order(unit.province, HOLD), unit.power in dummies)
        for unit in table.units
        if not variant.loyal or unit.power in dummies
    }
    offers = {power: sheet.offers for power, sheet in sheets.items()}
    found = determine(lots, offers, available, lists.__getitem__, is_move, discount=variant.discount)
    if variant.loyal:
        found = _with_loyal(table, found, sheets)
    step = play_movement(table, {unit.province: order for unit, order in found.issued.items()}, flow)
    after = {power: balance - found.expended(power) for power, balance in state.balances.items()}
    aside = _put_aside(found, state.aside) if variant.zerosum else {}
    return Auctioned(found, step, after, aside, sheets), lists


def auction(state: PayolaState, played: Auctioned, lists: Lists) -> dict[str, Json]:
    """Return what the end opens of an auction."""
    table, board = state.table, state.table.board
    powers = state.match.played(board.powers)
    asked = (*powers, *sorted(lists.keys() - set(powers)))
    # Investors, who stand behind all powers, have no letters.
    letters = {power: "".join(board.letters.get(each, "") for each in lists[power]) for power in asked}
    told = {
        "phase": str(table.label),
        "title": table.label.title,
        "lists": {power: {"written": state.accept[power], "expanded": letters[power]} for power in powers},
        "balances": dict(state.balances),
        "units": bidding(table, played.determination),
    }
    drawn = {power: letters[power] for power in asked[len(powers) :]}
    return told | ({"drawn": drawn} if drawn else {})


def _adjudicate_offers(state: PayolaState, orders: Mapping[str, Orders], rng: Rng) -> Outcome[PayolaState]:
    table = state.table
    written = {power: orders[power].get(OFFERS, "") for power in state.writers if power in orders}
    parsed = {
        power: list(sheet_parser(table, power, state.variant, state.match.dummies).lines(text))
        for power, text in written.items()
    }
    sheets = {
        power: OfferSheet(tuple([line for _, line in lines if line is not None])) for power, lines in parsed.items()
    }
    dummies, blind = state.match.dummies, state.variant.blind
    played, lists = bid(state, sheets, rng, _flow(state))
    opened_later = auction(state, played, lists)
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
        *(Event(only(power), STATEMENT, told(power)) for power in state.match.played(table.board.powers)),
        Event(MASTER, AUCTION, opened_later),
    )
    paid = replace(state, balances=played.balances, aside=played.aside)
    return go_on(paid, played.step, _payments(state, played), events)


def _as_read(state: PayolaState, power: str, text: str) -> OfferSheet:
    """A sheet of a blind game as the power itself reads it."""
    return sheet_parser(state.table, power, state.variant, state.match.dummies, blind=True).sheet(text)


def _board_events(state: PayolaState, step: Step) -> tuple[Event, ...]:
    """What happened on the board: to everybody or, in a blind game, to each what they see of it."""
    return seen_events(state.table, step, state.writers) if state.variant.blind else step.events


def _payments(state: PayolaState, played: Auctioned) -> tuple[Posting, ...]:
    found = played.determination
    charged = payments(found)
    if not state.variant.zerosum:
        return charged
    # One entry a unit: that several have paid for it is not its owner's business.
    kept = (Posting(unit.power, ASIDE, amount, f"paid for {unit}") for unit, amount in paid_for(found).items())
    return (*charged, *kept)


def go_on(state: PayolaState, step: Step, postings: tuple[Posting, ...], events: tuple[Event, ...]) -> Outcome:
    """The next phase, with what comes into the accounts before it; or the end."""
    before = state.table
    if state.variant.zerosum and any(event.kind == "centers" for event in step.events):  # P30
        closed = _end_of_year(state, step)
        state, postings, events = closed.state, (*postings, *closed.postings), (*events, *closed.events)
    after = replace(state, table=step.table, match=state.match.cleared())
    if step.result:
        return end(after, step.result, postings, events)
    return pay(after, incomes(before, step.table, state.variant, state.match.dummies), postings, events)


def _end_of_year(state: PayolaState, step: Step) -> Outcome:
    """What a Zero Sum game moves after the Fall (ruling P24); each power is told of its own account."""
    balances = dict(state.balances)
    entries = close_year(state.table, step.table, balances, state.aside)
    told: dict[str, list[Json]] = {}
    for entry in entries:
        if entry.currency == CURRENCY:
            balances[entry.account] += entry.amount
            told.setdefault(entry.account, []).append({"amount": entry.amount, "reason": entry.reason})
    events = tuple(
        Event(only(power), "year", {"entries": rows, "balance": balances[power]}) for power, rows in told.items()
    )
    closed = replace(state, balances=balances, aside={})
    return Outcome(closed, tuple(entries), events)


def pay(
    state: PayolaState, due: Sequence[Posting], postings: tuple[Posting, ...], events: tuple[Event, ...]
) -> Outcome:
    """Return the state after these incomes, each told to its power."""
    balances = dict(state.balances)
    told: list[Event] = []
    for entry in due:
        power = entry.account
        balances[power] += entry.amount
        if power not in state.match.dummies:
            centers = state.table.count(power)
            data = {"amount": entry.amount, "centers": centers, "balance": balances[power]}
            if not centers:  # it begins with units alone
                data["units"] = len(state.table.units_of(power))
            told.append(Event(only(power), "income", data))
    return Outcome(replace(state, balances=balances), (*postings, *due), (*events, *told))
