"""The exchange phase that opens a year (6.8, P28, P35 to P44, P47), its money, and lines that failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.exchange_money import CHOSEN, RULES, Tally, simulated
from judge.rules.exchange.canonical import parse_trades
from judge.rules.exchange.settlement import settle
from judge.rules.exchange.state import ExchangeState, worths_of
from judge.rules.exchange.system import SYSTEM
from judge.rules.problems import Refused
from judge.rules.rng import START_LABEL, Rng
from judge.rules.story import OPENED, Chapter, Story
from judge.rules.turns import course_of
from judge.rules.values import END, PUBLIC, RESIGN, VOTE, Act, Event, Orders, Outcome, only
from tests.rules.diplomacy.tables import load_table
from tests.rules.exchange.exchanged import RNG, SEATS, codes, exchange, on_board, play, read, told
from tests.rules.exchange.test_exchange_laws import exchanges, settled
from tests.rules.payola.support import STANDARD
from tests.support.soaking import examples

FRANCE_OPENS = {"FRANCE": ["F BRE", "A MAR", "A PAR"]}


def held(outcome: Outcome) -> dict[str, dict[str, int]]:
    return {name: dict(own) for name, own in outcome.state.books.holdings.items()}


# ---- 6.8, first sentence: players are investors, not powers


def test_p28_the_seats_are_three_to_fourteen_investors_with_equal_cash() -> None:
    for players, cash in ((3, 140), (14, 30)):
        seating = SYSTEM.seating({"variant": "exchange", "players": players})
        assert (len(seating.names), seating.least, seating.most) == (players, players, players)
        begun = SYSTEM.start({"variant": "exchange", "players": players}, seating.names, RNG)
        assert {begun.state.balances[name] for name in seating.names} == {cash}
        assert {begun.state.balances[power] for power in STANDARD.powers} == {0}
    with pytest.raises(Refused):
        SYSTEM.start({"variant": "exchange"}, ("ANNA", "BERT"), RNG)


def test_p28_cash_price_and_shares_are_options() -> None:
    state = exchange(options={"cash": 20, "price": 9, "shares": 2})
    outcome = play(state, ANNA="BUY 5 FRANCE")
    assert held(outcome) == {"ANNA": {"FRANCE": 2}}
    assert outcome.state.balances["ANNA"] == 20 - 18


def test_p35_the_order_of_seats_is_drawn_by_lot_however_they_are_given() -> None:
    orders = set()
    for seed in range(20):
        rng = Rng(bytes([seed]), START_LABEL)
        one = SYSTEM.start({"variant": "exchange"}, SEATS, rng).state.books.investors
        assert one == SYSTEM.start({"variant": "exchange"}, SEATS[::-1], rng).state.books.investors
        orders.add(one)
    assert len(orders) > 10


def test_no_investor_is_called_like_a_power() -> None:
    assert "FRANCE" in SYSTEM.seating({"variant": "exchange"}).reserved
    with pytest.raises(Refused):
        SYSTEM.start({"variant": "exchange"}, (*SEATS, "FRANCE"), RNG)


# ---- each year opens with a sealed exchange phase


def test_p28_each_year_opens_with_a_sealed_exchange_phase() -> None:
    state = exchange()
    labels: list[str] = []
    while len(labels) < 5:
        phase = SYSTEM.phase(state)
        assert phase is not None
        labels.append(phase.label)
        if phase.kind == "exchange":
            assert (phase.hides_writers, phase.missing, phase.wanted) == (True, "default", ())
        state = SYSTEM.adjudicate(state, {}, RNG).state
    assert labels == ["S1901X", "S1901M", "F1901M", "S1902X", "S1902M"]


def test_p28_its_title_kind_and_length_are_its_own() -> None:
    phase = SYSTEM.phase(exchange())
    assert phase is not None
    assert (phase.title, phase.kind, SYSTEM.lengths["exchange"]) == ("Spring 1901 Exchange", "exchange", 72)


def test_p41_where_a_game_begins_in_winter_the_exchange_opens_before_it_too() -> None:
    seats = SYSTEM.seating({"variant": "exchange"}).names
    state = SYSTEM.start({"variant": "exchange", "map": "chaos"}, seats, RNG).state
    labels: list[str] = []
    for _ in range(4):
        phase = SYSTEM.phase(state)
        assert phase is not None
        labels.append(phase.label)
        before, state = state, SYSTEM.adjudicate(state, {}, RNG).state
        if phase.label == "S1900X":
            assert state.balances == before.balances  # income waits for Spring (P15)
    assert labels == ["S1900X", "W1900A", "S1901X", "S1901M"]


# ---- (1) dividends


def test_p28_1_a_dividend_is_paid_for_each_share_held() -> None:
    state = exchange(
        holdings={"ANNA": {"FRANCE": 3}, "BERT": {"FRANCE": 2}}, dividends={"FRANCE": 4}, cash={"FRANCE": 20}
    )
    outcome = play(state)
    assert (outcome.state.balances["ANNA"], outcome.state.balances["BERT"]) == (72, 68)
    assert outcome.state.balances["FRANCE"] == 0 + 48


def test_a_vote_for_an_investor_whom_nobody_plays_is_warned_of_at_once() -> None:
    found = read(exchange(dummies=("DORA",)), "ANNA", "ELECT FRANCE DORA\nELECT ITALY BERT")
    assert [(each.code, each.line, each.warning) for each in found.problems] == [("exchange/vote-for-dummy", 1, True)]
    assert "nobody plays Dora" in found.problems[0].message


@pytest.mark.parametrize("line", ["Elect France: Anna", "ELECT FRANCE = ANNA", "Elect France Anna:"])
def test_p28_a_vote_may_have_a_colon(line: str) -> None:
    outcome = play(exchange(holdings={"ANNA": {"FRANCE": 3}}), ANNA=line)
    assert outcome.state.books.votes["ANNA"] == {"FRANCE": "ANNA"}


def test_p28_1_a_treasury_that_does_not_cover_all_of_it_pays_nothing() -> None:
    state = exchange(
        holdings={"ANNA": {"FRANCE": 3}, "BERT": {"FRANCE": 2}}, dividends={"FRANCE": 4}, cash={"FRANCE": 19}
    )
    outcome = play(state, ANNA="ELECT FRANCE ANNA")
    assert (outcome.state.balances["ANNA"], outcome.state.balances["FRANCE"]) == (60, 19 + 48)
    assert told(outcome, "FRANCE", "books")[0]["unpaid"] == 4
    assert outcome.state.books.dividends == {}  # P37: once


def test_p28_1_the_treasury_must_cover_it_before_shares_are_sold_and_income_comes() -> None:
    state = exchange(holdings={"ANNA": {"FRANCE": 3}}, dividends={"FRANCE": 4}, cash={"FRANCE": 11})
    outcome = play(state, BERT="BUY 5 FRANCE")
    assert outcome.state.balances["ANNA"] == 60


def test_p28_1_dividends_can_buy_shares_of_the_same_exchange() -> None:
    state = exchange(holdings={"ANNA": {"FRANCE": 3}}, dividends={"FRANCE": 2}, cash={"FRANCE": 6, "ANNA": 0})
    assert held(play(state, ANNA="BUY 1 ITALY"))["ANNA"] == {"FRANCE": 3, "ITALY": 1}


# ---- (2) unsold shares


def test_p28_2_the_money_for_unsold_shares_goes_to_the_powers_treasury() -> None:
    outcome = play(exchange(), ANNA="BUY 3 FRANCE", BERT="BUY 2 FRANCE\nBUY 1 ITALY")
    assert held(outcome) == {"ANNA": {"FRANCE": 3}, "BERT": {"FRANCE": 2, "ITALY": 1}}
    assert outcome.state.balances["ANNA"] == 60 - 18
    assert outcome.state.balances["FRANCE"] == 30 + 48


def test_p28_2_each_buyers_lines_count_in_order() -> None:
    outcome = play(exchange(cash={"ANNA": 20}), ANNA="BUY 2 FRANCE\nBUY 2 ITALY")
    assert held(outcome)["ANNA"] == {"FRANCE": 2, "ITALY": 1}


def test_p28_2_while_too_few_remain_one_share_in_turn_by_seats_in_a_drawn_order() -> None:
    sheets = dict.fromkeys(("ANNA", "BERT", "CARL"), "BUY 9 FRANCE")
    seen = set()
    for seed in range(12):
        state = exchange()
        lines = {
            name: parse_trades(STANDARD, SEATS, name, read(state, name, text).parts["trades"])
            for name, text in sheets.items()
        }
        order = Rng(bytes([seed]), "S1901X").at("exchange").shuffled(SEATS)
        after, done = settle(state, lines, order)
        got = {name: after.books.held(name, "FRANCE") for name in sheets}
        assert sorted(got.values()) == [3, 3, 4]
        first = next(name for name in order if name in sheets)
        assert got[first] == 4
        seen.add(first)
        assert done.order == order
    assert len(seen) == 3


def test_p36_a_share_goes_to_the_first_line_not_filled_whose_power_has_any_left() -> None:
    state = exchange(holdings={"DORA": {"FRANCE": 9}})
    outcome = play(state, ANNA="BUY 1 FRANCE\nBUY 2 ITALY", BERT="BUY 1 FRANCE\nBUY 2 ITALY")
    got = held(outcome)
    assert got["ANNA"].get("FRANCE", 0) + got["BERT"].get("FRANCE", 0) == 1
    assert got["ANNA"]["ITALY"] == got["BERT"]["ITALY"] == 2


# ---- (3) trades


def trade(seller: str, buyer: str, **changes: int) -> Outcome:
    state = exchange(holdings={"ANNA": {"FRANCE": 3}}, cash={"BERT": 20})
    return play(state, ANNA=seller, BERT=buyer)


def test_p28_3_a_trade_that_is_equal_in_all_parts_is_carried_out() -> None:
    outcome = trade("SELL 2 FRANCE TO BERT FOR 15", "BUY 2 FRANCE FROM ANNA FOR 15")
    assert held(outcome) == {"ANNA": {"FRANCE": 1}, "BERT": {"FRANCE": 2}}
    assert (outcome.state.balances["ANNA"], outcome.state.balances["BERT"]) == (75, 5)
    assert told(outcome, "BERT", "settled")[0]["trades"] == [
        {"sold": False, "shares": 2, "power": "FRANCE", "other": "ANNA", "total": 15}
    ]


@pytest.mark.parametrize(
    ("seller", "buyer"),
    [
        ("SELL 2 FRANCE TO BERT FOR 15", "BUY 2 FRANCE FROM ANNA FOR 16"),
        ("SELL 2 FRANCE TO BERT FOR 15", "BUY 1 FRANCE FROM ANNA FOR 15"),
        ("SELL 2 FRANCE TO BERT FOR 15", "BUY 2 ITALY FROM ANNA FOR 15"),
        ("SELL 2 FRANCE TO CARL FOR 15", "BUY 2 FRANCE FROM ANNA FOR 15"),
        ("SELL 2 FRANCE TO BERT FOR 15", "BUY 2 FRANCE FROM CARL FOR 15"),
        ("SELL 4 FRANCE TO BERT FOR 15", "BUY 4 FRANCE FROM ANNA FOR 15"),  # not so many shares
        ("SELL 2 FRANCE TO BERT FOR 21", "BUY 2 FRANCE FROM ANNA FOR 21"),  # not so much money
    ],
)
def test_p28_3_what_differs_or_is_not_covered_is_not(seller: str, buyer: str) -> None:
    assert held(trade(seller, buyer)) == {"ANNA": {"FRANCE": 3}}


def test_p28_3_shares_bought_just_before_can_be_sold_and_money_got_be_spent() -> None:
    state = exchange(cash={"ANNA": 6, "BERT": 9, "CARL": 9})
    outcome = play(
        state,
        ANNA="BUY 1 FRANCE\nSELL 1 FRANCE TO BERT FOR 9",
        BERT="BUY 1 FRANCE FROM ANNA FOR 9\nSELL 1 FRANCE TO CARL FOR 9",
        CARL="BUY 1 FRANCE FROM BERT FOR 9",
    )
    assert held(outcome) == {"CARL": {"FRANCE": 1}}
    assert [outcome.state.balances[name] for name in SEATS[:3]] == [9, 9, 0]


def test_p28_3_the_earlier_sellers_seat_comes_first() -> None:
    state = exchange(holdings={"ANNA": {"FRANCE": 1}, "BERT": {"FRANCE": 1}}, cash={"CARL": 9})
    outcome = play(
        state,
        CARL="BUY 1 FRANCE FROM BERT FOR 9\nBUY 1 FRANCE FROM ANNA FOR 9",
        BERT="SELL 1 FRANCE TO CARL FOR 9",
        ANNA="SELL 1 FRANCE TO CARL FOR 9",
    )
    assert held(outcome) == {"BERT": {"FRANCE": 1}, "CARL": {"FRANCE": 1}}


def test_p28_3_a_sellers_earlier_line_comes_first() -> None:
    state = exchange(holdings={"ANNA": {"FRANCE": 1}})
    buys = "BUY 1 FRANCE FROM ANNA FOR 5"
    sells = "SELL 1 FRANCE TO CARL FOR 5\nSELL 1 FRANCE TO BERT FOR 5"
    assert held(play(state, ANNA=sells, BERT=buys, CARL=buys)) == {"CARL": {"FRANCE": 1}}


def test_p36_each_line_makes_one_trade() -> None:
    outcome = trade("SELL 1 FRANCE TO BERT FOR 2\nSELL 1 FRANCE TO BERT FOR 2", "BUY 1 FRANCE FROM ANNA FOR 2")
    assert held(outcome) == {"ANNA": {"FRANCE": 2}, "BERT": {"FRANCE": 1}}


# ---- (4) elections


def test_p28_4_the_shareholders_elect_the_ceo_one_vote_a_share() -> None:
    state = exchange(holdings={"ANNA": {"FRANCE": 3}, "BERT": {"FRANCE": 2}, "CARL": {"FRANCE": 2}})
    outcome = play(state, ANNA="ELECT FRANCE ANNA", BERT="ELECT FRANCE CARL", CARL="ELECT FRANCE CARL")
    assert outcome.state.books.ceos == {"FRANCE": "CARL"}
    public = [event.data["ceos"] for event in outcome.events if event.audience == PUBLIC]
    assert public[0]["FRANCE"] == "CARL"


def test_p28_4_a_vote_stands_until_changed() -> None:
    state = exchange(holdings={"ANNA": {"FRANCE": 1}, "BERT": {"FRANCE": 1}})
    after = play(state, ANNA="ELECT FRANCE BERT").state
    again = play(replace(after, trading=True))
    assert again.state.books.ceos == {"FRANCE": "BERT"}
    changed = play(replace(again.state, trading=True), ANNA="ELECT FRANCE ANNA")
    assert changed.state.books.ceos == {"FRANCE": "ANNA"}
    nobody = play(replace(changed.state, trading=True), ANNA="ELECT FRANCE NOBODY")
    assert nobody.state.books.ceos == {}


def test_p28_4_the_ceo_must_hold_a_share() -> None:
    state = exchange(holdings={"ANNA": {"FRANCE": 1}})
    assert play(state, ANNA="ELECT FRANCE BERT").state.books.ceos == {}
    bought = play(state, ANNA="ELECT FRANCE BERT", BERT="BUY 1 FRANCE")
    assert bought.state.books.ceos == {"FRANCE": "BERT"}


TIED = {"ANNA": {"FRANCE": 2}, "BERT": {"FRANCE": 4}, "CARL": {"FRANCE": 2}, "DORA": {"FRANCE": 2}}


def test_p28_4_of_those_tied_the_sitting_ceo_is_elected() -> None:
    state = exchange(holdings=TIED, ceos={"FRANCE": "DORA"})
    outcome = play(state, ANNA="ELECT FRANCE DORA", DORA="ELECT FRANCE DORA", BERT="ELECT FRANCE BERT")
    assert outcome.state.books.ceos == {"FRANCE": "DORA"}


def test_p28_4_else_the_largest_holder() -> None:
    state = exchange(holdings=TIED)
    outcome = play(state, ANNA="ELECT FRANCE DORA", DORA="ELECT FRANCE DORA", BERT="ELECT FRANCE BERT")
    assert outcome.state.books.ceos == {"FRANCE": "BERT"}


def test_p28_4_else_the_earlier_seat() -> None:
    state = exchange(holdings=TIED)
    outcome = play(state, ANNA="ELECT FRANCE DORA", DORA="ELECT FRANCE CARL")
    assert outcome.state.books.ceos == {"FRANCE": "CARL"}


def test_p28_4_a_power_without_votes_is_a_dummy_this_year() -> None:
    outcome = play(exchange(holdings={"ANNA": {"FRANCE": 1}}), ANNA="ELECT FRANCE ANNA")
    assert set(outcome.state.game.match.dummies) == set(STANDARD.powers) - {"FRANCE"}
    phase = SYSTEM.phase(outcome.state)
    assert phase is not None
    assert {role: phase.roles[role] for role in phase.roles if role not in SEATS} == {"FRANCE": "ANNA"}


def test_p38_a_seat_without_a_player_neither_votes_nor_is_elected() -> None:
    votes = {"ANNA": {"FRANCE": "BERT"}, "BERT": {"FRANCE": "BERT"}, "CARL": {"FRANCE": "CARL"}}
    shares = {"ANNA": {"FRANCE": 3}, "BERT": {"FRANCE": 3}, "CARL": {"FRANCE": 1}}
    for state in (
        exchange(holdings=shares, votes=votes, vacant=("BERT",)),
        exchange(holdings=shares, votes=votes, dummies=("BERT",)),
    ):
        assert play(state).state.books.ceos == {"FRANCE": "CARL"}


# ---- (5) income


def incomes(outcome: Outcome) -> Counter[str]:
    return Counter({each.account: each.amount for each in outcome.postings if "income" in each.reason})


def test_p28_5_default_worths_are_those_of_the_decreasing_scheme_in_order_of_name() -> None:
    state = exchange()
    assert worths_of(state.books, state.table, "FRANCE") == {"BRE": 17, "MAR": 16, "PAR": 15}
    assert incomes(play(state)) == {power: 62 if power == "RUSSIA" else 48 for power in STANDARD.powers}


def year_two(**worths: int) -> Outcome:
    """France, led by Anna, has drawn an income once; then Anna sets worths."""
    first = play(exchange(holdings={"ANNA": {"FRANCE": 1}}), ANNA="ELECT FRANCE ANNA").state
    lines = "\n".join(f"WORTH {center} {worth}" for center, worth in worths.items())
    return play(replace(first, trading=True), FRANCE=lines)


def test_p28_5_the_ceo_sets_the_worth_of_each_center() -> None:
    assert incomes(year_two(PAR=9))["FRANCE"] == 17 + 16 + 9
    assert incomes(year_two(PAR=0, BRE=0, MAR=1))["FRANCE"] == 1


def test_p28_5_the_sum_of_worths_brings_at_most_what_the_decreasing_scheme_gives() -> None:
    assert incomes(year_two(PAR=99))["FRANCE"] == 48


def test_p28_5_a_captor_first_draws_the_old_worth() -> None:
    first = play(
        exchange(holdings={"ANNA": {"FRANCE": 1}, "BERT": {"GERMANY": 1}}),
        ANNA="ELECT FRANCE ANNA",
        BERT="ELECT GERMANY BERT",
    ).state
    poisoned = play(replace(first, trading=True), FRANCE="WORTH PAR 2").state
    taken = on_board(poisoned, "S1903M", {"GERMANY": ["A PAR"]}, {"GERMANY": ["PAR", "MUN"], "FRANCE": ["BRE"]})
    third = play(replace(taken, trading=True), GERMANY="WORTH PAR 12")
    assert third.state.books.drawn["PAR"] == ("GERMANY", 2)
    assert incomes(third)["GERMANY"] == 17 + 2  # Munich before Paris
    fourth = play(replace(third.state, trading=True))
    assert incomes(fourth)["GERMANY"] == 17 + 12


def test_p28_5_a_center_that_nobody_owned_before_is_worth_its_default() -> None:
    state = on_board(exchange(), "S1902M", {"FRANCE": ["A SPA"]}, {"FRANCE": ["PAR", "SPA"]})
    assert worths_of(state.books, state.table, "FRANCE") == {"PAR": 17, "SPA": 16}


def test_p39_a_center_retaken_before_it_paid_another_is_still_its_owners() -> None:
    state = exchange(drawn={"PAR": ("FRANCE", 9)}, worths={"FRANCE": {"PAR": 3}})
    assert worths_of(state.books, state.table, "FRANCE")["PAR"] == 3
    paid = exchange(drawn={"PAR": ("GERMANY", 9)}, worths={"FRANCE": {"PAR": 3}})
    assert worths_of(paid.books, paid.table, "FRANCE")["PAR"] == 9


def test_p31_powers_without_a_ceo_get_income_too() -> None:
    assert play(exchange()).state.balances["ITALY"] == 48


# ---- (6) reports


def test_p28_6_the_holders_of_a_power_and_no_others_read_its_treasury_and_holders() -> None:
    outcome = play(exchange(), ANNA="BUY 2 FRANCE\nELECT FRANCE ANNA", BERT="BUY 1 FRANCE", CARL="BUY 1 ITALY")
    for holder in ("ANNA", "BERT"):
        assert told(outcome, holder, "report") == [
            {
                "phase": "S1901X",
                "power": "FRANCE",
                "ceo": "ANNA",
                "treasury": 18 + 48,
                "holders": {"ANNA": 2, "BERT": 1},
                "unsold": 7,
            }
        ]
    assert [report["power"] for report in told(outcome, "CARL", "report")] == ["ITALY"]
    assert told(outcome, "DORA", "report") == []


def test_p28_6_holdings_are_private_otherwise() -> None:
    bought = play(exchange(), ANNA="BUY 2 FRANCE", BERT="BUY 1 FRANCE").state
    plain = play(exchange(), BERT="BUY 1 FRANCE").state
    assert SYSTEM.view(bought, only("CARL")) == SYSTEM.view(plain, only("CARL"))
    assert SYSTEM.view(bought, PUBLIC) == SYSTEM.view(plain, PUBLIC)


# ---- reading


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("buy 3 france", "BUY 3 FRANCE"),
        ("BUY 3 shares of F", "BUY 3 FRANCE"),
        ("Buy 2 F from bert for 15", "BUY 2 FRANCE FROM BERT FOR 15"),
        ("Buy 1 share of Germany pls.", "BUY 1 GERMANY"),
        ("SELL 2 FRANCE TO DORA FOR 0", "SELL 2 FRANCE TO DORA FOR 0"),
        ("elect f do", "ELECT FRANCE DORA"),
        ("TRANSFER 5 TO BERT", "TRANSFER 5 TO BERT"),
    ],
)
def test_an_investors_lines_are_read(line: str, meaning: str) -> None:
    reading = read(exchange(), "ANNA", line)
    assert [each.meaning for each in reading.lines] == [meaning]


@pytest.mark.parametrize(
    "text",
    [
        "buy 2 of each: France, Germany and Italy",
        "I'd like to buy 2 shares each of France, Germany, Italy",
        "kaufe 2 von jedem: Frankreich, Deutschland, Italien",
        "Please buy on my behalf:\n- 2 France\n- 2 Germany\n- 2 Italy",
        "I buy:\n2 France\nGermany 2\n2 shares of Italy",
        "please buy for me:\n\nBUY 2 FRANCE\nBUY 2 GERMANY\nBUY 2 ITALY\nTRANSFER 5 TO BERT",
    ],
)
def test_a_verb_goes_for_several_powers(text: str) -> None:
    assert read(exchange(), "ANNA", text).parts == {"trades": "BUY 2 FRANCE\nBUY 2 GERMANY\nBUY 2 ITALY"}


def test_votes_stand_below_a_heading_of_their_own() -> None:
    text = "Purchases:\n1. France x 2\nElections:\nFrance - Bert\nItaly: me"
    reading = read(exchange(), "ANNA", text)
    assert (reading.parts["trades"], codes(reading)) == ("BUY 2 FRANCE", [])
    assert [dict(act.data) for act in reading.acts] == [
        {"power": "FRANCE", "name": "BERT"},
        {"power": "ITALY", "name": "ANNA"},
    ]


@pytest.mark.parametrize("text", ["I buy:\n2 France\nItaly - Bert", "Elections:\nFrance 3"])
def test_what_does_not_fit_its_heading_is_told(text: str) -> None:
    reading = read(exchange(), "ANNA", text)
    assert codes(reading) == ["exchange/bad-trade"]
    assert not reading.acts


@pytest.mark.parametrize("text", ["buy 2 of each: France, if cheap", "I buy if I can:\n2 France", "buy each: France"])
def test_a_list_in_doubt_buys_nothing(text: str) -> None:
    assert read(exchange(), "ANNA", text).parts == {}


@pytest.mark.parametrize(
    "line", ["DIVIDEND FRANCE 50%", "DIVIDEND FRANCE 50 % of it", "WORTH PAR 50%", "SELL 1 FRANCE TO BERT FOR 9%"]
)
def test_p28_an_amount_in_percent_is_told_and_no_amount_with_a_comment(line: str) -> None:
    """`DIVIDEND 50%` put a dividend of 50 on record."""
    reading = read(exchange(ceos={"FRANCE": "ANNA"}), "ANNA", line)
    assert (reading.parts, reading.acts, codes(reading)) == ({}, (), ["line/not-understood"])
    filed = "SELL 1 FRANCE TO BERT FOR 9  % of mine"
    assert read(exchange(), "ANNA", filed).parts == {"trades": filed}


def test_p3_a_mail_with_a_good_trade_replaces_all_earlier_ones() -> None:
    reading = read(exchange(), "ANNA", "BUY 1 ITALY\nBUY x ITALY", trades="BUY 3 FRANCE\nBUY 1 ITALY")
    assert reading.parts == {"trades": "BUY 1 ITALY"}
    assert reading.notes[0].startswith("Replaced your list of 2 trades by one of 1. The old one")
    bad = read(exchange(), "ANNA", "BUY x ITALY", trades="BUY 3 FRANCE")
    assert (bad.parts, bad.notes) == ({}, ("Your earlier trades stand.",))


def test_p3_trades_below_add_come_beside_those_on_file() -> None:
    reading = read(exchange(), "ANNA", "add\nBUY 1 ITALY", trades="BUY 3 FRANCE")
    assert reading.parts == {"trades": "BUY 3 FRANCE\nBUY 1 ITALY"}
    assert reading.notes == ("Added to your list of 1. It now has 2.",)
    below = read(exchange(), "ANNA", "BUY 1 ITALY\nADD", trades="BUY 3 FRANCE")
    assert (below.parts, codes(below)) == ({}, ["payola/add-below"])


def test_p43_shares_are_traded_in_the_exchange_phase_alone() -> None:
    state = exchange(ceos={"FRANCE": "ANNA"}, trading=False)
    assert codes(read(state, "ANNA", "BUY 1 ITALY")) == ["exchange/closed"]
    assert codes(read(state, "FRANCE", "BUY 1 ITALY")) == ["exchange/not-for-a-power"]
    assert codes(read(replace(state, trading=True), "FRANCE", "BUY 1 ITALY")) == ["exchange/not-for-a-power"]


def test_an_estimate_tells_what_the_lines_cost_at_most() -> None:
    state = exchange(holdings={"ANNA": {"ITALY": 1}})
    view = SYSTEM.view(state, only("ANNA"))
    text = read(state, "ANNA", "BUY 3 FRANCE\nBUY 1 FRANCE FROM BERT FOR 5\nSELL 2 ITALY TO BERT FOR 9").parts
    assert SYSTEM.estimate(view, text) == (
        "These lines cost at most 23 of your 60 AgP: 18 for unsold shares, 5 in trades.",
        "You sell 2 of Italy, but hold 1 and buy none.",
    )


# Ruling P43: every line of an exchange that came to nothing is told to its writer, with a reason that is their own to
# know; and what else an investor and a CEO are warned of, shown and told.


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
    assert warning.hint == "nothing is paid unless it covers all of that; today it covers at most 3 a share"
    assert codes(read(led(trading=False), role, "DIVIDEND FRANCE 3")) == []


def test_p44_a_dividend_that_the_treasury_cannot_pay_is_not_paid() -> None:
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


# Rulings P28 and P44: the money that investors begin with, and how much of a treasury a dividend may pay out.

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


# Payola 6.8, rulings P42, P47 and P49: how Exchange ends for powers that nobody leads this year, or ever.

SHARES = {"ANNA": {"FRANCE": 4, "GERMANY": 3}, "BERT": {"FRANCE": 1, "ITALY": 3}, "CARL": {"RUSSIA": 9}}
LED = {"FRANCE": "ANNA", "GERMANY": "ANNA", "ITALY": "BERT"}


def spring(**changes: Any) -> ExchangeState:
    """Anna leads France and Germany, Bert Italy; nobody leads Russia, of which Carl holds 9 shares."""
    return exchange(trading=False, **{"holdings": SHARES, "ceos": LED, **changes})


def garrisons(**changes: Any) -> ExchangeState:
    return spring(options={"map": "garrisons"}, **changes)


def act(state: ExchangeState, role: str, kind: str, **data: Any) -> Outcome:
    return SYSTEM.act(state, role, Act(kind, data))


# ---- whom nobody can ever play


def eighteen_garrisoned(state: ExchangeState) -> ExchangeState:
    """It is Fall, and the garrisons hold eighteen centers."""
    centers = [*state.table.board.start_centers["NEUTRAL"], "BRE", "MAR", "PAR", "EDI", "LON", "LVP"]
    table = load_table(
        "garrisons",
        {"phase": "F1905M", "units": {"NEUTRAL": ["A PAR"]}, "centers": {"NEUTRAL": centers, "ITALY": ["ROM"]}},
    )
    return replace(state, game=replace(state.game, table=table))


def test_p47_the_garrisons_never_win_and_the_game_goes_on() -> None:
    outcome = play(eighteen_garrisoned(garrisons()))
    assert outcome.result is None
    assert SYSTEM.phase(outcome.state) is not None


@pytest.mark.parametrize("data", [{"win": "NEUTRAL"}, {"draw": True, "among": ["NEUTRAL", "FRANCE"]}])
def test_p47_the_gamemaster_cannot_end_it_for_the_garrisons(data: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="NEUTRAL cannot win"):
        act(garrisons(), "", END, **data)


# ---- whom nobody leads this year


@pytest.mark.parametrize("begun", [spring, garrisons])
def test_p49_a_draw_of_the_gamemasters_that_names_nobody_is_between_the_powers_that_are_led(begun: Any) -> None:
    done = act(begun(), "", END, draw=True)
    assert done.result is not None
    assert done.result.summary.startswith("The GameMaster has declared a draw between FRANCE, GERMANY and ITALY.")
    assert done.result.winners == ("ANNA",)


def test_p28_the_places_of_a_finished_game_are_its_investors_by_their_shares_of_the_winner() -> None:
    state = spring()
    done = act(state, "", END, win="FRANCE")
    books = state.books
    held = Event(PUBLIC, OPENED, {"phase": "S1901X", "holdings": books.holdings})
    view = SYSTEM.view(done.state, PUBLIC)
    course = course_of(SYSTEM, Story((Chapter("S1901M", SYSTEM.view(state, PUBLIC), ()),), view, (held,)))
    assert course is not None
    assert done.result is not None
    assert tuple(name for place, name, _ in course.places if place == 1) == done.result.winners == course.last.won
    assert {name: count for _, name, count in course.places} == {
        each: books.held(each, "FRANCE") for each in books.investors
    }


def test_p49_a_power_whose_ceo_has_left_shares_in_it_only_if_it_is_named() -> None:
    left = act(spring(), "BERT", RESIGN).state
    done = act(left, "", END, draw=True)
    assert done.result is not None
    assert done.result.summary.startswith("The GameMaster has declared a draw between FRANCE and GERMANY.")
    named = act(left, "", END, draw=True, among=["GERMANY", "ITALY", "RUSSIA"])
    assert named.result is not None
    assert named.result.winners == ("CARL",)


def test_p49_before_the_first_election_it_is_between_all_powers_that_have_shares() -> None:
    done = act(garrisons(ceos={}), "", END, draw=True)
    assert done.result is not None
    assert "RUSSIA and TURKEY" in done.result.summary
    assert "NEUTRAL" not in done.result.summary


def test_p49_ceos_can_concede_to_a_power_that_nobody_leads_and_its_holders_win() -> None:
    state = spring()
    for power in ("FRANCE", "GERMANY"):
        done = act(state, power, VOTE, concede="RUSSIA")
        assert done.result is None
        state = done.state
    done = act(state, "ITALY", VOTE, concede="RUSSIA")
    assert done.result is not None
    assert done.result.winners == ("CARL",)


def test_p46_whoever_leads_all_powers_that_are_led_does_not_concede_to_another_alone() -> None:
    state = spring(ceos={"FRANCE": "ANNA"})
    done = act(state, "FRANCE", VOTE, concede="RUSSIA")
    assert done.result is None
    assert done.said.endswith("While one investor has all the votes, the votes end nothing.")


def test_p49_nobody_concedes_to_the_garrisons_or_draws_with_a_power_that_nobody_leads() -> None:
    with pytest.raises(Refused, match="NEUTRAL cannot win"):
        act(garrisons(), "FRANCE", VOTE, concede="NEUTRAL")
    some = spring(options={"dias": False})
    with pytest.raises(Refused, match="RUSSIA cannot win"):
        act(some, "FRANCE", VOTE, draw=True, among=["FRANCE", "RUSSIA"])
