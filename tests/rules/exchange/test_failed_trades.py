"""Ruling P43: every line of an exchange that came to nothing is told to its writer, with a reason that is their own to
know; and what else an investor and a CEO are warned of, shown and told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.rules.exchange.state import ExchangeState
from judge.rules.exchange.system import SYSTEM
from judge.rules.values import Orders, Outcome, only
from tests.rules.exchange.exchanged import codes, exchange, play, read, told
from tests.rules.exchange.test_exchange_laws import exchanges, settled
from tests.support.soaking import examples


def failed(outcome: Outcome, investor: str) -> list[tuple[Any, ...]]:
    """Line, reason, shares bought all the same, what the investor had."""
    (own,) = told(outcome, investor, "settled")
    return [(each["line"], each["why"], each["bought"], each["have"]) for each in own["failed"]]


def test_p43_a_purchase_that_finds_no_shares_left_says_so_and_how_many_it_brought() -> None:
    state = exchange(options={"shares": 4})
    outcome = play(state, ANNA="BUY 3 FRANCE", BERT="BUY 3 FRANCE", CARL="BUY 4 ITALY\nBUY 1 ITALY")
    assert failed(outcome, "ANNA") == [("BUY 3 FRANCE", "unsold", 2, 48)]
    assert failed(outcome, "BERT") == [("BUY 3 FRANCE", "unsold", 2, 48)]
    assert failed(outcome, "CARL") == [("BUY 1 ITALY", "unsold", 0, 36)]
    assert failed(outcome, "DORA") == []


def test_p43_a_purchase_for_which_the_money_did_not_suffice_says_so() -> None:
    outcome = play(exchange(cash={"ANNA": 20}), ANNA="BUY 5 FRANCE\nBUY 1 ITALY", BERT="BUY 10 ITALY")
    assert failed(outcome, "ANNA") == [("BUY 5 FRANCE", "money", 3, 2), ("BUY 1 ITALY", "money", 0, 2)]
    assert failed(outcome, "BERT") == []


def test_p43_whoever_had_no_money_left_is_not_told_that_others_bought_the_rest() -> None:
    poor = exchange(options={"shares": 4}, cash={"ANNA": 6})
    alone = play(poor, ANNA="BUY 2 FRANCE")
    among = play(poor, ANNA="BUY 2 FRANCE", BERT="BUY 4 FRANCE")
    assert failed(alone, "ANNA") == failed(among, "ANNA") == [("BUY 2 FRANCE", "money", 1, 0)]


def test_p43_a_trade_that_the_other_side_did_not_write_or_could_not_cover_reads_alike() -> None:
    state = exchange(holdings={"ANNA": {"FRANCE": 2}}, cash={"BERT": 5})
    sale = "SELL 2 FRANCE TO BERT FOR 9"
    for silent in ({}, {"BERT": "BUY 2 FRANCE FROM ANNA FOR 9"}, {"BERT": "BUY 2 FRANCE FROM ANNA FOR 8"}):
        assert failed(play(state, ANNA=sale, **silent), "ANNA") == [("SELL 2 FRANCE TO BERT FOR 9", "other", 0, 2)]
    purchase = "BUY 2 FRANCE FROM CARL FOR 9"
    for silent in ({}, {"CARL": "SELL 2 FRANCE TO ANNA FOR 9"}):
        assert failed(play(state, ANNA=purchase, **silent), "ANNA") == [(purchase, "other", 0, 60)]


def test_p43_a_trade_that_its_writer_could_not_cover_says_what_they_had() -> None:
    state = exchange(holdings={"ANNA": {"FRANCE": 2}}, cash={"BERT": 5})
    outcome = play(state, ANNA="SELL 3 FRANCE TO BERT FOR 9", BERT="BUY 3 FRANCE FROM ANNA FOR 9")
    assert failed(outcome, "ANNA") == [("SELL 3 FRANCE TO BERT FOR 9", "shares", 0, 2)]
    assert failed(outcome, "BERT") == [("BUY 3 FRANCE FROM ANNA FOR 9", "money", 0, 5)]


def test_p43_what_was_carried_out_is_not_among_what_failed() -> None:
    state = exchange(holdings={"ANNA": {"FRANCE": 2}})
    line = "FRANCE {} FOR 9"
    outcome = play(
        state,
        ANNA=f"SELL 1 {line.format('TO BERT')}\nSELL 1 {line.format('TO BERT')}",
        BERT=f"BUY 1 {line.format('FROM ANNA')}",
    )
    assert failed(outcome, "ANNA") == [("SELL 1 FRANCE TO BERT FOR 9", "other", 0, 1)]
    assert failed(outcome, "BERT") == []


def without_failures(outcome: Outcome, orders: Mapping[str, Orders], of: set[str]) -> dict[str, Orders]:
    """The same lines, less those of these investors that came to nothing."""
    kept = dict(orders)
    for name in of & set(orders):
        # Of two equal lines it is the later one that failed.
        lines = orders[name]["trades"].splitlines()[::-1]
        for line, _, bought, _ in failed(outcome, name):
            if not bought:
                lines.remove(line)
        kept[name] = {"trades": "\n".join(lines[::-1])}
    return kept


@settings(max_examples=examples(200), deadline=None)
@given(exchanges(), st.integers(0, 255))
def test_p43_nobody_can_tell_from_their_reasons_what_others_wrote_in_vain(case: Any, seed: int) -> None:
    state, orders = case
    outcome = settled(state, orders, seed)
    payees = set(state.books.payees)
    orders = {name: own for name, own in orders.items() if name in payees}
    for reader in payees:
        silent = settled(state, without_failures(outcome, orders, payees - {reader}), seed)
        assert told(silent, reader, "settled") == told(outcome, reader, "settled")


@settings(max_examples=examples(100), deadline=None)
@given(exchanges(), st.integers(0, 255))
def test_p43_every_line_is_carried_out_in_full_or_has_a_reason(case: Any, seed: int) -> None:
    state, orders = case
    outcome = settled(state, orders, seed)
    for investor in state.books.payees:
        (own,) = told(outcome, investor, "settled")
        wanted = sum(int(line.split()[1]) for line in own["lines"])
        got = sum(each["shares"] for each in (*own["bought"], *own["trades"]))
        assert wanted == got + sum(each["shares"] - each["bought"] for each in own["failed"])


# ---- a DIVIDEND that the treasury could not pay today


def led(**changes: Any) -> ExchangeState:
    held = {"ANNA": {"FRANCE": 3}, "BERT": {"FRANCE": 2}}
    return exchange(holdings=held, ceos={"FRANCE": "ANNA"}, cash={"FRANCE": 18}, **changes)


@pytest.mark.parametrize("role", ["FRANCE", "ANNA"])
def test_p44_a_dividend_that_the_treasury_could_not_pay_today_is_taken_and_warned_of(role: str) -> None:
    word = "DIVIDEND FRANCE 4"
    reading = read(led(trading=False), role, word)
    assert [act.data["amount"] for act in reading.acts] == [4]
    (warning,) = reading.problems
    assert (warning.code, warning.warning) == ("exchange/uncovered-dividend", True)
    assert warning.message == "France's treasury holds 18 today, and 4 a share for 5 shares takes 20"
    assert warning.hint.endswith("it covers at most 3 a share today")
    assert codes(read(led(trading=False), role, "DIVIDEND FRANCE 3")) == []


def test_p44_while_the_exchange_is_open_the_warning_is_final() -> None:
    (warning,) = read(led(), "FRANCE", "DIVIDEND 4").problems
    assert warning.hint == "nothing is paid when this exchange is settled; it covers at most 3 a share"
    assert play(led(dividends={"FRANCE": 4})).state.balances["FRANCE"] == 18 + 48


# ---- SHOW


def stands(state: ExchangeState, role: str) -> tuple[str, ...]:
    return SYSTEM.stands(SYSTEM.view(state, only(role)))


def test_show_holds_an_investors_votes_and_nobody_elses() -> None:
    state = exchange(votes={"ANNA": {"FRANCE": "BERT", "ITALY": "ANNA"}, "BERT": {"FRANCE": "CARL"}})
    assert stands(state, "ANNA") == ("You elect Bert for France.", "You elect Anna for Italy.")


def test_show_holds_a_powers_list_dividend_and_worths() -> None:
    state = led(dividends={"FRANCE": 2}, worths={"FRANCE": {"PAR": 9}}, drawn={"PAR": ("FRANCE", 15)})
    assert stands(state, "FRANCE") == (
        "France's acceptance list is F?.",
        "France's dividend in this exchange is 2 a share.",
        "France's centers are worth BRE 17, MAR 16, PAR 9, together at most 48.",
    )
    assert len(stands(replace(state, books=replace(state.books, dividends={})), "FRANCE")) == 2


# ---- an investor's own offers


def test_an_investor_is_told_of_each_offer_of_theirs_even_if_all_failed() -> None:
    state = exchange(ceos={"FRANCE": "ANNA", "GERMANY": "BERT"}, cash={"FRANCE": 9, "GERMANY": 9}, trading=False)
    outcome = play(state, CARL="1 : A PAR - BUR\n1 : A MUN - BUR", FRANCE="9 : A PAR - PIC", GERMANY="9 : A MUN H")
    (own,) = told(outcome, "CARL", "statement")
    assert (len(own["lines"]), own["accepted"], own["expended"]) == (2, [], 0)
    (silent,) = told(outcome, "DORA", "statement")
    assert silent["lines"] == []
