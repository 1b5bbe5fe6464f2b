"""Payola 6.8 and ruling P28: what holds in every exchange, whatever is written: no money and no share comes from
nowhere or is lost, and nothing depends on the order in which a thing is listed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.rules.exchange.canonical import Trade
from judge.rules.exchange.state import ExchangeState
from judge.rules.exchange.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.values import Act, Orders, Outcome, only, sheet_of
from tests.rules.exchange import investors
from tests.rules.exchange.exchanged import SEATS, exchange
from tests.support.soaking import examples

FEW = ("FRANCE", "GERMANY", "ITALY")
SHARES = 4


@st.composite
def held_shares(draw: st.DrawFn) -> dict[str, dict[str, int]]:
    """Some of the shares of three powers in some hands, never more than there are."""
    held: dict[str, dict[str, int]] = {}
    for power in FEW:
        for owner in draw(st.lists(st.sampled_from(SEATS), max_size=SHARES)):
            mine = held.setdefault(owner, {})
            mine[power] = mine.get(power, 0) + 1
    return held


@st.composite
def exchanges(draw: st.DrawFn) -> tuple[ExchangeState, dict[str, Orders]]:
    """An exchange that is due, and what the investors have on file; many lines ask for what cannot be."""
    number, money = st.integers(1, SHARES + 1), st.integers(0, 14)
    somebody, power = st.sampled_from(SEATS), st.sampled_from(FEW)
    purchases = st.tuples(number, power).map(lambda wish: Trade(False, *wish))
    held = draw(held_shares())
    # Mostly what somebody has is sold, else hardly any trade would come about.
    goods = [(owner, what) for owner in SEATS for what in (*held.get(owner, {}), "FRANCE")]
    few = st.sampled_from((1, 1, 1, 2))
    deals = draw(st.lists(st.tuples(st.sampled_from(goods), somebody, few, money), max_size=8))
    lines: dict[str, list[Trade]] = {seat: draw(st.lists(purchases, max_size=3)) for seat in SEATS}
    for (seller, what), buyer, shares, total in deals:
        if buyer == seller:
            continue
        halves = draw(st.sampled_from(("both", "both", "both", "sale", "purchase")))
        if halves != "purchase":
            lines[seller].append(Trade(True, shares, what, buyer, total))
        if halves != "sale":
            lines[buyer].append(Trade(False, shares, what, seller, total))
    state = exchange(
        holdings=held,
        ceos=draw(st.dictionaries(power, somebody)),
        cash=draw(st.dictionaries(st.sampled_from((*SEATS, *FEW)), money)),
        options={"shares": SHARES, "price": draw(st.integers(1, 7))},
        dividends=draw(st.dictionaries(power, st.integers(1, 5))),
        votes=draw(st.dictionaries(somebody, st.dictionaries(power, somebody))),
        vacant=draw(st.sampled_from(((), (), ("CARL",)))),
        dummies=draw(st.sampled_from(((), (), ("DORA",)))),
    )
    return state, {seat: {"trades": "\n".join(map(str, own))} for seat, own in lines.items() if own}


def settled(state: ExchangeState, orders: Mapping[str, Orders], seed: int = 0) -> Outcome:
    return SYSTEM.adjudicate(state, orders, Rng(bytes([seed]), "S1901X"))


def income(outcome: Outcome) -> int:
    return sum(each.amount for each in outcome.postings if "income of " in each.reason)


@settings(max_examples=examples(150), deadline=None)
@given(exchanges(), st.integers(0, 255))
def test_p28_an_exchange_moves_money_and_only_income_adds_to_it(case: Any, seed: int) -> None:
    state, orders = case
    outcome = settled(state, orders, seed)
    before, after = SYSTEM.accounts(state), SYSTEM.accounts(outcome.state)
    assert sum(after.values()) == sum(before.values()) + income(outcome)
    assert min(after.values()) >= 0
    changes = Counter(before)
    for each in outcome.postings:
        changes[each.account, each.currency] += each.amount
        assert changes[each.account, each.currency] >= 0  # not even for an instant
    assert dict(changes) == dict(after)


@settings(max_examples=examples(150), deadline=None)
@given(exchanges(), st.integers(0, 255))
def test_p28_no_share_is_lost_or_sold_twice_and_every_ceo_holds_one(case: Any, seed: int) -> None:
    state, orders = case
    after = settled(state, orders, seed).state
    for power in after.table.board.powers:
        unsold = (state.books.unsold(power), after.books.unsold(power))
        assert 0 <= unsold[1] <= unsold[0]
        sold = state.books.price * (unsold[0] - unsold[1])
        # A treasury pays dividends and gets what its shares bring, and no trade goes through it.
        moved = after.balances[power] - state.balances[power] - sold
        holders = sum(state.books.holders(power).values())
        paid = state.books.dividends.get(power, 0) * holders
        assert moved - SYSTEM_INCOME[power] in (0, -paid)
        assert all(shares > 0 for shares in after.books.holders(power).values())
    for power, ceo in after.books.ceos.items():
        assert ceo in after.books.players
        assert after.books.held(ceo, power)


SYSTEM_INCOME = Counter(
    {
        each.account: each.amount
        for each in settled(exchange(options={"shares": SHARES}), {}).postings
        if "income of " in each.reason
    }
)


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(0, 10**6))
def test_through_two_years_all_money_is_what_entered_less_what_was_paid_to_units(seed: int) -> None:
    drawn = random.Random(seed)
    state: ExchangeState = SYSTEM.start({"variant": "exchange", "players": 4}, SEATS, Rng(b"seed")).state
    for number in range(8):
        orders: dict[str, Orders] = {}
        phase = SYSTEM.phase(state)
        assert phase is not None
        for role in phase.roles:
            view: Any = SYSTEM.view(state, only(role))
            units = drawn.sample(state.table.units, 4)
            offers = "\n".join(f"{drawn.randint(0, 25)} : {unit} H" for unit in units)
            reading = SYSTEM.read(view, role, sheet_of(investors.trades(view, drawn) if view.trading else offers))
            orders[role] = dict(reading.parts)
            for act in reading.acts:
                state = SYSTEM.act(state, role, act).state
        state = _one_leaves(state, drawn)
        before = sum(state.balances.values())
        done = SYSTEM.adjudicate(state, orders, Rng(bytes([number])))
        spent = -sum(each.amount for each in done.postings if each.amount < 0 and "paid to " in each.reason)
        assert sum(done.state.balances.values()) == before + income(done) - spent
        assert min(done.state.balances.values()) >= 0
        if phase.kind == "exchange":
            assert spent == 0
        elif phase.kind == "movement":
            assert income(done) == 0
        state = done.state


def _one_leaves(state: ExchangeState, drawn: random.Random) -> ExchangeState:
    """Somebody leaves, comes back or becomes a dummy in the middle of a phase: no money moves by that."""
    kind = drawn.choice(("resign", "succeed", "dummy", "", "", "", "", ""))
    seat = drawn.choice(SEATS)
    if not kind or len(state.books.payees) < 3 or seat in state.books.dummies:
        return state
    after: ExchangeState = SYSTEM.act(state, seat, Act(kind)).state
    assert after.balances == state.balances
    assert replace(after.books, vacant=(), dummies=(), ceos={}) == replace(state.books, vacant=(), dummies=(), ceos={})
    return after


def test_p38_votes_that_do_not_count_are_opened_in_the_order_of_seats() -> None:
    votes = {"DORA": {"FRANCE": "ANNA"}, "CARL": {"FRANCE": "ANNA"}}
    state = exchange(votes=votes, vacant=("CARL", "DORA"))
    [kept] = [event.data for event in settled(state, {}).events if event.kind == "auction"]
    assert kept["uncounted"] == ["CARL", "DORA"]
