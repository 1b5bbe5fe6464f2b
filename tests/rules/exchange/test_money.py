"""Rulings P28 and P44: the money that investors begin with, and how much of a treasury a dividend may pay out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.exchange_money import CHOSEN, RULES, Tally, simulated
from judge.rules.exchange.system import SYSTEM
from judge.rules.problems import Refused
from judge.rules.values import Act, Orders
from tests.rules.exchange.exchanged import RNG, SEATS, codes, exchange, on_board, read
from tests.rules.exchange.test_exchange_laws import exchanges, settled
from tests.support.soaking import examples

NEW: Mapping[str, Any] = {option.name: option.default for option in SYSTEM.options}
"""The options of a game that is made today."""


def cash(**options: Any) -> int:
    chosen = {**NEW, **options}
    seats = SYSTEM.seating(chosen).names
    state = SYSTEM.start(chosen, seats, RNG).state
    (each,) = {state.balances[seat] for seat in seats}
    return each


@pytest.mark.parametrize(("players", "each"), [(3, 140), (4, 105), (5, 84), (6, 70), (7, 60), (10, 42), (14, 30)])
def test_p28_all_investors_together_can_buy_all_shares(players: int, each: int) -> None:
    assert cash(players=players) == each


def test_p28_prices_shares_and_the_powers_of_the_board_count() -> None:
    assert cash(players=7, price=9, shares=4) == 36
    assert cash(players=8) == 53  # 52 each would not do
    assert cash(players=3, map="four-seas") == 80
    assert cash(players=7, map="garrisons") == 60  # the garrisons have no shares (P47)
    assert cash(players=3, cash=25) == 25


@pytest.mark.parametrize(("price", "most"), [(6, 3), (7, 4), (1, 1)])
def test_p44_a_dividend_is_at_most_half_the_price_of_an_unsold_share(price: int, most: int) -> None:
    options = {**NEW, "players": 4, "price": price}
    state = exchange(options=options, ceos={"FRANCE": "ANNA"}, cash={"FRANCE": 99}, most_dividend=most)
    assert SYSTEM.start(options, SEATS, RNG).state.books.most_dividend == most
    for role, word in (("FRANCE", "DIVIDEND"), ("ANNA", "DIVIDEND FRANCE")):
        assert codes(read(state, role, f"{word} {most}")) == []
        reading = read(state, role, f"{word} {most + 1}")
        assert (codes(reading), reading.acts) == (["exchange/dividend-too-high"], ())
        assert reading.problems[0].hint == f"write `DIVIDEND FRANCE {most}`"
        with pytest.raises(Refused):
            SYSTEM.act(state, role, Act("dividend", {"power": "FRANCE", "amount": most + 1}))


def test_p44_where_dividends_are_free_the_treasury_alone_limits_them() -> None:
    options = {"dividends": "free"}
    held = {"ANNA": {"FRANCE": 1}}
    state = exchange(options=options, ceos={"FRANCE": "ANNA"}, holdings=held, cash={"FRANCE": 54})
    assert codes(read(state, "FRANCE", "DIVIDEND 54")) == []


@settings(max_examples=examples(150), deadline=None)
@given(exchanges(), st.integers(1, 9), st.integers(0, 200), st.integers(0, 9999))
def test_p44_nobody_gets_more_for_shares_by_the_next_exchange_than_they_cost(
    case: Any, price: int, treasury: int, wish: int
) -> None:
    state, orders = case
    most = -(-price // 2)
    state = replace(state, books=replace(state.books, price=price, most_dividend=most, dividends={}))
    bought = settled(state, orders).state
    for power, ceo in bought.books.ceos.items():
        filled = replace(bought.game, balances={**bought.balances, power: treasury})
        later = replace(bought, game=filled, trading=True)
        try:
            later = SYSTEM.act(later, ceo, Act("dividend", {"power": power, "amount": wish})).state
        except Refused:
            later = SYSTEM.act(later, ceo, Act("dividend", {"power": power, "amount": most})).state
        paid = settled(later, dict[str, Orders]()).state
        for investor in paid.books.investors:
            fresh = bought.books.held(investor, power)
            assert paid.balances[investor] - later.balances[investor] <= fresh * price


def test_p44_the_simulation_finds_the_old_fault_and_gives_the_same_again() -> None:
    tallies = []
    for rule in (RULES[0], CHOSEN, CHOSEN):
        tallies.append(Tally())
        simulated(tallies[-1], rule, 3, 0, 2, 3)
    old, new, again = tallies
    assert max(old.gains) > 0 > max(new.gains)
    assert new == again


def test_p28_transfer_is_explained_as_between_investors() -> None:
    word = next(each for each in SYSTEM.words if each.name == "TRANSFER")
    assert word.usage == "TRANSFER amount TO investor"
    assert "to another investor" in word.help
    reading = read(exchange(), "BERT", word.example)
    assert [(act.kind, act.data["to"]) for act in reading.acts] == [("transfer", "ANNA")]


def test_p28_whoever_says_no_sum_is_shown_a_transfer_to_an_investor() -> None:
    for line in ("TRANSFER some TO BERT", "TRANSFER BERT"):
        (problem,) = read(exchange(), "ANNA", line).problems
        assert problem.hint == "write `TRANSFER 5 TO BERT`"
    led = exchange(holdings={"ANNA": {"FRANCE": 3}}, ceos={"FRANCE": "ANNA"})
    (below_for,) = read(led, "FRANCE", "TRANSFER BERT").problems
    assert "TRANSFER" not in below_for.hint


def test_p33_an_offer_in_an_exchange_phase_is_answered_with_what_can_be_done_there() -> None:
    led = exchange(holdings={"ANNA": {"FRANCE": 3}}, ceos={"FRANCE": "ANNA"})
    for role, hint in (
        ("ANNA", "in an exchange shares are traded and CEOs elected"),
        ("FRANCE", "shares are bought and CEOs elected above the FOR lines"),
    ):
        for line in ("5 : A PAR - BUR", "10 $"):
            (problem,) = read(led, role, line).problems
            assert (problem.code, problem.hint) == ("payola/no-offers-now", hint)


def test_p33_a_ceo_is_not_told_that_there_is_nothing_to_order_in_winter() -> None:
    led = exchange(holdings={"ANNA": {"FRANCE": 3}}, ceos={"FRANCE": "ANNA"}, trading=False)
    winter = on_board(led, "W1901A", {"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR", "MAR"]})
    (problem,) = read(winter, "ANNA", "5 : A PAR - BUR").problems
    assert problem.hint == "a CEO's orders stand below a line such as `FOR FRANCE`"


def test_p28_the_hint_where_a_list_belongs_names_a_power_that_its_writer_leads_or_that_is_there() -> None:
    for ceos, power in (({"ITALY": "ANNA"}, "ITALY"), ({}, "AUSTRIA")):
        led = exchange(holdings={"ANNA": {"ITALY": 3}}, ceos=ceos)
        (problem,) = read(led, "ANNA", "ACCEPT A?").problems
        assert problem.hint == f"write it below a line such as `FOR {power}`"
